import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  aBooking,
  abele,
  aClaim,
  aDebit,
  aFee,
  aRun,
  aYear,
  blum,
  bookCall,
  claimsCall,
  closedFees,
  closedWire,
  dorn,
  feesCall,
  fileCall,
  gruber,
  makeCall,
  openFees,
  runsCall,
  yearsCall,
  zoller,
} from '#tests/support/billing.ts'
import { fixToday } from '#tests/support/fixed-today.ts'
import { catchSavedFiles } from '#tests/support/saved-files.ts'
import { json, offline, refusal } from '#tests/support/wire.ts'
import '#web/billing/membership-fees-page.tsx'
import { TooManyBookings } from '#web/billing/pay-dialog.tsx'
import '#web/shell/staff-shell.tsx'
import type { FeeClaim } from '#worker/billing/billing.contract.ts'

fixToday()

/** Amounts contain a no-break space. */
const space = '\u00a0'
const euros = (amount: string) => `${amount}${space}€`
const section = async (name: string) => within(await screen.findByRole('region', { name }))
const rowOf = async (name: string) => {
  const cell = await (await section('Beiträge')).findByRole('link', { name })
  const row = cell.closest('tr')
  if (!row) throw new Error(`${name} stands in no row`)
  return within(row)
}
/** Name, fee, state, and when and how. */
const standing = async () => {
  const rows = (await section('Beiträge')).getAllByRole('row').slice(1)
  return rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .filter((cell) => cell.getAttribute('data-at') !== 'tick')
      .slice(0, 4)
      .map((cell) => cell.textContent),
  )
}
const sums = async () =>
  (await section('Überblick')).getAllByRole('definition').map((sum) => sum.textContent)

type App = ReturnType<typeof openFees>
const choose = async ({ person }: App, name: string, act: string) => {
  await person.click((await rowOf(name)).getByRole('button', { name: `${name}: Aktionen` }))
  await person.click(await screen.findByRole('menuitem', { name: act }))
}
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const booked = ({ wire }: App) => wire.sent(bookCall).map(({ body }) => body)
/** The answer of the server with an id for each booking. */
const bookedAs = (...ids: number[]) =>
  json(
    ids.map((id) => ({ ...aBooking({ id }), claimId: 1 })),
    201,
  )

const debit = aDebit({ id: 501 })
const back = aBooking({
  id: 502,
  kind: 'returned',
  amountInCent: 2000,
  day: '2026-12-03',
  runId: 1,
  reversesId: 501,
  reasonCode: 'AM04',
})

const collected = aClaim(gruber, { obstacle: 'Eingezogen am 30.11.2026', bookings: [debit] })
const open = aClaim(zoller)
const returned = aClaim(abele, {
  obstacle: 'Zurückgegeben am 03.12.2026: Konto nicht gedeckt',
  bookings: [debit, back],
})
const free = aClaim(dorn)
const paid = aClaim(aFee({ memberId: 46, lastName: 'Hepp', firstName: 'Manuel' }), {
  obstacle: 'Bezahlt am 19.04.2026',
  bookings: [aBooking({ day: '2026-04-19', method: 'cash' })],
})
const waived = aClaim(aFee({ memberId: 47, lastName: 'Hirling', firstName: 'Ottmar' }), {
  obstacle: 'Erlassen',
  bookings: [aBooking({ kind: 'waived', day: '2026-01-14', note: 'Vorstand' })],
})
const ofAll: FeeClaim[] = [returned, free, collected, paid, waived, open]
const fees = [abele, dorn, gruber, zoller].concat(
  [paid, waived].map(({ member }) =>
    aFee({ memberId: member.id, lastName: member.lastName, firstName: member.firstName }),
  ),
)
const closed = (claims = ofAll, year = {}) => ({
  ...closedWire(claims, { runs: [aRun({ dueDate: '2026-11-30' })], ...year }),
  [feesCall]: json(closedFees(claims, fees)),
})

