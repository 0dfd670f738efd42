import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fixToday } from '#tests/support/fixed-today.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, refusal, type WireTable } from '#tests/support/wire.ts'
import '#web/shell/staff-shell.tsx'
import '#web/assembly/report/assembly-report-page.tsx'
import type { AssemblyReport, ReportYear } from '#worker/assembly/assembly.contract.ts'
import type { Role } from '#worker/domain/codes.ts'

// Today is 21 November 2026.
fixToday()

const reportCall = 'GET /api/assembly/report'
const settingsCall = 'GET /api/guild/settings'

function aYear(changes: Partial<ReportYear> = {}): ReportYear {
  return {
    year: 2025,
    until: '2025-12-31',
    start: 409,
    entries: 18,
    reentries: 2,
    exits: 5,
    deaths: 3,
    end: 421,
    meanAge: 41.3,
    withoutBirthday: 1,
    parades: 14,
    jumps: 1204,
    honors: 36,
    fees: {
      dueInCent: 845_000,
      receivedInCent: 800_000,
      waivedInCent: 2000,
      openInCent: 43_500,
      creditInCent: 500,
    },
    ...changes,
  }
}

const person = (id: number, firstName: string, lastName: string) => ({
  id,
  firstName,
  lastName,
  birthday: null,
})

function aReport(changes: Partial<AssemblyReport> = {}): AssemblyReport {
  return {
    year: aYear(),
    before: aYear({
      year: 2024,
      until: '2024-12-31',
      start: 409,
      entries: 6,
      reentries: 0,
      exits: 6,
      deaths: 0,
      end: 409,
      meanAge: 41.6,
      parades: 15,
      jumps: 1302,
      honors: 40,
      fees: null,
    }),
    withoutDates: { dateJoined: 2, dateLeft: 1 },
    today: { active: 320, passive: 113 },
    mostActive: [
      { member: person(41, 'Annegret', 'Gruber'), jumps: 14 },
      { member: person(42, 'Jörg', 'Straßer'), jumps: 13 },
      { member: person(43, 'Finn', 'Kopp'), jumps: 13 },
      { member: person(44, 'Rosa', 'Abele'), jumps: 12 },
    ],
    honors: [
      { type: 'Parades_25', count: 30, before: 34 },
      { type: 'Member_for_25_Years', count: 6, before: 6 },
    ],
    named: { died: [], joined: [], honored: [] },
    ...changes,
  }
}

const running = aYear({ year: 2026, until: '2026-11-21', start: 421, end: 433 })

function openPage(wire: WireTable = {}, search = '?year=2025', role: Role = 'readonly') {
  return renderApp({
    path: `/assembly/report${search}`,
    user: withRoles(role),
    wire: {
      [reportCall]: json(aReport()),
      [settingsCall]: json({
        assemblyDate: null,
        honorRules: [{ type: 'Parades_25', label: 'Sprungorden in Bronze' }],
      }),
      ...wire,
    },
  })
}

/** A table row by row, as it is heard. */
async function rowsOf(name: string): Promise<string[]> {
  const table = await screen.findByRole('table', { name })
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent).join(' | '))
    .map((line) => line.replaceAll('\u00a0', ' '))
}

test('The report compares a year with the year before and shows each difference', async () => {
  const { wire } = openPage()
  expect(await rowsOf('Mitglieder')).toEqual([
    'Mitglieder | 2025 | 2024 | Unterschied',
    'Am Anfang | 409 | 2024: 409 | 0',
    'Eingetreten | 18 | 2024: 6 | +12',
    'Wieder eingetreten | 2 | 2024: 0 | +2',
    'Ausgetreten | 5 | 2024: 6 | −1',
    'Verstorben | 3 | 2024: 0 | +3',
    'Am Ende | 421 | 2024: 409 | +12',
    'Alter im Durchschnitt | 41,3 | 2024: 41,6 | −0,3',
  ])
  expect(await rowsOf('Umzüge')).toEqual([
    'Umzüge | 2025 | 2024 | Unterschied',
    'Umzüge | 14 | 2024: 15 | −1',
    'Sprünge | 1.204 | 2024: 1.302 | −98',
  ])
  expect(wire.sent(reportCall)).toHaveLength(1)
})

