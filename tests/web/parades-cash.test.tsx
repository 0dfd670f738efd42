import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import {
  binder,
  gruber,
  kopp,
  openParade,
  openParticipants,
  participantsCall,
} from '#tests/support/parade-page.ts'
import { aParticipation } from '#tests/support/parade-rows.ts'
import { json, offline } from '#tests/support/wire.ts'
import type { DoneAct } from '#worker/check-in/check-in.contract.ts'

const actsCall = 'GET /api/parade/:id/acts'

const jonas = { id: 8, name: 'Jonas Kiefer' }
const byHand = { feePayedByHand: true, feePayedBy: jonas }

const cashLines = () =>
  within(screen.getByRole('table', { name: /^Kasse/ }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      Array.from(row.querySelectorAll('td')).map(({ textContent }) =>
        textContent?.replace(/ Anmeldung(en)?$/, '').replace('\u00a0', ' '),
      ),
    )

describe('the cash of a parade', () => {
  test('The cash of a parade is listed per collector, the largest sum first, next to the money paid online and still missing', async () => {
    const people = [
      { ...gruber, feePayedByHand: true, feePayedBy: { id: 7, name: 'Lena Fauser' } },
      binder,
      kopp,
      aParticipation({ id: 4, memberName: 'Abele, Ute', ...byHand }),
      aParticipation({ id: 5, memberName: 'Merk, Ida', priceInCent: 400, ...byHand }),
      // A place that costs nothing is no money.
      aParticipation({
        id: 6,
        memberName: 'Zoll, Kurt',
        priceInCent: 0,
        participationFeePayed: false,
      }),
    ]
    openParade({ wire: { [participantsCall]: json(people) } })
    expect(await screen.findByRole('heading', { name: /^Kasse/ })).toBeVisible()
    expect(cashLines()).toEqual([
      ['Bar bei Jonas Kiefer', '2', '12,00 €'],
      ['Bar bei Lena Fauser', '1', '8,00 €'],
      ['Online bezahlt', '1', '8,00 €'],
      ['Nicht bezahlt', '1', '8,00 €'],
    ])
    expect(screen.getByText(/20,00\s€ in bar/)).toBeVisible()
  })

  test('Cash recorded by a phone while the guild recorded none is listed with its collector', async () => {
    const people = [
      aParticipation({ id: 4, memberName: 'Abele, Ute', ...byHand }),
      aParticipation({ id: 5, memberName: 'Merk, Ida', ...byHand, cashWhileOff: true }),
    ]
    openParade({ wire: { [participantsCall]: json(people) } })
    const note = await screen.findByText(/^1 Anmeldung, 8,00\s€: Ida Merk \(bei Jonas Kiefer\)\.$/)
    expect(note).toBeVisible()
  })

  test('For each helper a counting sheet is printed with the sum of the cash recorded', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    const people = [
      aParticipation({ id: 4, memberName: 'Abele, Ute', ...byHand }),
      aParticipation({ id: 5, memberName: 'Merk, Ida', priceInCent: 400, ...byHand }),
      aParticipation({
        id: 6,
        memberName: 'Zoll, Kurt',
        ...byHand,
        feePayedBy: { id: 7, name: 'Lena Fauser' },
      }),
    ]
    openParade({ wire: { [participantsCall]: json(people) } })
    await userEvent.click(await screen.findByRole('button', { name: 'Zählprotokolle drucken' }))
    const sheet = within(screen.getByRole('article', { name: 'Zählprotokoll Jonas Kiefer' }))
    expect(sheet.getAllByRole('row', { name: /^Summe vermerkt 12,00\s€$/ })).toHaveLength(2)
    expect(sheet.getByRole('row', { name: /^1 × 4,00\s€ 4,00\s€$/ })).toBeInTheDocument()
    expect(sheet.getByText('Differenz (Bleibt minus Summe vermerkt)')).toBeInTheDocument()
    expect(sheet.getByText('Kassier')).toBeInTheDocument()
    expect(screen.getByRole('article', { name: 'Zählprotokoll Lena Fauser' })).toBeInTheDocument()
    await vi.waitFor(() => expect(print).toHaveBeenCalledOnce())
  })

  test('For a parade without a price no cash is shown', async () => {
    await openParticipants({
      roles: ['readonly'],
      wire: {
        [participantsCall]: json([gruber, binder, kopp].map((row) => ({ ...row, priceInCent: 0 }))),
      },
    })
    expect(screen.queryByRole('table', { name: /^Kasse/ })).not.toBeInTheDocument()
  })
})

describe('check-ins and cash of a parade', () => {
  const act = (changes: Partial<DoneAct>): DoneAct => ({
    id: `act ${changes.kind} ${changes.at}`,
    at: '2027-01-10T12:20:00.000Z',
    kind: 'pay',
    by: 'Jonas Kiefer',
    about: { memberName: 'Gruber, Annegret', priceInCent: 800 },
    ...changes,
  })
  const open = async (answer: DoneAct[] | typeof offline) => {
    const app = await openParticipants({
      wire: { [actsCall]: typeof answer === 'function' ? answer : json(answer) },
    })
    await app.person.click(screen.getByText('Abgehakt und kassiert'))
    return app
  }

  test('The log of the check-in is loaded when it is unfolded, and shows time, user, person and amount', async () => {
    const app = await openParticipants({
      wire: {
        [actsCall]: json([
          act({ kind: 'unpay', at: '2027-01-11T07:00:00.000Z', by: 'Sabine Haug' }),
          act({}),
          act({ kind: 'enter', about: null }),
          act({ kind: 'confirm' }),
          act({ kind: 'unconfirm' }),
        ]),
      },
    })
    expect(app.wire.sent(actsCall)).toHaveLength(0)
    await app.person.click(screen.getByText('Abgehakt und kassiert'))
    await screen.findByText(/Vor Ort eingetragen/)
    const lines = screen.getAllByText(/^(Bar|Best|Bez|Vor Ort)/, { selector: 'li > span' })
    expect(lines.map((line) => line.parentElement?.textContent?.replace('\u00a0', ' '))).toEqual([
      '11.01.2027, 08:00Bezahlung zurückgenommen: Annegret Gruber, 8,00 €Sabine Haug',
      '13:20Bar bezahlt: Annegret Gruber, 8,00 €Jonas Kiefer',
      '13:20Vor Ort eingetragen: nicht mehr eingetragenJonas Kiefer',
      '13:20Bestätigt: Annegret GruberJonas Kiefer',
      '13:20Bestätigung zurückgenommen: Annegret GruberJonas Kiefer',
    ])
  })

  test('An empty log of the check-in says what it will contain', async () => {
    await open([])
    expect(await screen.findByText(/^Noch nichts\. Was am Umzugstag abgehakt/)).toBeVisible()
  })

  test('The log of the check-in is shown in steps of fifty entries', async () => {
    const app = await open(
      Array.from({ length: 60 }, (_, index) => act({ id: `act ${index}`, by: `Helfer ${index}` })),
    )
    expect(await screen.findByText('Helfer 49')).toBeVisible()
    expect(screen.queryByText('Helfer 50')).not.toBeInTheDocument()
    await app.person.click(screen.getByRole('button', { name: 'Weitere' }))
    expect(screen.getByText('Helfer 59')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Weitere' })).not.toBeInTheDocument()
  })

  test('If the log of the check-in fails to load, an error is shown', async () => {
    await open(offline)
    expect(
      await screen.findByText(/Was abgehakt und kassiert wurde, konnte nicht geladen werden/),
    ).toBeVisible()
  })
})