describe('a closed fee year', () => {
  test('Each fee of a closed year shows its state, day and method', async () => {
    openFees({ wire: closed() })
    expect(await standing()).toEqual([
      ['Abele, Rosa', euros('20,00'), 'Rücklastschrift', '03.12.2026, Konto nicht gedeckt'],
      ['Dorn, Christa', euros('0,00'), 'Beitragsfrei', 'Ehrenmitglied: beitragsfrei'],
      ['Gruber, Annegret', euros('20,00'), 'Eingezogen', 'fällig 30.11.2026'],
      ['Hepp, Manuel', euros('20,00'), 'Bezahlt', '19.04.2026, bar'],
      ['Hirling, Ottmar', euros('20,00'), 'Erlassen', 'Vorstand, 14.01.2026'],
      ['Zoller, Xaver', euros('15,00'), 'Offen', 'Kein SEPA-Mandat'],
    ])
  })

  test('The sums of a closed year are the amounts due, paid, collected and missing', async () => {
    openFees({ wire: closed() })
    expect(await sums()).toEqual([
      `${euros('95,00')}6 Beiträge, davon 1 beitragsfrei, ${euros('20,00')} erlassen`,
      `${euros('20,00')}1 Beitrag`,
      `${euros('20,00')}1 Beitrag, fällig 30.11.2026`,
      `${euros('35,00')}1 offen, 1 zurück`,
    ])
    expect(screen.getByRole('img', { name: /Prozent/ })).toHaveAccessibleName(
      '21 Prozent bezahlt, 21 Prozent eingezogen, 37 Prozent noch nicht da',
    )
  })

  test('In a closed year returned debits reduce the collected sum, and refunds the paid sum', async () => {
    const given = (cents: number) => aBooking({ kind: 'refunded', amountInCent: cents })
    const claims = [
      aClaim(gruber, { bookings: [debit, given(2000)] }),
      aClaim(zoller, {
        bookings: [aDebit({ amountInCent: -1500 }), aBooking({ amountInCent: -500 }), given(800)],
      }),
    ]
    openFees({ wire: closed(claims) })
    expect((await sums()).slice(1, 3)).toEqual([
      expect.stringContaining(euros('0,00')),
      expect.stringContaining(euros('12,00')),
    ])
    expect(screen.getByRole('img', { name: /Prozent/ })).toHaveAccessibleName(
      '0 Prozent bezahlt, 34 Prozent eingezogen, 66 Prozent noch nicht da',
    )
  })

  test('The due date shown for the collected fees is that of the latest SEPA file with a valid debit', async () => {
    const later = aDebit({ day: '2026-12-20', runId: 2, amountInCent: -1500 })
    const runs = [aRun({ id: 2, dueDate: '2026-12-20' }), aRun({ dueDate: '2026-11-30' })]
    const { unmount } = openFees({ wire: closed([collected], { runs }) })
    expect((await sums())[2]).toBe(`${euros('20,00')}1 Beitrag, fällig 30.11.2026`)
    unmount()
    openFees({ wire: closed([collected, aClaim(zoller, { bookings: [later] })], { runs }) })
    expect((await sums())[2]).toBe(`${euros('35,00')}2 Beiträge, zuletzt fällig 20.12.2026`)
  })

  test('One click filters the fees by state, and each filter shows its count', async () => {
    const { person, router } = openFees({ wire: closed() })
    const chips = within(await screen.findByRole('group', { name: 'Beiträge filtern' }))
    expect(chips.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
      'Alle 6',
      'Offen 1',
      'Eingezogen 1',
      'Bezahlt 1',
      'Rücklastschrift 1',
      'Erlassen 1',
      'Beitragsfrei 1',
    ])
    await person.click(chips.getByRole('button', { name: 'Rücklastschrift 1' }))
    expect(await chips.findByRole('button', { pressed: true, name: /^Rück/ })).toBeVisible()
    expect((await standing()).map(([name]) => name)).toEqual(['Abele, Rosa'])
    expect(router.state.location.search).toBe('?filter.state=returned')
    await person.click(chips.getByRole('button', { name: 'Alle 6' }))
    await chips.findByRole('button', { pressed: true, name: /^Alle/ })
    expect(await standing()).toHaveLength(6)
  })

  test('A row of a fee shows the corrected amount, the part still open and the payer', async () => {
    const annegret = { id: 41, firstName: 'Annegret', lastName: 'Gruber', birthday: null }
    const claim = aClaim(gruber, {
      obstacle: null,
      payer: { ...annegret, id: 40, firstName: 'Josef', memberNumber: 140 },
      bookings: [
        aBooking({ kind: 'corrected', amountInCent: 500, note: 'Neu berechnet' }),
        aBooking({ amountInCent: -1000 }),
      ],
    })
    openFees({ wire: closed([claim]) })
    expect((await standing())[0]).toEqual([
      'Gruber, Annegret',
      euros('25,00'),
      'Offen',
      `${euros('15,00')} von ${euros('25,00')} offen, SEPA-Mandat daZahlt Josef Gruber`,
    ])
  })

  test('The menu of a fee offers a read-only user only its account', async () => {
    const { person } = openFees({ role: 'readonly', wire: closed() })
    const row = await rowOf('Zoller, Xaver')
    expect(row.queryByRole('button', { name: /bezahlt/ })).not.toBeInTheDocument()
    await person.click(row.getByRole('button', { name: 'Zoller, Xaver: Aktionen' }))
    const items = screen.getAllByRole('menuitem').map((item) => item.textContent)
    expect(items).toEqual(['Beitragskonto'])
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
  })
})

