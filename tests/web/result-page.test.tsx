import { render, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aCode, aFamily, anOrder, aParadeOf, aPerson, aPlace } from '#tests/support/my-orders.ts'
import { ResultPage } from '#web/enrolment/public/result-page.tsx'
import type { OrderState, ParticipationState } from '#worker/domain/codes.ts'
import type { MyOrder } from '#worker/enrolment/enrolment.contract.ts'

const now = new Date('2026-11-21T18:50:00.000Z')
const guild = { name: 'Narrenzunft Schellental' }
const token = 'f'.repeat(32)

function open(order: MyOrder | null, asked: { state?: string; reason?: string } = {}) {
  const { state = null, reason = null } = asked
  const known = order && { order, token }
  return render(
    <ResultPage sendsMail guild={guild} known={known} asked={{ state, reason }} now={now} />,
  )
}

const title = () => screen.getByRole('heading', { level: 1 }).textContent
const link = (name: string) => screen.queryByRole('link', { name })
const text = () => document.body.textContent?.replaceAll('\u00a0', ' ')

const paymentFailed = 'Die Zahlung ist fehlgeschlagen. Du wurdest nicht angemeldet.'
const notKnownHere = /Dieser Browser kennt Deine Anmeldung nicht/
const calledOff = /Ein Umzug Deiner Anmeldung ist abgesagt/

/** An order in the given state with a place in the given state. */
function inState(state: OrderState, place: ParticipationState, isCalledOff = false): MyOrder {
  const parade = aParadeOf(isCalledOff ? { cancelledAt: '2026-11-20T10:00:00.000Z' } : {})
  const isPending = state === 'pending'
  return anOrder({
    state,
    paidAt: ['paid', 'refund_pending', 'refunded'].includes(state)
      ? '2026-11-21T10:00:00.000Z'
      : null,
    holdUntil: isPending ? '2026-11-21T19:06:00.000Z' : null,
    payUrl: isPending ? 'https://pay.example/7' : null,
    mail: state === 'paid' ? 'sent' : null,
    people: [aPerson({ places: [aPlace({ state: place, parade })] })],
  })
}

describe('the result of an order', () => {
  test.each<[OrderState, ParticipationState, string, string | RegExp]>([
    ['paid', 'booked', 'Anmeldung erfolgreich', 'Viel Spaß an der Fasnet!'],
    ['paid', 'cancelled', 'Anmeldung erfolgreich', 'Viel Spaß an der Fasnet!'],
    ['pending', 'reserved', 'Zahlung noch offen', /bis 20:06.Uhr vorgemerkt/],
    ['review', 'reserved', 'Deine Zahlung wird geprüft', /ein anderer Betrag als verlangt/],
    ['expired', 'released', 'Anmeldung fehlgeschlagen', paymentFailed],
    ['cancelled', 'released', 'Anmeldung fehlgeschlagen', paymentFailed],
    ['failed', 'released', 'Anmeldung fehlgeschlagen', paymentFailed],
    ['refund_pending', 'released', 'Anmeldung fehlgeschlagen', /Dein Geld geht zurück/],
    ['refunded', 'cancelled', 'Anmeldung fehlgeschlagen', /Dein Geld ist zurückgegangen/],
    // Staff refunded the fee and kept the place, which is paid on the day.
    ['refunded', 'booked', 'Anmeldung erfolgreich', 'Viel Spaß an der Fasnet!'],
  ])(
    'If the order is %s and its place %s, the result page shows "%s" and %s',
    (state, place, expected, words) => {
      for (const asked of ['success', 'error']) {
        const view = open(inState(state, place), { state: asked })
        expect(title()).toBe(expected)
        expect(screen.getByText(words)).toBeVisible()
        expect(screen.queryByText(calledOff)).toBeNull()
        expect(link('Weitere Anmeldung')).toHaveAttribute('href', '/parade-enrolment')
        expect(screen.getByRole('button', { name: 'Nicht meine Anmeldung' })).toBeVisible()
        view.unmount()
      }
    },
  )

  test.each<[OrderState, ParticipationState]>([
    ['expired', 'released'],
    ['cancelled', 'released'],
    ['failed', 'released'],
    ['refund_pending', 'released'],
    ['refunded', 'released'],
  ])(
    'If the order is %s and its place %s, the result page says that the parade is cancelled',
    (state, place) => {
      open(inState(state, place, true), { state: 'error' })
      expect(title()).toBe('Anmeldung fehlgeschlagen')
      expect(screen.getByText(calledOff)).toBeVisible()
      expect(screen.queryByText(paymentFailed)).toBeNull()
    },
  )

  test('The reason shown on the result page is that of the order, not the one in the address', () => {
    open(inState('cancelled', 'released'), { state: 'error', reason: 'paradeCancelled' })
    expect(screen.getByText(paymentFailed)).toBeVisible()
  })

  test('For an open order of a cancelled parade the result page has no link to the payment', () => {
    open(inState('pending', 'reserved', true))
    expect(title()).toBe('Zahlung noch offen')
    expect(screen.getByText(calledOff)).toBeVisible()
    expect(link('Weiter bezahlen')).toBeNull()
  })

  test('For a failed order the result page offers another attempt, for an open one the payment', () => {
    const view = open(inState('cancelled', 'released'))
    expect(link('Noch einmal versuchen')).toHaveAttribute('href', '/parade-enrolment')
    expect(link('Weiter bezahlen')).toBeNull()
    view.unmount()
    open(inState('pending', 'reserved'))
    expect(link('Weiter bezahlen')).toHaveAttribute('href', 'https://pay.example/7')
    expect(link('Noch einmal versuchen')).toBeNull()
  })
})