test('The report sums up the year in sentences that can be read aloud', async () => {
  openPage()
  expect(
    await screen.findByText(
      'Am 31.12.2025 hatte die Zunft 421 Mitglieder, 12 mehr als ein Jahr davor. 2025 sind 18 eingetreten, 2 wieder eingetreten, 5 ausgetreten und 3 verstorben. Im Durchschnitt waren die Mitglieder 41,3 Jahre alt. Bei 14 Umzügen kamen 1.204 Sprünge zusammen, 98 weniger als 2024. Verliehen wurden 36 Ehrungen. Von 8.450,00 € Beiträgen sind 8.000,00 € bezahlt oder eingezogen, offen sind 435,00 €.',
    ),
  ).toBeVisible()
})

test('Members with equally many parades share a line, and the next place is skipped', async () => {
  openPage()
  expect(await rowsOf('Die Aktivsten')).toEqual([
    'Platz | Sprünge | Mitglied',
    'Platz 1 | 14 Sprünge | Annegret Gruber',
    'Platz 2 | 13 Sprünge | Jörg Straßer, Finn Kopp',
    'Platz 4 | 12 Sprünge | Rosa Abele',
  ])
})

test('Honors have the labels of the guild, and their counts add up', async () => {
  openPage()
  await screen.findByText('Sprungorden in Bronze')
  expect(await rowsOf('Ehrungen')).toEqual([
    'Ehrung | 2025 | 2024 | Unterschied',
    'Sprungorden in Bronze | 30 | 2024: 34 | −4',
    '25 Jahre Mitgliedschaft | 6 | 2024: 6 | 0',
    'Zusammen | 36 | 2024: 40 | −4',
  ])
})

test('The sums of the fees add up, and a link leads to the Beitragsabrechnung of the year', async () => {
  openPage()
  expect(await rowsOf('Beiträge')).toEqual([
    'Beiträge | 2025 | 2024 | Unterschied',
    'Soll | 8.450,00 € | 2024: – | –',
    'Eingegangen | 8.000,00 € | 2024: – | –',
    'Erlassen | 20,00 € | 2024: – | –',
    'Offen | 435,00 € | 2024: – | –',
    'Guthaben | 5,00 € | 2024: – | –',
  ])
  expect(screen.getByText('2024 ist nicht festgeschrieben.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Beitragsabrechnung' })).toHaveAttribute(
    'href',
    '/billing/report?year=2025',
  )
})

test('The report counts the members without a date of joining, leaving or birth, and links to the list of these members', async () => {
  openPage()
  expect(
    await screen.findByText(/2 Mitglieder ohne Eintrittsdatum stehen in keinem Jahr/),
  ).toBeVisible()
  expect(
    screen.getByText('1 früheres Mitglied ohne Austrittsdatum steht in keinem Jahr.'),
  ).toBeVisible()
  expect(screen.getByText(/Heute sind 320 aktiv und 113 passiv/)).toBeVisible()
  expect(screen.getByText(/fehlt 1 Mitglied ohne Geburtsdatum/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Wer das ist' })).toHaveAttribute(
    'href',
    '/statistics/upcoming-honors',
  )
})

test('An address without a year opens the report of the current year, whose figures count until today', async () => {
  const before = aYear()
  openPage({ [reportCall]: json(aReport({ year: running, before })) }, '')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Jahresbericht 2026')
  expect((await rowsOf('Mitglieder'))[0]).toBe('Mitglieder | 2026 bis heute | 2025 | Unterschied')
  expect(
    screen.getByText(/^Am 21\.11\.2026 hat die Zunft 433 Mitglieder, 12 mehr als am Jahresanfang/),
  ).toBeVisible()
  // The parades of a running year are not compared with those of a complete one.
  expect(screen.getByText(/kamen 1\.204 Sprünge zusammen\./)).toBeVisible()
})

test('Choosing another year loads its report and puts the year into the address', async () => {
  const { router, person: who, wire } = openPage()
  await screen.findByRole('table', { name: 'Mitglieder' })
  await who.selectOptions(screen.getByLabelText('Jahr'), '2019')
  await screen.findByRole('heading', { level: 1, name: 'Jahresbericht 2019' })
  expect(router.state.location.search).toBe('?year=2019')
  expect(wire.sent(reportCall).at(-1)?.query.get('year')).toBe('2019')
})

test('A future year has no report and sends no request', async () => {
  const { wire } = openPage({}, '?year=2027')
  expect(await screen.findByText('2027 hat noch nicht begonnen')).toBeVisible()
  expect(screen.getByText('Den Bericht gibt es ab dem 01.01.2027.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Drucken' })).toBeDisabled()
  expect(wire.sent(reportCall)).toEqual([])
})