describe('another fee year', () => {
  const earlier = { ...open, year: 2025 }
  const wire = {
    [claimsCall]: json([earlier]),
    [yearsCall]: json([aYear({ year: 2027 }), aYear(), aYear({ year: 2025, closed: true })]),
  }

  test('The page of an earlier fee year loads its fee accounts and no calculated fees', async () => {
    const { wire: sent } = openFees({ path: '/billing/membershipfees?year=2025', wire })
    expect(await screen.findByRole('heading', { name: 'Mitgliedsbeiträge 2025' })).toBeVisible()
    expect(await standing()).toEqual([
      ['Zoller, Xaver', euros('15,00'), 'Offen', 'Kein SEPA-Mandat'],
    ])
    expect(sent.sent(claimsCall).map(({ query }) => query.get('year'))).toEqual(['2025'])
    expect(sent.sent(feesCall)).toEqual([])
    expect(sent.sent(runsCall)).toEqual([])
  })

  test('"Voriges Jahr" opens the previous fee year, and is disabled in the first one', async () => {
    const { person, router } = openFees({ wire })
    await person.click(await screen.findByRole('link', { name: 'Voriges Jahr' }))
    expect(await screen.findByRole('heading', { name: 'Mitgliedsbeiträge 2025' })).toBeVisible()
    expect(router.state.location.search).toBe('?year=2025')
    expect(screen.getByRole('button', { name: 'Voriges Jahr' })).toBeDisabled()
    await person.click(screen.getByRole('link', { name: 'Nächstes Jahr' }))
    await screen.findByRole('heading', { name: 'Mitgliedsbeiträge 2026' })
    expect(router.state.location.search).toBe('')
  })

  test('A future fee year is closed with the sum shown; if the sum has changed (409), the new sum must be confirmed', async () => {
    const closeCall = 'POST /api/billing/years'
    const app = openFees({
      path: '/billing/membershipfees?year=2027',
      wire: {
        [yearsCall]: json([aYear({ year: 2027, count: 6, sumInCent: 9500 }), aYear()]),
        [closeCall]: [
          refusal(409, 'FeesChanged', 'Inzwischen …', { count: 7, sumInCent: 11_500 }),
          json(aYear({ year: 2027, closed: true }), 201),
        ],
      },
    })
    expect((await sums())[0]).toBe(`${euros('95,00')}6 Beiträge`)
    await app.person.click(screen.getByRole('button', { name: 'Festschreiben' }))
    const question = within(await screen.findByRole('alertdialog', { name: '2027 festschreiben?' }))
    expect(question.getByText(/^6 Beiträge/)).toHaveTextContent('zusammen 95,00 €')
    await app.person.click(question.getByRole('button', { name: 'Festschreiben' }))
    expect(await question.findByRole('alert')).toHaveTextContent(
      'Jetzt sind es 7 Beiträge, zusammen 115,00 €.',
    )
    await app.person.click(question.getByRole('button', { name: 'Festschreiben' }))
    expect(await screen.findByText('2027 festgeschrieben. Als Nächstes: SEPA-Datei')).toBeVisible()
    expect(app.wire.sent(closeCall).map(({ body }) => body)).toEqual([
      { year: 2027, expected: { count: 6, sumInCent: 9500 } },
      { year: 2027, expected: { count: 7, sumInCent: 11_500 } },
    ])
  })

  test('If a year cannot be closed (422), the dialog lists the members without a fee row, with a link to the fee table', async () => {
    const members = [blum, zoller].map(({ memberId: id, firstName, lastName }) => ({
      id,
      firstName,
      lastName,
      birthday: null,
    }))
    const { person } = openFees({
      wire: {
        'POST /api/billing/years': refusal(422, 'FeeRuleMissing', 'Für 2 Mitglieder gibt es …', {
          members,
        }),
      },
    })
    await person.click(await screen.findByRole('button', { name: 'Festschreiben' }))
    const question = within(await screen.findByRole('alertdialog'))
    await person.click(question.getByRole('button', { name: 'Festschreiben' }))
    expect(await question.findByText('Blum, Eva; Zoller, Xaver')).toBeVisible()
    expect(question.getByRole('link', { name: 'Einstellungen öffnen' })).toHaveAttribute(
      'href',
      '/guild#sepa',
    )
  })
})

