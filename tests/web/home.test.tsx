import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, offline, type WireTable } from '#tests/support/wire.ts'
import { type Role, setupSteps } from '#worker/domain/codes.ts'

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

  test('says nothing of what is missing when nothing is, or to those who cannot see to it', async () => {
    const wire = { 'GET /api/home': json({}) }
    const { wire: sent } = renderApp({ path: '/', user: withRoles('readonly', 'helper'), wire })
    await tiles()
    expect(screen.queryByText('Was noch fehlt')).not.toBeInTheDocument()
    expect(sent.sent('GET /api/home')).toEqual([])
  })
})

describe('what is still missing', () => {
  const all = setupSteps.map((step) => (step === 'privacy' ? { step, fields: [] } : { step }))
  const save = 'PUT /api/guild/setup'

  async function open(home: object, wire: WireTable = {}) {
    const answer = { 'GET /api/home': json(home), ...wire }
    const app = renderApp({ path: '/', user: withRoles('management'), wire: answer })
    const card = await screen.findByRole('region', { name: 'Was noch fehlt' })
    const row = (name: string) => {
      const found = within(card)
        .getAllByRole('listitem')
        .find((one) => within(one).queryByText(name, { exact: true }))
      if (!found) throw new Error(`no step ${name}`)
      return within(found)
    }
    return { ...app, card: within(card), row }
  }

  test('stands there step by step, each with the way to where it is done', async () => {
    const { card } = await open({ missing: all, skipped: [] })
    expect(card.getByText(/^0 von 10 Schritten sind erledigt\./)).toBeVisible()
    expect(card.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/guild',
      '/guild',
      '/guild',
      '/guild',
      '/costumes',
      '/guild/import',
      '/parades/create',
      '/orders/setup',
      '/guild',
      '/users',
    ])
    expect(card.getAllByRole('button', { name: 'Brauchen wir nicht' })).toHaveLength(10)
    expect(card.getAllByRole('button', { name: 'Passt so' })).toHaveLength(2)
  })

  test('counts what is done and leaves out what is not needed', async () => {
    const missing = all.filter(({ step }) => step === 'honors')
    const { card, row } = await open({ missing, skipped: ['sepa', 'fees'] })
    expect(card.getByText(/^8 von 9 Schritten sind erledigt\./)).toBeVisible()
    expect(row('SEPA').getByText('Brauchen wir nicht')).toBeVisible()
    expect(row('Beiträge').getByText('Erledigt')).toBeVisible()
    expect(row('Verein').getByText('Erledigt')).toBeVisible()
    expect(row('Verein').queryByRole('button')).not.toBeInTheDocument()
    expect(row('SEPA').getByRole('button', { name: 'Zurücknehmen' })).toHaveAccessibleDescription(
      'SEPA',
    )
  })

  test.each([
    ['Bezahlung', 'Brauchen wir nicht', { step: 'payment', skipped: true }],
    ['Ehrungen', 'Passt so', { step: 'honors', skipped: true }],
    ['Beiträge', 'Brauchen wir nicht', { step: 'fees', skipped: true }],
  ])('%s is set aside by "%s", and the hand stays there', async (name, button, body) => {
    const after = { missing: all.filter(({ step }) => step !== body.step), skipped: [body.step] }
    let isSaved = false
    const { row, person, wire } = await open(
      {},
      {
        'GET /api/home': () => Response.json(isSaved ? after : { missing: all, skipped: [] }),
        [save]: () => {
          isSaved = true
          return Response.json(after)
        },
      },
    )
    await person.click(row(name).getByRole('button', { name: button }))
    const back = await row(name).findByRole('button', { name: 'Zurücknehmen' })
    expect(wire.sent(save)[0]?.body).toEqual(body)
    expect(back).toHaveFocus()
  })

  test('that was set aside is asked for again', async () => {
    const home = { missing: all.slice(2), skipped: ['sepa'] }
    const { row, person, wire } = await open(home, { [save]: json({ missing: all, skipped: [] }) })
    await person.click(row('SEPA').getByRole('button', { name: 'Zurücknehmen' }))
    expect(wire.sent(save)[0]?.body).toEqual({ step: 'sepa', skipped: false })
  })

  test('stays when it could not be set aside, and says why', async () => {
    const { row, person } = await open({ missing: all, skipped: [] }, { [save]: offline })
    await person.click(row('SEPA').getByRole('button', { name: 'Brauchen wir nicht' }))
    expect(await row('SEPA').findByRole('alert')).toHaveTextContent(
      'Das konnte nicht gespeichert werden',
    )
    expect(row('SEPA').getByRole('button', { name: 'Brauchen wir nicht' })).toBeVisible()
  })

  test('names what the public pages lack, and leads to where it is entered', async () => {
    const missing = [
      { step: 'imprint', fields: ['street', 'registerNumber'] },
      { step: 'privacy', fields: ['contactEmail'] },
    ]
    const { row } = await open({ missing, skipped: [] })
    const legal = row('Datenschutz')
    expect(legal.getByText('Im Impressum: Straße und Hausnummer, Registernummer.')).toBeVisible()
    expect(legal.getByText('In der Datenschutzerklärung: E-Mail Adresse.')).toBeVisible()
    expect(legal.getByRole('link', { name: 'Angaben ergänzen' })).toHaveAttribute('href', '/guild')
  })
})
