import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fixToday } from '#tests/support/fixed-today.ts'
import { someSettings } from '#tests/support/guild-settings.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { camt, guildIban, line, xmlFile } from '#tests/support/statements/camt.ts'
import {
  abele,
  aClaim,
  aRun,
  aYear,
  collected,
  dorn,
  gruber,
  zoller,
} from '#tests/support/statements/known.ts'
import { json, refusal, type WireCall, type WireTable } from '#tests/support/wire.ts'
import '#web/billing/statement/read-statement.ts'
import '#web/billing/statement/statement-page.tsx'
import '#web/shell/staff-shell.tsx'
import type { BookingBody } from '#web/data/billing.ts'
import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import type { Role } from '#worker/domain/codes.ts'

// After every line of the statements.
fixToday('2026-12-21T12:00:00Z')

const claims = [
  collected({ member: gruber }),
  aClaim({ member: zoller }),
  aClaim({ member: abele, payerIban: '' }),
]

const back = { side: 'DBIT', endToEndId: 'MB2026-41', reason: 'AM04', euros: '23.00' } as const
const lines = [
  line({ ...back, name: 'Annegret Gruber' }),
  line({ purpose: 'Beitrag MB2026-42' }),
  line({ name: 'Kirchenchor', iban: '', purpose: 'Spende', euros: '50.00' }),
  line({ side: 'DBIT', name: 'Getränke Hepp', purpose: 'Rechnung 12', euros: '80.00' }),
]

const answers = (all: FeeClaim[] = claims, runs = [aRun()]): WireTable => ({
  'GET /api/billing/years': json([aYear(runs)]),
  'GET /api/billing/claims': ({ query }) =>
    Response.json(
      all.filter(({ year, openInCent }) =>
        query.has('year') ? String(year) === query.get('year') : openInCent !== 0,
      ),
    ),
  'GET /api/guild/settings': json(someSettings({ creditorIban: guildIban })),
})

const bookCall = 'POST /api/billing/bookings'
const creditCall = 'POST /api/billing/runs/7/credited'

type Opening = { role?: Role; wire?: WireTable; file?: File | null }

async function open({ role = 'management', wire = {}, file }: Opening = {}) {
  const app = renderApp({
    path: '/billing/statement',
    user: withRoles(role),
    wire: { ...answers(), [bookCall]: json([], 201), [creditCall]: json({}), ...wire },
  })
  const input = await screen.findByLabelText('Kontoauszüge')
  if (file !== null) await app.person.upload(input, file ?? xmlFile(camt(lines)))
  return app
}

const card = async (name: string | RegExp) => within(await screen.findByRole('region', { name }))
/** The bookings of a request. */
function bookingsOf(call: WireCall | undefined): BookingBody[] {
  const body = call?.body as { bookings: BookingBody[] } | undefined
  return body?.bookings ?? []
}

const actName = /Buchung(en)? übernehmen$/
const bookButton = () => screen.findByRole('button', { name: actName })