describe('bookings on fees', () => {
  test('A payment of a fee is booked with day, method and amount', async () => {
    const app = openFees({ wire: { ...closed(), [bookCall]: bookedAs(700) } })
    const row = await rowOf('Zoller, Xaver')
    await app.person.click(row.getByRole('button', { name: /Als bezahlt eintragen/ }))
    const form = await dialog('Als bezahlt eintragen')
    expect(form.getByText('Zoller, Xaver, 15,00 € offen für 2026')).toBeVisible()
    await app.person.selectOptions(form.getByLabelText(/^Wie/), 'Bar')
    const amount = form.getByLabelText(/^Betrag/)
    expect(amount).toHaveValue('15,00')
    await app.person.clear(amount)
    await app.person.type(amount, '10')
    await app.person.click(form.getByRole('button', { name: 'Eintragen' }))
    expect(await screen.findByText('Als bezahlt eingetragen')).toBeVisible()
    expect(booked(app)).toEqual([
      {
        bookings: [
          {
            kind: 'paid',
            claimId: 1042,
            openInCent: 1500,
            amountInCent: 1000,
            day: '2026-11-21',
            method: 'cash',
            note: '',
          },
        ],
      },
    ])
  })

  test('"Rückgängig" in the message about a booking books a counter entry with a reason', async () => {
    const undoCall = 'POST /api/billing/bookings/700/undo'
    const app = openFees({
      wire: { ...closed(), [bookCall]: bookedAs(700), [undoCall]: json([], 201) },
    })
    const row = await rowOf('Zoller, Xaver')
    await app.person.click(row.getByRole('button', { name: /Als bezahlt eintragen/ }))
    await app.person.click(
      (await dialog('Als bezahlt eintragen')).getByRole('button', { name: 'Eintragen' }),
    )
    await app.person.click(await screen.findByRole('button', { name: 'Rückgängig' }))
    expect(await screen.findByText('Zurückgenommen')).toBeVisible()
    expect(app.wire.sent(undoCall).map(({ body }) => body)).toEqual([
      { note: 'Rückgängig gemacht' },
    ])
  })

  test('If a booking is rejected (422), the form stays open with the error beside its field', async () => {
    const app = openFees({
      wire: {
        ...closed(),
        [bookCall]: refusal(422, 'ValidationFailed', 'Prüfe …', {
          fields: { 'bookings.0.day': 'Der Tag liegt vor dem Beitrag.' },
        }),
      },
    })
    const row = await rowOf('Zoller, Xaver')
    await app.person.click(row.getByRole('button', { name: /Als bezahlt eintragen/ }))
    const form = await dialog('Als bezahlt eintragen')
    await app.person.clear(form.getByLabelText(/^Bezahlt am/))
    await app.person.type(form.getByLabelText(/^Bezahlt am/), '1.1.2020')
    await app.person.click(form.getByRole('button', { name: 'Eintragen' }))
    expect(await form.findByText('Der Tag liegt vor dem Beitrag.')).toBeVisible()
    expect(form.getByLabelText(/^Bezahlt am/)).toHaveValue('01.01.2020')
  })

  test('At most 5,000 fees are booked at once, and the form says so', () => {
    const { container, rerender } = render(<TooManyBookings count={5000} />)
    expect(container).toBeEmptyDOMElement()
    rerender(<TooManyBookings count={5001} />)
    expect(container).toHaveTextContent('Auf einmal gehen höchstens 5000. Offen sind davon 5001')
  })

  test('If a booking of several fees is rejected, the error mentions the member concerned and the fees are loaded again', async () => {
    const app = openFees({
      wire: {
        ...closed(),
        [bookCall]: refusal(422, 'ValidationFailed', 'Prüfe …', {
          fields: { 'bookings.1.amountInCent': 'Offen sind nur noch 5,00 €.' },
        }),
      },
    })
    await rowOf('Zoller, Xaver')
    await app.person.click(screen.getByRole('checkbox', { name: /alle/i }))
    const list = await section('Beiträge')
    await app.person.click(list.getByRole('button', { name: 'Erlassen' }))
    const form = await dialog('2 Beiträge erlassen')
    await app.person.type(form.getByLabelText(/^Warum/), 'Beschluss')
    const asked = app.wire.sent(claimsCall).length
    await app.person.click(form.getByRole('button', { name: 'Erlassen' }))
    expect(await form.findByRole('alert')).toHaveTextContent(
      'Zoller, Xaver: Offen sind nur noch 5,00 €.',
    )
    await waitFor(() => expect(app.wire.sent(claimsCall).length).toBeGreaterThan(asked))
  })

  test('A returned debit is booked with day, reason and bank charge, which a checkbox passes on to the payer', async () => {
    const app = openFees({ wire: { ...closed(), [bookCall]: bookedAs(701) } })
    await choose(app, 'Gruber, Annegret', 'Rücklastschrift eintragen')
    const form = await dialog('Rücklastschrift eintragen')
    expect(form.getByText('Gruber, Annegret, 20,00 € vom 30.11.2026')).toBeVisible()
    expect(form.queryByRole('checkbox')).not.toBeInTheDocument()
    // Today is before the day of the debit, which the bank allows.
    expect(form.getByText(/^Das ist vor dem Tag, an dem die Lastschrift fällig war/)).toBeVisible()
    await app.person.type(form.getByLabelText('Bankgebühr'), '3,50')
    await app.person.selectOptions(form.getByLabelText(/^Grund/), 'AC04')
    expect(form.getByText(/^Der Beitrag ist wieder offen/)).toHaveTextContent(
      'Eingezogen wird er erst, wenn ein neues SEPA-Mandat da ist',
    )
    await app.person.click(form.getByRole('checkbox', { name: 'Bankgebühr weiterbelasten' }))
    await app.person.click(form.getByRole('button', { name: 'Eintragen' }))
    expect(await screen.findByText('Rücklastschrift eingetragen')).toBeVisible()
    expect(booked(app)).toEqual([
      {
        bookings: [
          {
            kind: 'returned',
            claimId: 1041,
            openInCent: 0,
            amountInCent: 2000,
            day: '2026-11-21',
            reasonCode: 'AC04',
            bankChargeInCent: 350,
            passOnCharge: true,
          },
        ],
      },
    ])
  })

  test('The form for a returned debit lists the family members whose fees are returned with it', async () => {
    const child = aClaim(zoller, { bookings: [aDebit({ id: 503, amountInCent: -1500 })] })
    const app = openFees({ wire: closed([collected, child]) })
    await choose(app, 'Gruber, Annegret', 'Rücklastschrift eintragen')
    const form = await dialog('Rücklastschrift eintragen')
    expect(form.getByText('Mit dieser Lastschrift kommt auch zurück: Zoller, Xaver.')).toBeVisible()
  })

  test('Correcting a fee books the difference to the new fee with a reason', async () => {
    const app = openFees({ wire: { ...closed(), [bookCall]: bookedAs(702) } })
    await choose(app, 'Zoller, Xaver', 'Berichtigen')
    const form = await dialog('Beitrag berichtigen')
    await app.person.clear(form.getByLabelText(/^Neuer Beitrag/))
    await app.person.type(form.getByLabelText(/^Neuer Beitrag/), '7,50')
    await app.person.type(form.getByLabelText(/^Warum/), 'Halbes Jahr')
    await app.person.click(form.getByRole('button', { name: 'Berichtigen' }))
    expect(await screen.findByText('Beitrag berichtigt')).toBeVisible()
    expect(booked(app)).toEqual([
      {
        bookings: [
          {
            kind: 'corrected',
            claimId: 1042,
            openInCent: 1500,
            amountInCent: -750,
            day: '2026-11-21',
            note: 'Halbes Jahr',
          },
        ],
      },
    ])
  })

  test('Correcting a fee does not change its bank charge, which is shown beside the fee', async () => {
    const charged = aClaim(abele, {
      obstacle: 'Zurückgegeben am 03.12.2026: Konto nicht gedeckt',
      bookings: [
        debit,
        back,
        aBooking({ kind: 'charged', amountInCent: 300, endToEndId: debit.endToEndId }),
      ],
    })
    const app = openFees({ wire: { ...closed([charged]), [bookCall]: bookedAs(702) } })
    expect((await standing())[0]).toEqual([
      'Abele, Rosa',
      euros('20,00'),
      'Rücklastschrift',
      `03.12.2026, Konto nicht gedeckt, mit ${euros('3,00')} Bankgebühr`,
    ])
    expect((await sums())[0]).toBe(
      `${euros('23,00')}1 Beitrag, darin ${euros('3,00')} Bankgebühren`,
    )
    await choose(app, 'Abele, Rosa', 'Berichtigen')
    const form = await dialog('Beitrag berichtigen')
    expect(form.getByText('Abele, Rosa, 20,00 € für 2026, dazu 3,00 € Bankgebühr')).toBeVisible()
    const field = form.getByLabelText(/^Neuer Beitrag/)
    expect(field).toHaveValue('20,00')
    await app.person.clear(field)
    await app.person.type(field, '10')
    await app.person.type(form.getByLabelText(/^Warum/), 'Halbes Jahr')
    await app.person.click(form.getByRole('button', { name: 'Berichtigen' }))
    expect(await screen.findByText('Beitrag berichtigt')).toBeVisible()
    expect(booked(app)).toMatchObject([{ bookings: [{ kind: 'corrected', amountInCent: -1000 }] }])
  })

  test('"Als bezahlt eintragen" for several ticked fees books only the open fees, with the same day and method', async () => {
    const app = openFees({ wire: { ...closed(), [bookCall]: bookedAs(703, 704) } })
    await rowOf('Zoller, Xaver')
    await app.person.click(screen.getByRole('checkbox', { name: /alle/i }))
    await app.person.click(
      (await section('Beiträge')).getByRole('button', { name: 'Als bezahlt eintragen' }),
    )
    const form = await dialog('Als bezahlt eintragen')
    expect(form.getByText('2 Beiträge, zusammen 35,00 € offen')).toBeVisible()
    expect(form.queryByLabelText(/^Betrag/)).not.toBeInTheDocument()
    await app.person.click(form.getByRole('button', { name: 'Eintragen' }))
    expect(await screen.findByText('2 als bezahlt eingetragen')).toBeVisible()
    const how = { kind: 'paid', day: '2026-11-21', method: 'transfer', note: '' }
    expect(booked(app)).toEqual([
      {
        bookings: [
          { ...how, claimId: 1043, openInCent: 2000, amountInCent: 2000 },
          { ...how, claimId: 1042, openInCent: 1500, amountInCent: 1500 },
        ],
      },
    ])
  })
})

