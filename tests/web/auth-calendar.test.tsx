import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { aUser, renderApp } from '#tests/support/render-app.tsx'
import { json, noContent, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import { currentUser } from '#web/lib/session.ts'
import type { Role } from '#worker/domain/codes.ts'

// "Kalender abonnieren" on the account page.

const me = 'GET /api/v1/auth/me'
const make = 'POST /api/v1/auth/calendar'
const end = 'DELETE /api/v1/auth/calendar'
const url = 'https://umzug.example.de/api/calendar/abc.ics'

const account = (calendar: boolean, roles: Role[] = ['helper']) => {
  const { accessToken: _, ...user } = aUser({ roles })
  return json({ ...user, mailSignature: '', calendar })
}

async function openCard(wire: WireTable, roles: Role[] = ['helper']) {
  const app = renderApp({
    path: '/profile',
    user: aUser({ roles }),
    wire: {
      'GET /api/v1/auth/sessions': json([]),
      'GET /api/v1/auth/passkey': json([]),
      ...wire,
    },
  })
  const head = await screen.findByRole('heading', { name: 'Kalender abonnieren' })
  const card = head.closest('section')
  if (!card) throw new Error('no card')
  return { ...app, card: within(card), section: card }
}

const address = () => screen.queryByLabelText('Adresse Deines Kalenders')

describe('an account without a calendar address', () => {
  test.each<Role>(['management', 'readonly', 'helper'])(
    'The role %s can create a calendar address',
    async (role) => {
      const { card } = await openCard({ [me]: account(false, [role]) }, [role])
      expect(card.getByRole('button', { name: 'Adresse anlegen' })).toBeEnabled()
      expect(card.queryByRole('button', { name: 'Beenden' })).not.toBeInTheDocument()
      expect(card.getByText(/Mitglieder und Beträge stehen nicht darin/)).toBeVisible()
      expect(currentUser()).not.toHaveProperty('calendar')
    },
  )

  test('A new calendar address is shown once and can be copied or opened in a calendar', async () => {
    const { person, card, wire } = await openCard({
      [me]: [account(false), account(true)],
      [make]: json({ url }, 201),
    })
    await person.click(card.getByRole('button', { name: 'Adresse anlegen' }))
    expect(await screen.findByText('Adresse angelegt')).toBeVisible()
    expect(wire.sent(make)).toHaveLength(1)
    expect(address()).toHaveValue(url)
    expect(card.getByText(/Sie wird nur jetzt gezeigt/)).toBeVisible()
    expect(card.getByText(/auch wenn Du Dich abmeldest oder Dein Passwort änderst/)).toBeVisible()
    expect(card.getByRole('link', { name: 'Im Kalender öffnen' })).toHaveAttribute(
      'href',
      'webcal://umzug.example.de/api/calendar/abc.ics',
    )
    await person.click(card.getByRole('button', { name: 'Adresse kopieren' }))
    expect(await card.findByText('Die Adresse ist kopiert.')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(url)
    expect(card.queryByRole('button', { name: 'Adresse anlegen' })).not.toBeInTheDocument()
    // The focus is not lost with the button that disappeared.
    expect(document.activeElement).not.toBe(document.body)
  })

  test('A calendar address is selected for copying when the clipboard is blocked', async () => {
    const { person, card } = await openCard({
      [me]: [account(false), account(true)],
      [make]: json({ url }, 201),
    })
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    await person.click(card.getByRole('button', { name: 'Adresse anlegen' }))
    await person.click(await card.findByRole('button', { name: 'Adresse kopieren' }))
    expect(
      await card.findByText('Die Adresse ist markiert: Hier musst Du selbst kopieren.'),
    ).toBeVisible()
    const field = address() as HTMLInputElement
    expect(field).toHaveFocus()
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(url)
  })

  test('A calendar address that cannot be created shows an error', async () => {
    const { person, card } = await openCard({ [me]: account(false), [make]: offline })
    await person.click(card.getByRole('button', { name: 'Adresse anlegen' }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Adresse konnte nicht angelegt werden')
    expect(alert).toHaveFocus()
    expect(address()).not.toBeInTheDocument()
  })
})

describe('an account with a calendar address', () => {
  test('A calendar address that was created earlier is not shown again', async () => {
    const { card } = await openCard({ [me]: account(true) })
    expect(
      card.getByText(/Deine Adresse ist angelegt und wird nicht noch einmal gezeigt/),
    ).toBeVisible()
    expect(address()).not.toBeInTheDocument()
  })

  test('A new calendar address replaces the old one only after confirmation', async () => {
    const { person, card, wire } = await openCard({
      [me]: account(true),
      [make]: json({ url }, 201),
    })
    await person.click(card.getByRole('button', { name: 'Neue Adresse' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/Die alte gilt dann nicht mehr/)).toBeVisible()
    await person.click(dialog.getByRole('button', { name: 'Abbrechen' }))
    expect(wire.sent(make)).toEqual([])
    await person.click(card.getByRole('button', { name: 'Neue Adresse' }))
    const again = within(await screen.findByRole('alertdialog'))
    await person.click(again.getByRole('button', { name: 'Neue Adresse' }))
    await waitFor(() => expect(address()).toHaveValue(url))
    expect(wire.sent(make)).toHaveLength(1)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  test('Ending a calendar address hides it, and the focus moves to the card', async () => {
    const { person, card, section, wire } = await openCard({
      [me]: [account(false), account(true), account(false)],
      [make]: json({ url }, 201),
      [end]: noContent,
    })
    await person.click(card.getByRole('button', { name: 'Adresse anlegen' }))
    await person.click(await card.findByRole('button', { name: 'Beenden' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await person.click(dialog.getByRole('button', { name: 'Beenden' }))
    expect(await screen.findByText('Kalender beendet')).toBeVisible()
    expect(wire.sent(end)).toHaveLength(1)
    expect(address()).not.toBeInTheDocument()
    expect(await card.findByRole('button', { name: 'Adresse anlegen' })).toBeEnabled()
    await waitFor(() => expect(section).toHaveFocus())
  })

  test('The error about a calendar address that could not be ended has disappeared when the dialog is opened again', async () => {
    const { person, card } = await openCard({
      [me]: account(true),
      [end]: refusal(500, 'InternalError'),
    })
    await person.click(card.getByRole('button', { name: 'Beenden' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await person.click(dialog.getByRole('button', { name: 'Beenden' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Der Kalender konnte nicht beendet werden',
    )
    await person.click(dialog.getByRole('button', { name: 'Abbrechen' }))
    await person.click(card.getByRole('button', { name: 'Beenden' }))
    expect(within(await screen.findByRole('alertdialog')).queryByRole('alert')).toBeNull()
  })
})