describe('a bank statement', () => {
  test('The lines of a bank statement are listed in groups, and surely matched ones are ticked', async () => {
    await open()
    const returns = await card(/^Rücklastschriften/)
    expect(returns.getByRole('checkbox', { name: 'Gruber, Annegret' })).toBeChecked()
    expect(returns.getByText('10.12.2026 · Konto nicht gedeckt')).toBeVisible()
    expect(returns.getByText('Eingezogen am 07.12.2026, Kennung MB2026-41')).toBeVisible()
    expect(returns.getByLabelText('Bankgebühr')).toHaveValue('3,00')
    const transfers = await card(/^Überweisungen/)
    expect(transfers.getByRole('checkbox', { name: 'Xaver Zoller' })).toBeChecked()
    expect(transfers.getByText(/^Bezahlt: 2026 Zoller, Xaver 20,00/)).toBeVisible()
    const unmatched = await card(/^Nicht zugeordnet/)
    expect(unmatched.getByText('Kirchenchor')).toBeVisible()
    expect(unmatched.queryByRole('checkbox')).not.toBeInTheDocument()
    expect(screen.getByText('1 Abbuchung hat nichts mit Beiträgen zu tun.')).toBeVisible()
    expect(await bookButton()).toHaveAccessibleName('2 Buchungen übernehmen')
  })

  test('While a bank statement is read, nothing is sent to the server', async () => {
    const { wire } = await open()
    await bookButton()
    expect(wire.calls.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('The ticked lines of a bank statement are booked with one request, and the result has a link to the fees', async () => {
    const { person, wire } = await open()
    const returns = await card(/^Rücklastschriften/)
    await person.click(returns.getByRole('checkbox', { name: 'Bankgebühr weiterbelasten' }))
    const charge = returns.getByLabelText('Bankgebühr')
    await person.clear(charge)
    await person.type(charge, '4,5')
    await person.click(await bookButton())
    expect(await screen.findByText('2 Buchungen übernommen')).toBeVisible()
    expect(screen.getByText('1 Rücklastschrift, 1 Überweisung')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Zu den Mitgliedsbeiträgen' })).toHaveAttribute(
      'href',
      '/billing/membershipfees',
    )
    const sent = wire.sent(bookCall)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toEqual({
      bookings: [
        {
          kind: 'returned',
          claimId: claims[0]?.id,
          endToEndId: 'MB2026-41',
          amountInCent: 2000,
          day: '2026-12-10',
          reasonCode: 'AM04',
          bankChargeInCent: 450,
          passOnCharge: true,
          bankKey: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
        {
          kind: 'paid',
          method: 'transfer',
          claimId: claims[1]?.id,
          amountInCent: 2000,
          day: '2026-12-10',
          bankKey: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
    })
    expect(wire.sent(creditCall)).toEqual([])
  })

  test('Unticked lines of a bank statement are not booked', async () => {
    const { person, wire } = await open()
    const returns = await card(/^Rücklastschriften/)
    await person.click(returns.getByRole('checkbox', { name: 'Gruber, Annegret' }))
    await person.click(await screen.findByRole('button', { name: '1 Buchung übernehmen' }))
    await waitFor(() => expect(wire.sent(bookCall)).toHaveLength(1))
    expect(wire.sent(bookCall)[0]?.body).toMatchObject({ bookings: [{ kind: 'paid' }] })
  })

  test('An unmatched payment is booked on a fee chosen by hand', async () => {
    const { person, wire } = await open()
    const unmatched = await card(/^Nicht zugeordnet/)
    await person.click(unmatched.getByRole('button', { name: 'Beitrag wählen: Kirchenchor' }))
    expect(unmatched.getByLabelText('Offener Beitrag')).toHaveFocus()
    await person.type(unmatched.getByLabelText('Offener Beitrag'), 'abe')
    await person.click(await unmatched.findByRole('option', { name: /^Abele, Rosa/ }))
    expect(unmatched.getByRole('button', { name: /: Kirchenchor$/ })).toHaveFocus()
    expect(unmatched.getByRole('checkbox', { name: 'Kirchenchor' })).toBeChecked()
    expect(unmatched.getByText(/offen sind 20,00\s€: 30,00\s€ werden Guthaben\.$/)).toBeVisible()
    await person.click(await screen.findByRole('button', { name: '3 Buchungen übernehmen' }))
    await waitFor(() => expect(wire.sent(bookCall)).toHaveLength(1))
    expect(bookingsOf(wire.sent(bookCall)[0])[2]).toMatchObject({
      kind: 'paid',
      claimId: claims[2]?.id,
      amountInCent: 5000,
    })
  })

  test('If a returned debit is unticked, the payment of the same fee is unticked too, with the reason', async () => {
    const { person } = await open({
      file: xmlFile(camt([...lines, line({ purpose: 'MB2026-41', day: '2026-12-12' })])),
    })
    const transfers = await card(/^Überweisungen/)
    const paid = () => transfers.getAllByRole('checkbox')[1]
    expect(paid()).toBeChecked()
    const returns = await card(/^Rücklastschriften/)
    await person.click(returns.getByRole('checkbox', { name: 'Gruber, Annegret' }))
    expect(paid()).not.toBeChecked()
    expect(transfers.getByText(/Hier ist nichts offen: 20,00\s€ werden Guthaben/)).toBeVisible()
  })

  test('A fee that another line pays is shown as settled when a fee is chosen by hand; several chosen fees are paid oldest first', async () => {
    const owed = [2024, 2025].map((year) => aClaim({ member: abele, year, payerIban: '' }))
    const all = [...claims, ...owed.toReversed()]
    const { person, wire } = await open({ wire: answers(all) })
    const unmatched = await card(/^Nicht zugeordnet/)
    await person.click(unmatched.getByRole('button', { name: 'Beitrag wählen: Kirchenchor' }))
    await person.type(unmatched.getByLabelText('Offener Beitrag'), 'zol')
    expect(await unmatched.findByRole('option')).toHaveTextContent('2026, nichts mehr offen')
    await person.clear(unmatched.getByLabelText('Offener Beitrag'))
    await person.type(unmatched.getByLabelText('Offener Beitrag'), 'abe')
    await person.click(await unmatched.findByRole('option', { name: /Alle 3 Beiträge, 60,00\s€/ }))
    await person.click(await screen.findByRole('button', { name: '3 Buchungen übernehmen' }))
    await waitFor(() => expect(wire.sent(bookCall)).toHaveLength(1))
    expect(bookingsOf(wire.sent(bookCall)[0]).slice(2)).toMatchObject([
      { claimId: owed[0]?.id, amountInCent: 2000 },
      { claimId: owed[1]?.id, amountInCent: 2000 },
      { claimId: claims[2]?.id, amountInCent: 1000 },
    ])
  })

  test('When a statement contains the credit of a SEPA file, the credit is recorded', async () => {
    const more = '<BkTxCd><Prtry><Cd>NTRF+192</Cd></Prtry></BkTxCd>'
    const { person, wire } = await open({ file: xmlFile(camt([line({ euros: '60.00', more })])) })
    const credits = await card(/^Sammelgutschriften/)
    expect(credits.getByRole('checkbox', { name: 'Einzug vom 07.12.2026' })).toBeChecked()
    await person.click(await bookButton())
    await waitFor(() => expect(wire.sent(creditCall)).toHaveLength(1))
    expect(wire.sent(creditCall)[0]?.body).toEqual({ day: '2026-12-10' })
    expect(wire.sent(bookCall)).toEqual([])
  })

  test('If the credit cannot be recorded, the other bookings stay and an error is shown', async () => {
    const more = '<BkTxCd><Prtry><Cd>NTRF+192</Cd></Prtry></BkTxCd>'
    const { person, wire } = await open({
      file: xmlFile(camt([...lines, line({ euros: '60.00', more })])),
      wire: { [creditCall]: refusal(409, 'RunFinal', 'Diese Datei ist verworfen.') },
    })
    await person.click(await screen.findByRole('button', { name: '3 Buchungen übernehmen' }))
    expect(await screen.findByText('2 Buchungen übernommen')).toBeVisible()
    expect(await screen.findByRole('alert')).toHaveTextContent('Diese Datei ist verworfen.')
    const credits = await card(/^Sammelgutschriften/)
    expect(credits.getByRole('checkbox')).toBeChecked()
    expect(wire.sent(bookCall)).toHaveLength(1)
  })

  test('If the booking of a line is rejected, the ticks stay and the error is shown at the line', async () => {
    const wrong = refusal(422, 'ValidationFailed', 'Prüfe Deine Angaben.', {
      fields: { 'bookings.1.amountInCent': 'Das ist zu viel.' },
    })
    const { person } = await open({ wire: { [bookCall]: wrong } })
    await person.click(await bookButton())
    expect(await screen.findByRole('alert')).toHaveTextContent('Das konnte nicht gebucht werden')
    const transfers = await card(/^Überweisungen/)
    expect(transfers.getByText('Das ist zu viel.')).toBeVisible()
    expect(transfers.getByRole('checkbox', { name: 'Xaver Zoller' })).toBeChecked()
  })

  test("A line dated tomorrow is unticked; if it is booked all the same, the server's error (422) is shown at the line", async () => {
    const tomorrow = line({ name: 'Rosa Abele', purpose: 'MB2026-43', iban: '', day: '2026-12-22' })
    const refused = refusal(422, 'ValidationFailed', 'Prüfe Deine Angaben.', {
      fields: { 'bookings.2.day': 'Der Tag liegt in der Zukunft.' },
    })
    const { person, wire } = await open({
      file: xmlFile(camt([...lines, tomorrow])),
      wire: { [bookCall]: refused },
    })
    const transfers = await card(/^Überweisungen/)
    const ofTomorrow = () => transfers.getByRole('checkbox', { name: 'Rosa Abele' })
    expect(ofTomorrow()).not.toBeChecked()
    expect(transfers.getByText(/^Die Bank bucht erst am 22\.12\.2026/)).toBeVisible()
    expect(transfers.getByText(/^Vorschlag: 2026 Abele, Rosa 20,00/)).toBeVisible()
    await person.click(ofTomorrow())
    await person.click(await screen.findByRole('button', { name: '3 Buchungen übernehmen' }))
    expect(await transfers.findByText('Der Tag liegt in der Zukunft.')).toBeVisible()
    expect(ofTomorrow()).toBeChecked()
    expect(transfers.getByRole('checkbox', { name: 'Xaver Zoller' })).toBeChecked()
    wire.answer({ [bookCall]: json([], 201) })
    await person.click(ofTomorrow())
    await person.click(await screen.findByRole('button', { name: '2 Buchungen übernehmen' }))
    expect(await screen.findByText('2 Buchungen übernommen')).toBeVisible()
    expect(bookingsOf(wire.sent(bookCall)[1])).toHaveLength(2)
  })

  test('A line that another user has booked in the meantime is marked as booked', async () => {
    const refused = refusal(409, 'AlreadyBooked', 'Eine Zeile des Auszugs ist schon gebucht.', {
      fields: { 'bookings.1.bankKey': 'Schon gebucht.' },
    })
    const { person } = await open({ wire: { [bookCall]: refused } })
    await person.click(await bookButton())
    expect(await screen.findByRole('alert')).toHaveTextContent('Eine Zeile des Auszugs')
    expect((await card(/^Überweisungen/)).getByText('Schon gebucht.')).toBeVisible()
  })

  test('A bank statement is compared with the fees since the year before its first line', async () => {
    const old = [2023, 2024].map((year) => aClaim({ member: zoller, year }))
    const debit = collected({ member: dorn, year: 2024 })
    const file = xmlFile(
      camt([
        line({ ...back, endToEndId: 'MB2026-44', day: '2024-12-10' }),
        line({ day: '2025-03-01' }),
      ]),
    )
    const years = [2026, 2024, 2023, 2022].map((year) => ({ ...aYear(), year }))
    const { wire } = await open({
      file,
      wire: {
        ...answers([...claims, ...old, debit]),
        'GET /api/billing/years': json([...years, { ...aYear(), year: 2021 }]),
      },
    })
    const returns = await card(/^Rücklastschriften/)
    expect(returns.getByRole('checkbox', { name: 'Dorn, Christa' })).toBeChecked()
    const asked = wire.sent('GET /api/billing/claims').map(({ query }) => query.get('year'))
    expect(asked).toEqual(expect.arrayContaining(['2023', '2024', '2025', '2026', '2027']))
    expect(asked).not.toContain('2022')
  })

  test('If a bank charge is not an amount, booking is disabled', async () => {
    const { person } = await open()
    const returns = await card(/^Rücklastschriften/)
    await person.type(returns.getByLabelText('Bankgebühr'), 'x')
    expect(returns.getByLabelText('Bankgebühr')).toHaveAccessibleDescription(/kein Betrag/)
    expect(await bookButton()).toBeDisabled()
  })
})

describe('the page for bank statements', () => {
  test.each(['helper', 'readonly', 'secretary', 'costumes', 'parades'] as const)(
    'The page for bank statements, which contain accounts, is closed to the role %s',
    async (role) => {
      renderApp({ path: '/billing/statement', user: withRoles(role) })
      expect(await screen.findByRole('heading', { level: 1, name: /nicht für Dich/ })).toBeVisible()
    },
  )

  test('The role treasurer can book the lines of a bank statement', async () => {
    await open({ role: 'treasurer' })
    await card(/^Rücklastschriften/)
    expect(screen.getByRole('button', { name: actName })).toBeVisible()
  })

  test('Several bank statements can be dropped at once', async () => {
    await open({ file: null })
    const place = screen.getByText(/oder hierher ziehen/)
    const files = [xmlFile(camt(lines.slice(0, 1))), xmlFile(camt(lines.slice(1, 2)), 'b.xml')]
    fireEvent.drop(place, { dataTransfer: { files } })
    expect(await bookButton()).toHaveAccessibleName('2 Buchungen übernehmen')
  })

  test('If a bank statement cannot be read, the reason is shown', async () => {
    await open({ file: xmlFile('Datum;Betrag', 'umsatz.xml') })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('umsatz.xml: Das ist kein Kontoauszug im Format CAMT.')
    expect(alert).toHaveFocus()
  })

  test.each<[Role, number]>([
    ['management', 1],
    ['treasurer', 0],
  ])(
    "If the guild's account is not set, the page links the role %s to the settings %i times: only the management can change them",
    async (role, links) => {
      renderApp({
        path: '/billing/statement',
        user: withRoles(role),
        wire: { ...answers(), 'GET /api/guild/settings': json(someSettings()) },
      })
      expect(await screen.findByText('Das Konto der Zunft fehlt')).toBeVisible()
      expect(screen.queryAllByRole('link', { name: 'Einstellungen öffnen' })).toHaveLength(links)
      expect(
        screen.queryAllByText('Das trägt die Verwaltung in den Einstellungen ein.'),
      ).toHaveLength(1 - links)
    },
  )
})