describe('the result without an order', () => {
  test.each([
    [{ state: 'success' }, 'Schau in Deine E-Mail', notKnownHere],
    [{ state: 'success', reason: 'paradeCancelled' }, 'Schau in Deine E-Mail', notKnownHere],
    [{ state: 'error' }, 'Anmeldung fehlgeschlagen', paymentFailed],
    [{ state: 'Success' }, 'Anmeldung fehlgeschlagen', paymentFailed],
    [{}, 'Anmeldung fehlgeschlagen', paymentFailed],
    [{ state: 'error', reason: 'paradeCancelled' }, 'Anmeldung fehlgeschlagen', calledOff],
  ])(
    'Without a known order the title depends on the parameters of the address: %o',
    (asked, expected, words) => {
      open(null, asked)
      expect(title()).toBe(expected)
      expect(screen.getByText(words)).toBeVisible()
      expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
      expect(screen.queryByRole('button', { name: 'Nicht meine Anmeldung' })).toBeNull()
      expect(link('Meine Anmeldung')).toBeNull()
      expect(link('Kalenderdatei herunterladen')).toBeNull()
      expect(link('Weitere Anmeldung')).toHaveAttribute('href', '/parade-enrolment')
    },
  )
})

describe('the confirmation mail on the result page', () => {
  test.each([
    ['waiting', 'Die Bestätigung an j…@example.de ist unterwegs.'],
    ['sent', 'Die Bestätigung an j…@example.de ist verschickt.'],
    ['failed', /Die Bestätigung an j…@example\.de ließ sich nicht zustellen/],
    ['skipped', /Eine Bestätigung per E-Mail geht diesmal nicht hinaus/],
    [null, /Eine Bestätigung per E-Mail geht diesmal nicht hinaus/],
  ] as const)('The result page describes a confirmation mail in the state %s', (mail, words) => {
    open(anOrder({ mail }))
    expect(screen.getByText(words)).toBeVisible()
  })

  test('A failed enrolment does not mention a mail', () => {
    open(inState('cancelled', 'released'))
    expect(text()).not.toMatch(/Bestätigung|example\.de/)
  })
})