test('The report of an empty guild says that nothing is entered', async () => {
  const blank = {
    start: 0,
    entries: 0,
    reentries: 0,
    exits: 0,
    deaths: 0,
    end: 0,
    meanAge: null,
    withoutBirthday: 0,
    parades: 0,
    jumps: 0,
    honors: 0,
    fees: null,
  }
  openPage({
    [reportCall]: json(
      aReport({
        year: aYear(blank),
        before: aYear({ ...blank, year: 2024 }),
        withoutDates: { dateJoined: 0, dateLeft: 0 },
        today: { active: 0, passive: 0 },
        mostActive: [],
        honors: [],
      }),
    ),
  })
  expect(await screen.findByText('Für 2025 ist nichts eingetragen')).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
})

test('A report of the assembly that fails to load shows an error and can be loaded again', async () => {
  const { person: who, wire } = openPage({ [reportCall]: refusal(500, 'Unexpected') })
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Der Jahresbericht konnte nicht geladen werden',
  )
  wire.answer({ [reportCall]: json(aReport()) })
  await who.click(screen.getByRole('button', { name: 'Erneut laden' }))
  expect(await screen.findByRole('table', { name: 'Mitglieder' })).toBeVisible()
})

test('The button "Drucken" prints the report', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const { person: who } = openPage()
  await screen.findByRole('table', { name: 'Mitglieder' })
  await who.click(screen.getByRole('button', { name: 'Drucken' }))
  expect(print).toHaveBeenCalledOnce()
})

test('A helper cannot open the report', async () => {
  openPage({}, '?year=2025', 'helper')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByText(/Jahresbericht/)).toBeNull()
})

test('The report lists the dead, the new and the honored members in the order in which they are read out', async () => {
  const [gruber, strasser, abele] = [
    person(41, 'Annegret', 'Gruber'),
    person(42, 'Jörg', 'Straßer'),
    person(44, 'Rosa', 'Abele'),
  ]
  const named: AssemblyReport['named'] = {
    died: [{ member: strasser, date: '2025-03-12' }],
    joined: [
      { member: abele, again: false },
      { member: gruber, again: true },
    ],
    honored: [
      { member: abele, type: 'Parades_100', basis: 'parades' },
      { member: abele, type: 'Member_for_40_Years', basis: 'membershipYears' },
      { member: gruber, type: 'Member_for_25_Years', basis: 'membershipYears' },
      { member: strasser, type: 'Parades_25', basis: 'parades' },
      { member: gruber, type: 'Parades_100', basis: 'parades' },
    ],
  }
  renderApp({
    path: '/assembly/report?year=2025',
    user: withRoles('readonly'),
    wire: { [reportCall]: json(aReport({ named })) },
  })
  const texts = async (name: string) =>
    within(await screen.findByRole('region', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(await texts('Verstorben')).toEqual(['Jörg Straßer, am 12.03.2025'])
  expect(await texts('Neu in der Zunft')).toEqual([
    'Rosa Abele',
    'Annegret Gruber, wieder eingetreten',
  ])
  expect(await texts('Geehrt: Mitgliedschaften')).toEqual([
    '25 Jahre Mitgliedschaft: Annegret Gruber',
    '40 Jahre Mitgliedschaft: Rosa Abele',
  ])
  expect(await texts('Geehrt: Sprünge')).toEqual([
    'Sprungorden 25 Sprünge: Jörg Straßer',
    'Sprungorden 100 Sprünge: Rosa Abele, Annegret Gruber',
  ])
})