describe('the account of a fee', () => {
  const undoCall = 'POST /api/billing/bookings/502/undo'

  test('The account of a fee lists all bookings, and offers to undo the valid ones except debits', async () => {
    const app = openFees({ wire: { ...closed(), [undoCall]: json([], 201) } })
    await choose(app, 'Abele, Rosa', 'Beitragskonto')
    const account = await dialog('Beitragskonto 2026')
    const by = 'Sabine Kächele, 02.03.2026, 09:15 Uhr'
    expect(account.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      `Festgeschrieben: Aktiv ab 18${euros('20,00')}`,
      `30.11.2026Eingezogen, fällig an diesem Tag (gilt nicht mehr)${by}−${euros('20,00')}`,
      `03.12.2026Rücklastschrift: Konto nicht gedeckt${by}${euros('20,00')}Zurücknehmen`,
    ])
    await app.person.click(account.getByRole('button', { name: 'Zurücknehmen' }))
    const form = await dialog('Buchung zurücknehmen')
    await app.person.type(form.getByLabelText(/^Warum/), 'Falsches Mitglied')
    await app.person.click(form.getByRole('button', { name: 'Zurücknehmen' }))
    expect(await screen.findByText('Buchung zurückgenommen')).toBeVisible()
    expect(app.wire.sent(undoCall).map(({ body }) => body)).toEqual([{ note: 'Falsches Mitglied' }])
  })
})