describe('the places on the result page', () => {
  test('The places of a family are grouped by parade in order of date, with names and costumes', () => {
    open(aFamily())
    expect(screen.getByRole('heading', { name: 'Jörg, Mia und Ben sind dabei' })).toBeVisible()
    const rows = screen.getAllByRole('listitem')
    expect(rows.map((row) => within(row).getByRole('heading').textContent)).toEqual([
      'Ringtreffen Moosried',
      'Kinderumzug',
    ])
    const [ringtreffen, children] = rows.map((row) => row.textContent?.replaceAll('\u00a0', ' '))
    expect(ringtreffen).toContain('So 10.01.2027 · Moosried')
    expect(ringtreffen).toContain('Jörg: Schellenhansel 142')
    expect(ringtreffen).toContain('Mia: Kinderhansel 23')
    expect(ringtreffen).toContain('14,00 €')
    expect(children).not.toContain('Jörg')
    expect(text()).toContain('Bezahlt14,00 €')
  })

  test('Two people with the same first name are shown with their last names', () => {
    const people = [aPerson(), aPerson({ lastName: 'Rist', places: [aPlace({ id: 2 })] })]
    open(anOrder({ people }))
    expect(
      screen.getByRole('heading', { name: 'Jörg Straßer und Jörg Rist sind dabei' }),
    ).toBeVisible()
  })

  test('A person whose places are cancelled is not listed among those who take part', () => {
    const family = aFamily()
    const people = family.people.map((person) =>
      person.firstName === 'Ben'
        ? {
            ...person,
            places: person.places.map((place) => ({ ...place, state: 'cancelled' as const })),
          }
        : person,
    )
    open({ ...family, people })
    expect(screen.getByRole('heading', { name: 'Jörg und Mia sind dabei' })).toBeVisible()
    expect(text()).toContain('Ben: Kinderhansel 31. Abgesagt.')
  })

  test('A cancelled parade is marked on the result page, with its refund', () => {
    const place = aPlace({
      parade: aParadeOf({ cancelledAt: '2026-11-20T10:00:00.000Z' }),
      refund: { amountInCent: 800, state: 'done' },
    })
    open(anOrder({ people: [aPerson({ places: [place] })] }))
    expect(screen.getByText('Abgesagt')).toBeVisible()
    expect(text()).toContain('Der Umzug ist abgesagt. Die Gebühr von 8,00 € ist erstattet.')
    expect(link('Kalenderdatei herunterladen')).toBeNull()
  })

  test('A free enrolment is not shown as paid', () => {
    const people = [aPerson({ places: [aPlace({ priceInCent: 0 })] })]
    open(anOrder({ amountInCent: 0, people }))
    expect(text()).toContain('Summe0,00 €')
    expect(text()).not.toContain('Bezahlt')
  })

  test('The result page has links to the calendar file and the order; its print button is hidden without the script', () => {
    open(anOrder())
    expect(link('Kalenderdatei herunterladen')).toHaveAttribute(
      'href',
      '/parade-enrolment/result/calendar.ics',
    )
    expect(link('Meine Anmeldung')).toHaveAttribute('href', `/meine-anmeldung#order=${token}`)
    expect(screen.queryByRole('button', { name: 'Drucken' })).toBeNull()
    expect(screen.getByText('Drucken')).not.toBeVisible()
  })
})

describe('the check-in codes on the result page', () => {
  const box = () => screen.queryByRole('region', { name: 'Für den Umzugstag' })
  const [jörg, mia, ben] = aFamily().people
  const coded = () => {
    if (!jörg || !mia || !ben) throw new Error('nobody')
    return anOrder({ people: [{ ...jörg, ...aCode('A') }, { ...mia, ...aCode('B') }, ben] })
  }

  test('A check-in code is shown small on the result page and large in a popover', () => {
    open(coded())
    const inBox = within(box() ?? document.body)
    expect(inBox.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
      'Jörg',
      'Mia',
    ])
    const sources = inBox
      .getAllByRole('img', { name: 'Code von Mia Straßer', hidden: true })
      .map((picture) => picture.getAttribute('src') ?? '')
    const svg = aCode('B').checkInSvg
    expect(sources).toHaveLength(2)
    for (const source of sources) {
      const [kind, document = ''] = source.split(/,(.*)/s)
      expect([kind, decodeURIComponent(document)]).toEqual(['data:image/svg+xml', svg])
    }
    // The browser opens the popover that the button names; the sheet scrolls to the slide of the code.
    const button = inBox.getByRole('button', { name: 'Code von Mia zeigen' })
    const sheet = document.getElementById(button.getAttribute('popovertarget') ?? '')
    expect(sheet).toHaveAttribute('popover', 'auto')
    const slide = document.getElementById(button.dataset.slide ?? '')
    expect(sheet).toContainElement(slide)
    expect(slide).toHaveTextContent(
      /^Mia Straßer.*Zeig diesen Code am Umzugstag. Er gilt für alle Umzüge von Mia./,
    )
  })

  test('The result page without check-in codes has no section for them', () => {
    open(aFamily())
    expect(box()).toBeNull()
  })

  test('For a single check-in code the sentence is in the singular, for several in the plural', () => {
    const one = open(anOrder({ people: [aPerson(aCode('A'))] }))
    expect(box()).toHaveTextContent('Zeig diesen Code am Umzugstag. Er gilt für alle Umzüge.')
    one.unmount()
    open(coded())
    expect(box()).toHaveTextContent('Zeigt diese Codes am Umzugstag. Jeder hat seinen eigenen')
  })
})
