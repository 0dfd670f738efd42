import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json } from '#tests/support/wire.ts'
import type { Role } from '#worker/domain/codes.ts'

const targets: Record<string, string> = {
  Umzugsanmeldung: '/parade-enrolment',
  'Umzugsanmeldung (im Stall)': '/internal-parade-enrolment',
  'Datenkorrektur nach Anmeldung': '/enrolment-data-cleanup',
  Zahlungen: '/orders',
  Anmeldeabend: '/enrolment-evening',
  'Umzugsteilnahme abhaken': '/parades/participation/check/today',
  'Auswertung der Umzugsanmeldungen': '/enrolment-per-parades',
}
const evaluation = 'Auswertung der Umzugsanmeldungen'
const ofManagement = [
  evaluation,
  'Umzugsanmeldung',
  'Umzugsanmeldung (im Stall)',
  'Datenkorrektur nach Anmeldung',
  'Zahlungen',
  'Anmeldeabend',
]
const checkIn = 'Umzugsteilnahme abhaken'

async function tiles() {
  await screen.findByRole('heading', { level: 1, name: 'Übersicht' })
  return screen.queryAllByRole('region').flatMap((group) => within(group).getAllByRole('link'))
}

describe('the overview', () => {
  test.each<[Role[], string[]]>([
    [['management'], ofManagement],
    [['helper'], [checkIn, evaluation]],
    [
      ['management', 'helper'],
      [checkIn, ...ofManagement],
    ],
    [['readonly'], []],
  ])('shows to %j the buttons %j', async (roles, titles) => {
    renderApp({ path: '/', user: withRoles(...roles) })
    const links = await tiles()
    expect(links).toHaveLength(titles.length)
    for (const [index, title] of titles.entries()) {
      expect(links[index]).toHaveAccessibleName(title)
      expect(links[index]).toHaveAttribute('href', targets[title])
    }
  })

  test('leaves out a group without buttons', async () => {
    renderApp({ path: '/', user: withRoles('helper') })
    expect(await screen.findByRole('heading', { level: 2, name: 'Am Umzugstag' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Anmeldung' })).not.toBeInTheDocument()
  })

  test('says that a new administration database is being built', async () => {
    renderApp({ path: '/', user: withRoles('readonly') })
    expect(
      await screen.findByText(
        'Hier entsteht die neue Verwaltungsdatenbank. Weitere Funktionen folgen.',
      ),
    ).toBeVisible()
  })

  test.each([
    [1, '1 Zahlung ist zu klären'],
    [3, '3 Zahlungen sind zu klären'],
  ])('says that %d payments need somebody', async (count, words) => {
    const wire = { 'GET /api/orders/attention': json({ count }) }
    renderApp({ path: '/', user: withRoles('management'), wire })
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Zahlungen' })).toHaveAccessibleDescription(words)
  })

  test('names what the public pages lack, and leads to where it is entered', async () => {
    const missing = [
      { step: 'imprint', fields: ['street', 'registerNumber'] },
      { step: 'privacy', fields: ['contactEmail'] },
    ]
    const wire = { 'GET /api/home': json({ missing }) }
    renderApp({ path: '/', user: withRoles('management'), wire })
    expect(
      await screen.findByText('Im Impressum: Straße und Hausnummer, Registernummer.'),
    ).toBeVisible()
    expect(screen.getByText('In der Datenschutzerklärung: E-Mail Adresse.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Angaben ergänzen' })).toHaveAttribute('href', '/guild')
  })

  test('says nothing of it when nothing is missing, or to those who cannot enter it', async () => {
    const wire = { 'GET /api/home': json({}) }
    const { wire: sent } = renderApp({ path: '/', user: withRoles('readonly', 'helper'), wire })
    await tiles()
    expect(screen.queryByText('Das fehlt noch')).not.toBeInTheDocument()
    expect(sent.sent('GET /api/home')).toEqual([])
  })
})
