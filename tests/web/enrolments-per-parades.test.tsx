import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, refusal, type WireTable } from '#tests/support/wire.ts'
import '#web/shell/staff-shell.tsx'
import '#web/statistics/enrolments-per-parade-page.tsx'
import type { Role } from '#worker/domain/codes.ts'
import type { EnrolmentsOfParade } from '#worker/statistics/statistics.contract.ts'

const enrolmentsCall = 'GET /api/statistics/parades/enrolments'

const moosried: EnrolmentsOfParade = {
  parade: {
    id: 11,
    title: 'Ringtreffen Moosried',
    host: 'Butzenzunft Moosried',
    date: '2027-01-10',
    cancelledAt: null,
    cancelReason: '',
  },
  total: 12,
  enrolments: [
    { costumeType: { id: 3, name: 'Bachhexe' }, enrolments: 4 },
    { costumeType: { id: 1, name: 'Schellenhansel' }, enrolments: 8 },
    { costumeType: { id: 5, name: 'Garde' }, enrolments: 0 },
  ],
}
const hohenkirch: EnrolmentsOfParade = {
  parade: {
    id: 12,
    title: 'Jubiläumsumzug',
    host: 'Narrenzunft Hohenkirch',
    date: '2027-01-17',
    cancelledAt: null,
    cancelReason: '',
  },
  total: 1,
  enrolments: [{ costumeType: { id: 3, name: 'Bachhexe' }, enrolments: 1 }],
}

function openPage(wire: WireTable = {}, role: Role = 'helper') {
  return renderApp({
    path: '/enrolment-per-parades',
    user: withRoles(role),
    wire: { [enrolmentsCall]: json([moosried, hohenkirch]), ...wire },
  })
}

const cardOf = async (title: string) => within(await screen.findByRole('region', { name: title }))

describe('the enrolments per parade', () => {
  test.each<Role>(['helper', 'management', 'readonly'])(
    'The role %s sees the enrolments per parade',
    async (role) => {
      openPage({}, role)
      expect(
        await screen.findByRole('heading', { level: 1, name: 'Auswertung der Umzugsanmeldungen' }),
      ).toBeVisible()
      expect((await cardOf('Ringtreffen Moosried')).getByText('12')).toBeVisible()
    },
  )

  test('Each parade shows its total and the count per costume type, largest first', async () => {
    openPage()
    const card = await cardOf('Ringtreffen Moosried')
    expect(card.getByText(/Butzenzunft Moosried/)).toHaveTextContent(
      'So 10.01.2027 · Butzenzunft Moosried',
    )
    expect(card.getByText('12').closest('p')).toHaveTextContent('12 Anmeldungen')
    const rows = card.getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual(['Schellenhansel8', 'Bachhexe4'])
    const other = await cardOf('Jubiläumsumzug')
    expect(other.getByText(/Anmeldung$/).closest('p')).toHaveTextContent('1 Anmeldung')
  })

  test('A read-only user sees the title of each parade as a link to its page', async () => {
    openPage({}, 'readonly')
    expect(await screen.findByRole('link', { name: 'Jubiläumsumzug' })).toHaveAttribute(
      'href',
      '/parades/details/12',
    )
  })

  test('A helper sees no links to parades', async () => {
    openPage()
    await cardOf('Jubiläumsumzug')
    expect(screen.queryByRole('link', { name: 'Jubiläumsumzug' })).not.toBeInTheDocument()
  })

  test('A cancelled parade is marked and excluded from the sums', async () => {
    const calledOff = {
      ...hohenkirch,
      parade: { ...hohenkirch.parade, cancelledAt: '2026-11-20T11:00:00.000Z' },
      total: 40,
    }
    const third = { ...hohenkirch, parade: { ...hohenkirch.parade, id: 13, title: 'Nachtumzug' } }
    openPage({ [enrolmentsCall]: json([moosried, calledOff, third]) })
    const card = await cardOf('Jubiläumsumzug Abgesagt')
    expect(card.getByText('40')).toBeVisible()
    expect(screen.getAllByText('Abgesagt')).toHaveLength(1)
    expect(screen.getByText(/^Zusammen/)).toHaveTextContent('Zusammen 13 Anmeldungen zu 2 Umzügen.')
  })

  test('If there is only one parade, no total of all parades is shown', async () => {
    openPage({ [enrolmentsCall]: json([moosried]) })
    await cardOf('Ringtreffen Moosried')
    expect(screen.queryByText(/^Zusammen/)).not.toBeInTheDocument()
  })

  test('A parade without enrolments is listed with 0 and without a table', async () => {
    openPage({ [enrolmentsCall]: json([{ ...hohenkirch, total: 0, enrolments: [] }]) })
    const card = await cardOf('Jubiläumsumzug')
    expect(card.getByText('0').closest('p')).toHaveTextContent('0 Anmeldungen')
    expect(card.queryByRole('table')).not.toBeInTheDocument()
  })

  test('The enrolments per parade show a note when there is no upcoming parade', async () => {
    openPage({ [enrolmentsCall]: json([]) })
    expect(await screen.findByText('Es steht kein Umzug an')).toBeVisible()
  })

  test('Enrolments that fail to load can be loaded again', async () => {
    const { person, wire } = openPage({ [enrolmentsCall]: refusal(500, 'InternalError') })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Die Auswertung konnte nicht geladen werden')
    wire.answer({ [enrolmentsCall]: json([moosried]) })
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(await cardOf('Ringtreffen Moosried')).toBeDefined()
  })
})