describe('the next SEPA file', () => {
  const xml = () => new Response('<Document/>', { headers: { 'Content-Type': 'application/xml' } })
  const collectible = aClaim(gruber)
  const wire = () => ({ ...closed([returned, collectible, open]), [fileCall]: xml })
  const press = async ({ person }: App) =>
    person.click(await screen.findByRole('button', { name: 'Nur noch offene einziehen' }))

  test('The sum of the next SEPA file does not include returned debits until they are ticked', async () => {
    const saved = catchSavedFiles()
    const app = openFees({ wire: wire() })
    const band = await section('Überblick')
    expect(await band.findByText(/^1 Beitrag einziehbar/)).toHaveTextContent(
      '1 Beitrag einziehbar, zusammen 20,00 €',
    )
    expect(
      band.getByText(
        '1 Beitrag nicht einziehbar: 1 ohne SEPA-Mandat. Rücklastschriften kommen erst wieder mit, wenn Du sie freigibst.',
      ),
    ).toBeVisible()
    await press(app)
    await screen.findByText('SEPA-Datei heruntergeladen')
    expect(saved.map(({ name }) => name)).toEqual(['Mitgliedsbeiträge_2026.xml'])
    expect(app.wire.sent(makeCall).map(({ body }) => body)).toEqual([
      {
        year: 2026,
        dueDate: '2026-12-07',
        after: 1,
        expected: { count: 1, sumInCent: 2000 },
        includeReturned: [],
      },
    ])
  })

  test('A ticked returned debit is added to the SEPA file and its sum', async () => {
    catchSavedFiles()
    const app = openFees({ wire: wire() })
    const band = await section('Überblick')
    const tick = await band.findByRole('checkbox', { name: /^Abele, Rosa/ })
    expect(tick).not.toBeChecked()
    await app.person.click(tick)
    expect(band.getByText(/^Mit den freigegebenen sind es 2 Beiträge/)).toHaveTextContent('40,00 €')
    await press(app)
    await screen.findByText('SEPA-Datei heruntergeladen')
    expect(app.wire.sent(makeCall)[0]?.body).toMatchObject({
      expected: { count: 2, sumInCent: 4000 },
      includeReturned: [1043],
    })
  })

  test('After its SEPA file is made, a returned debit is unticked, and the next file does not contain it', async () => {
    catchSavedFiles()
    const app = openFees({ wire: wire() })
    const band = await section('Überblick')
    const tick = () => band.getByRole('checkbox', { name: /^Abele, Rosa/ })
    await app.person.click(await band.findByRole('checkbox', { name: /^Abele, Rosa/ }))
    await press(app)
    await screen.findByText('SEPA-Datei heruntergeladen')
    await waitFor(() => expect(tick()).not.toBeChecked())
    await press(app)
    await waitFor(() => expect(app.wire.sent(makeCall)).toHaveLength(2))
    expect(app.wire.sent(makeCall)[1]?.body).toMatchObject({ includeReturned: [] })
  })

  test('If the download of a SEPA file failed, the same file is downloaded again, unless a returned debit is ticked: that makes another file', async () => {
    catchSavedFiles()
    const second = json(aRun({ id: 2 }), 201)
    const app = openFees({
      wire: {
        ...wire(),
        [makeCall]: [json(aRun(), 201), second],
        [fileCall]: [offline, offline, xml],
      },
    })
    const fetched = () => app.wire.sent(fileCall).map(({ query }) => query.toString())
    await press(app)
    await app.person.click(await screen.findByRole('button', { name: 'Datei herunterladen' }))
    await waitFor(() => expect(fetched()).toEqual(['run=1', 'run=1']))
    const band = await section('Überblick')
    await app.person.click(band.getByRole('checkbox', { name: /^Abele, Rosa/ }))
    await press(app)
    await screen.findByText('SEPA-Datei heruntergeladen')
    expect(app.wire.sent(makeCall)[1]?.body).toMatchObject({ includeReturned: [1043] })
    expect(fetched()).toEqual(['run=1', 'run=1', 'run=2'])
  })

  test('A SEPA file that cannot include a ticked returned debit shows the reason (422)', async () => {
    const why = 'Rosa Abele: Verstorben'
    const app = openFees({
      wire: {
        ...wire(),
        [makeCall]: refusal(422, 'ValidationFailed', 'Prüfe …', {
          fields: { includeReturned: why },
        }),
      },
    })
    const band = await section('Überblick')
    await app.person.click(await band.findByRole('checkbox', { name: /^Abele, Rosa/ }))
    await press(app)
    expect(await screen.findByRole('alert')).toHaveTextContent(why)
  })

  test('If the fees to collect have changed (409), the new sum is shown; the ticks stay, and a second click makes the SEPA file', async () => {
    catchSavedFiles()
    const changed = refusal(409, 'FeesChanged', 'Inzwischen …', { count: 3, sumInCent: 6000 })
    const made = json(aRun({ id: 2 }), 201)
    const app = openFees({ wire: { ...wire(), [makeCall]: [changed, made] } })
    const band = await section('Überblick')
    await app.person.click(await band.findByRole('checkbox', { name: /^Abele, Rosa/ }))
    await press(app)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Jetzt sind es 3 Beiträge, zusammen 60,00 €.',
    )
    expect(band.getByRole('checkbox', { name: /^Abele, Rosa/ })).toBeChecked()
    await press(app)
    await screen.findByText('SEPA-Datei heruntergeladen')
    expect(app.wire.sent(makeCall)[1]?.body).toMatchObject({
      expected: { count: 3, sumInCent: 6000 },
      includeReturned: [1043],
    })
  })

  test('When only returned debits are left to collect, the button for the SEPA file is disabled until one is ticked', async () => {
    const app = openFees({ wire: closed([returned, paid]) })
    const button = await screen.findByRole('button', { name: 'Nur noch offene einziehen' })
    expect(button).toBeDisabled()
    expect(screen.getByText('Hake an, was noch einmal eingezogen werden soll.')).toBeVisible()
    const band = await section('Überblick')
    await app.person.click(band.getByRole('checkbox', { name: /^Abele, Rosa/ }))
    expect(button).toBeEnabled()
  })

  test('No SEPA file is offered when everything is collected', async () => {
    openFees({ wire: closed([collected, paid], { runs: [aRun({ dueDate: '2026-11-02' })] }) })
    expect(await screen.findByText('Alles ist eingezogen, was sich einziehen lässt')).toBeVisible()
    expect(screen.queryByRole('button', { name: /einziehen$/ })).not.toBeInTheDocument()
  })

  test('A link to a fee account opens it; a link to an unknown one opens nothing', async () => {
    openFees({ path: '/billing/membershipfees?account=1041', wire: closed() })
    expect((await dialog('Beitragskonto 2026')).getByText('Gruber, Annegret')).toBeVisible()
    cleanup()
    openFees({ path: '/billing/membershipfees?account=4711', wire: closed() })
    await standing()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('Before the due date the page says that the fees are in a SEPA file, not that they are collected', async () => {
    const runs = [aRun({ id: 2, dueDate: '2026-12-20' }), aRun({ dueDate: '2026-11-30' })]
    openFees({ wire: closed([collected, paid], { runs }) })
    expect(
      await screen.findByText(
        'Was sich einziehen lässt, ist in einer SEPA-Datei, fällig am 30.11.2026',
      ),
    ).toBeVisible()
    expect(screen.queryByText(/^Alles ist eingezogen/)).not.toBeInTheDocument()
  })
})

describe('a SEPA file that was made', () => {
  const act = async ({ person }: App, name: string) => {
    const table = within(await screen.findByRole('table', { name: 'Erzeugte Dateien' }))
    await person.click(table.getByRole('button', { name: /Aktionen$/ }))
    await person.click(await screen.findByRole('menuitem', { name }))
  }

  test('A SEPA file is discarded with a reason after confirming that it was not handed in', async () => {
    const voidCall = 'POST /api/billing/runs/1/void'
    const app = openFees({ wire: { ...closed([collected]), [voidCall]: json(aRun()) } })
    await app.person.click(await screen.findByRole('button', { name: 'Verwerfen' }))
    const form = await dialog('Datei verwerfen?')
    await app.person.type(form.getByLabelText(/^Warum/), 'Falscher Tag')
    expect(form.getByRole('button', { name: 'Verwerfen' })).toBeDisabled()
    await app.person.click(
      form.getByRole('checkbox', { name: 'Diese Datei wurde nicht bei der Bank eingereicht.' }),
    )
    await app.person.click(form.getByRole('button', { name: 'Verwerfen' }))
    expect(await screen.findByText('Datei verworfen')).toBeVisible()
    expect(app.wire.sent(voidCall).map(({ body }) => body)).toEqual([{ reason: 'Falscher Tag' }])
  })

  test.each([
    [
      'made here',
      {},
      ['Datei herunterladen', 'Als eingereicht vermerken', 'Gutschrift eintragen'],
      ['Verwerfen', 'Datei herunterladen', 'Als eingereicht vermerken', 'Gutschrift eintragen'],
    ],
    [
      'that lies ahead',
      { dueDate: '2026-12-07' },
      ['Datei herunterladen', 'Als eingereicht vermerken', 'Gutschrift eintragen'],
      [
        'Verwerfen',
        'Datei herunterladen',
        'Als eingereicht vermerken',
        'Ankündigung schreiben',
        'Gutschrift eintragen',
      ],
    ],
    [
      'that was submitted',
      { submittedOn: '2026-11-20' },
      ['Datei herunterladen', 'Einreichung zurücknehmen', 'Gutschrift eintragen'],
      ['Datei herunterladen', 'Gutschrift eintragen'],
    ],
    [
      'made elsewhere',
      { submittedOn: '2026-11-20', hasFile: false },
      ['Gutschrift eintragen'],
      ['Nachtrag zurücknehmen', 'Gutschrift eintragen'],
    ],
    [
      'credited',
      { creditedOn: '2026-11-20' },
      ['Datei herunterladen', 'Gutschrift zurücknehmen'],
      null,
    ],
  ])(
    'A SEPA file %s offers the actions that fit it in its menu and among the next steps, also in an earlier year',
    async (_, changes, listed, next) => {
      const run = aRun({ dueDate: '2025-11-30', year: 2025, ...changes })
      const app = openFees({
        path: '/billing/membershipfees?year=2025',
        wire: {
          [claimsCall]: json([{ ...collected, year: 2025 }]),
          [yearsCall]: json([aYear(), aYear({ year: 2025, closed: true, runs: [run] })]),
        },
      })
      const table = within(await screen.findByRole('table', { name: 'Erzeugte Dateien' }))
      expect(table.getByText('Sabine Kächele')).toBeVisible()
      const card = screen.queryByRole('region', { name: /^So geht es weiter/ })
      const acts = card && within(card).getAllByText(actsOfCard, { selector: 'a, button' })
      expect(acts?.map((act) => act.textContent) ?? null).toEqual(next)
      await app.person.click(table.getByRole('button', { name: /Aktionen$/ }))
      expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(listed)
    },
  )

  const actsOfCard = /^(Verwerfen|Nachtrag|Datei herunter|Als eingereicht|Ankündigung|Gutschrift)/

  test('A SEPA file with a returned debit cannot be discarded', async () => {
    openFees({ wire: closed() })
    await rowOf('Abele, Rosa')
    const card = await screen.findByRole('region', { name: /^So geht es weiter/ })
    const acts = within(card).getAllByText(actsOfCard, { selector: 'a, button' })
    expect(acts.map((act) => act.textContent)).toEqual([
      'Datei herunterladen',
      'Als eingereicht vermerken',
      'Ankündigung schreiben',
      'Gutschrift eintragen',
    ])
  })

  test('A SEPA file that was made elsewhere and entered by mistake can be removed again', async () => {
    const voidCall = 'POST /api/billing/runs/1/void'
    const runs = [aRun({ submittedOn: '2026-11-20', hasFile: false })]
    const app = openFees({
      wire: { ...closed([collected], { runs }), [voidCall]: json(aRun()) },
    })
    await app.person.click(await screen.findByRole('button', { name: 'Nachtrag zurücknehmen' }))
    const form = await dialog('Nachtrag zurücknehmen?')
    await app.person.type(form.getByLabelText(/^Warum/), 'Doppelt')
    await app.person.click(form.getByRole('checkbox', { name: /^Der Nachtrag war falsch/ }))
    await app.person.click(form.getByRole('button', { name: 'Zurücknehmen' }))
    expect(await screen.findByText('Nachtrag zurückgenommen')).toBeVisible()
  })

  test('A discarded SEPA file is listed with the reason and can still be downloaded', async () => {
    const run = aRun({ voidedAt: '2026-11-21T09:00:00.000Z', voidReason: 'Falscher Tag' })
    const app = openFees({ wire: closed([open], { runs: [run] }) })
    expect(await screen.findByText('Verworfen am 21.11.2026: Falscher Tag')).toBeVisible()
    const table = within(await screen.findByRole('table', { name: 'Erzeugte Dateien' }))
    await app.person.click(table.getByRole('button', { name: /Aktionen$/ }))
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Datei herunterladen',
    ])
  })

  test('In the card of the next steps a SEPA file is marked as submitted, and the message offers to undo that', async () => {
    const submitCall = 'POST /api/billing/runs/1/submitted'
    const app = openFees({ wire: { ...closed([collected]), [submitCall]: json(aRun()) } })
    await app.person.click(await screen.findByRole('button', { name: 'Als eingereicht vermerken' }))
    const form = await dialog('Als eingereicht vermerken')
    expect(form.getByLabelText(/^Eingereicht am/)).toHaveValue('21.11.2026')
    await app.person.click(form.getByRole('button', { name: 'Eintragen' }))
    await app.person.click(await screen.findByRole('button', { name: 'Rückgängig' }))
    expect(await screen.findByText('Einreichung zurückgenommen')).toBeVisible()
    expect(app.wire.sent(submitCall).map(({ body }) => body)).toEqual([
      { day: '2026-11-21' },
      { day: null },
    ])
  })

  test('A submitted SEPA file shows the day of submission, and its menu offers to take the submission back', async () => {
    const submitCall = 'POST /api/billing/runs/1/submitted'
    const runs = [aRun({ submittedOn: '2026-11-20' })]
    const app = openFees({
      wire: { ...closed([collected], { runs }), [submitCall]: json(aRun()) },
    })
    expect(await screen.findByText('Erzeugt, eingereicht am 20.11.2026')).toBeVisible()
    await act(app, 'Einreichung zurücknehmen')
    expect(await screen.findByText('Einreichung zurückgenommen')).toBeVisible()
    expect(app.wire.sent(submitCall).map(({ body }) => body)).toEqual([{ day: null }])
  })

  test('"Rückgängig" in the message about the credit of a SEPA file removes the credit', async () => {
    const creditCall = 'POST /api/billing/runs/1/credited'
    const app = openFees({ wire: { ...closed(), [creditCall]: json(aRun()) } })
    await act(app, 'Gutschrift eintragen')
    const form = await dialog('Gutschrift eintragen')
    await app.person.click(form.getByRole('button', { name: 'Eintragen' }))
    await app.person.click(await screen.findByRole('button', { name: 'Rückgängig' }))
    expect(await screen.findByText('Gutschrift zurückgenommen')).toBeVisible()
    expect(app.wire.sent(creditCall).map(({ body }) => body)).toEqual([
      { day: '2026-11-21' },
      { day: null },
    ])
  })

  test('A SEPA file made elsewhere is entered with the number and sum of the fees that can be collected', async () => {
    const adoptCall = 'POST /api/billing/runs/adopt'
    const app = openFees({ wire: { ...closed([aClaim()]), [adoptCall]: json(aRun(), 201) } })
    await app.person.click(await screen.findByRole('button', { name: 'Datei nachtragen' }))
    const form = await dialog('Datei nachtragen')
    expect(form.getByText(/1 Beitrag, zusammen/)).toHaveTextContent('20,00 €')
    await app.person.type(form.getByLabelText(/^Kennung/), 'MB2026-20261101080000')
    await app.person.click(form.getByRole('button', { name: 'Nachtragen' }))
    expect(await screen.findByText('Datei nachgetragen')).toBeVisible()
    expect(app.wire.sent(adoptCall).map(({ body }) => body)).toEqual([
      {
        year: 2026,
        messageId: 'MB2026-20261101080000',
        submittedOn: '2026-11-21',
        expected: { count: 1, sumInCent: 2000 },
      },
    ])
  })
})

