import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderApp } from '#tests/support/render-app.tsx'
import { json } from '#tests/support/wire.ts'

const draftKey = 'parade-enrolment-draft'

async function openResult(query: string) {
  sessionStorage.setItem(draftKey, JSON.stringify({ firstName: 'Jörg' }))
  const app = renderApp({
    path: `/parade-enrolment/result${query}`,
    wire: { 'GET /api/enrolment/parades': json([]), 'GET /api/costumeType': json([]) },
  })
  const title = await screen.findByRole('heading', { level: 1 })
  return { ...app, title }
}

describe('the result page', () => {
  test('congratulates on success and forgets what was typed', async () => {
    const { title } = await openResult('?state=success')
    expect(title).toHaveTextContent('Anmeldung erfolgreich')
    expect(screen.getByText('Viel Spaß an der Fasnet!')).toBeVisible()
    expect(sessionStorage.getItem(draftKey)).toBeNull()
  })

  test.each(['?state=error', '?state=cancelled', '?state=', ''])(
    'takes "%s" for a failure and keeps what was typed',
    async (query) => {
      const { title } = await openResult(query)
      expect(title).toHaveTextContent('Anmeldung fehlgeschlagen')
      const note = 'Die Zahlung ist fehlgeschlagen. Du wurdest nicht angemeldet.'
      expect(screen.getByText(note)).toBeVisible()
      expect(sessionStorage.getItem(draftKey)).toContain('Jörg')
    },
  )

  test('says that a parade is called off, when that is why', async () => {
    const { title } = await openResult('?state=error&reason=paradeCancelled')
    expect(title).toHaveTextContent('Anmeldung fehlgeschlagen')
    expect(screen.getByText(/Ein Umzug Deiner Anmeldung ist abgesagt/)).toBeVisible()
    expect(screen.queryByText(/Zahlung ist fehlgeschlagen/)).toBeNull()
    expect(sessionStorage.getItem(draftKey)).toContain('Jörg')
  })

  test('leads back to the enrolment', async () => {
    const { person, router } = await openResult('?state=error')
    await person.click(screen.getByRole('link', { name: 'Weitere Anmeldung' }))
    expect(await screen.findByRole('heading', { name: 'Umzugsanmeldung' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/parade-enrolment')
  })
})