describe('changes after the closing of a year', () => {
  test('In a closed year the members without a fixed fee are listed; ticking one and confirming fixes a fee for that member', async () => {
    const addCall = 'POST /api/billing/claims'
    const late = [
      { id: 61, firstName: 'Ida', lastName: 'Neu', birthday: null },
      { id: 62, firstName: 'Udo', lastName: 'Weg', birthday: null },
    ]
    const app = openFees({
      wire: { ...closed(ofAll, { unclosed: late }), [addCall]: json([open], 201) },
    })
    expect(
      await screen.findByText(
        /^Für 2 Mitglieder ist 2026 noch kein Beitrag festgeschrieben: Ida Neu, Udo Weg\./,
      ),
    ).toBeVisible()
    await app.person.click(screen.getByRole('button', { name: 'Auswählen' }))
    const form = await dialog('Noch für 2026 festschreiben')
    expect(form.getByRole('button', { name: 'Festschreiben' })).toBeDisabled()
    await app.person.click(form.getByRole('checkbox', { name: 'Neu, Ida' }))
    await app.person.click(form.getByRole('button', { name: 'Festschreiben' }))
    expect(await screen.findByText('1 Beitrag festgeschrieben')).toBeVisible()
    expect(app.wire.sent(addCall).map(({ body }) => body)).toEqual([
      { year: 2026, memberIds: [61] },
    ])
  })

  test('Fees that would be different today are recalculated unless they are collected, paid or waived', async () => {
    const today = { amountInCent: 1000, reason: 'Passiv ab 18' }
    const claims = [
      collected,
      paid,
      waived,
      open,
      { ...free, today: { ...today, amountInCent: 0 } },
    ]
    const app = openFees({
      wire: {
        ...closed(claims.map((claim) => ({ ...claim, today: claim.today ?? today }))),
        [bookCall]: bookedAs(705),
      },
    })
    expect(
      await screen.findByText(
        /^4 Beiträge wären heute andere.* 3 davon .* 1 lässt sich neu berechnen\.$/,
      ),
    ).toBeVisible()
    await app.person.click(screen.getByRole('button', { name: 'Neu berechnen' }))
    const form = await dialog('Neu berechnen')
    expect(form.getByRole('listitem')).toHaveTextContent('Zoller, Xaver15,00 € 10,00 €Passiv ab 18')
    await app.person.click(form.getByRole('button', { name: 'Berichtigen' }))
    expect(await screen.findByText('1 Beitrag berichtigt')).toBeVisible()
    expect(booked(app)).toEqual([
      {
        bookings: [
          {
            kind: 'corrected',
            claimId: 1042,
            openInCent: 1500,
            amountInCent: -500,
            day: '2026-11-21',
            note: 'Neu berechnet: Passiv ab 18',
          },
        ],
      },
    ])
  })
})
