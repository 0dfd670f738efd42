import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  choose,
  enrolCall,
  field,
  fillPerson,
  openConfirmation,
  openEnrolment,
  paradeBox,
  submitButton,
} from '#tests/support/enrolment-page.tsx'
import { watchLeaving } from '#tests/support/leaving.ts'
import { byOrderToken, json, later, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import { finishDraft } from '#web/enrolment/draft.ts'
import type { MyOrder } from '#worker/enrolment/enrolment.contract.ts'

beforeEach(() => {
  vi.setSystemTime(new Date('2026-11-21T12:00:00Z'))
  return () => vi.useRealTimers()
})

const key = 'parade-enrolment-draft'
const moosried = 'Ringtreffen Moosried'
const stored = () => JSON.parse(localStorage.getItem(key) ?? 'null')
const button = (name: string) => screen.getByRole('button', { name })

describe('the draft of an enrolment', () => {
  test('A draft of the enrolment is stored for 24 hours, even if its tab is closed, and then deleted', async () => {
    const app = openEnrolment()
    await fillPerson(app)
    app.unmount()
    sessionStorage.clear()
    vi.setSystemTime(new Date('2026-11-22T11:59:00Z'))
    const next = openEnrolment()
    expect(field('Vorname')).toHaveValue('Jörg')
    next.unmount()
    vi.setSystemTime(new Date('2026-11-22T12:01:00Z'))
    openEnrolment()
    expect(field('Vorname')).toHaveValue('')
    expect(stored()).toBeNull()
  })

  test('What is typed in another tab appears in the form of this tab', () => {
    openEnrolment()
    const person = { firstName: 'Emma', lastName: 'Straßer', chosen: [11], costumes: {} }
    localStorage.setItem(key, JSON.stringify({ savedAt: Date.now(), people: [person], open: 0 }))
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
    expect(field('Vorname')).toHaveValue('Emma')
    expect(paradeBox(moosried)).toBeChecked()
  })

  test('A draft that this tab takes over from another tab is not stored again, so that the tabs do not trigger each other endlessly', () => {
    openEnrolment()
    const person = { firstName: 'Emma', lastName: 'Straßer', birthday: null, chosen: [11] }
    const draft = {
      emailAddress: '',
      open: 0,
      people: [{ ...person, costumes: {}, follows: {}, extras: {} }],
    }
    const text = JSON.stringify({ ...draft, order: null, savedAt: Date.now() - 5000 })
    localStorage.setItem(key, text)
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
    expect(field('Vorname')).toHaveValue('Emma')
    expect(JSON.parse(localStorage.getItem(key) ?? '').savedAt).toBe(Date.now() - 5000)
  })

  test('When another tab has submitted the draft, the form of this tab is emptied except for the e-mail address', async () => {
    const app = openEnrolment()
    await fillPerson(app)
    act(() => {
      finishDraft()
      window.dispatchEvent(new StorageEvent('storage', { key }))
    })
    expect(field('Vorname')).toHaveValue('')
    expect(field('E-Mail Adresse')).toHaveValue('joerg.strasser@example.de')
    expect(stored()).toBeNull()
  })

  test('A stored draft of an unexpected format is ignored', () => {
    for (const draft of ['null', '7', '[]', '{}', '{"savedAt":"x"}', '{"people":{}}', '{']) {
      localStorage.setItem(key, draft)
      const app = openEnrolment()
      expect(field('Vorname')).toHaveValue('')
      app.unmount()
      localStorage.clear()
    }
  })
})

function anOrder(changes: Partial<MyOrder> = {}): MyOrder {
  return {
    state: 'pending',
    waiting: null,
    amountInCent: 800,
    refundedInCent: 0,
    paidAt: null,
    holdUntil: '2026-11-21T12:18:00.000Z',
    refundableInCent: 0,
    payUrl: 'https://pay.example/checkout/1',
    emailAddress: 'j…@example.de',
    mayChangeAddress: true,
    mail: null,
    people: [],
    ...changes,
  }
}

const orderCall = 'GET /api/enrolment/order'
const cancelCall = 'POST /api/enrolment/order/cancel'
const accepted = json({
  enrolSuccessful: true,
  redirectUrl: 'https://pay.example/checkout/1',
  orderToken: 'the-token',
  holdUntil: '2026-11-21T12:18:00.000Z',
})

/** The stored draft of an enrolment that was sent but not paid. */
const left = {
  savedAt: Date.parse('2026-11-21T11:48:00Z'),
  emailAddress: 'joerg.strasser@example.de',
  open: 0,
  people: [
    {
      firstName: 'Jörg',
      lastName: 'Straßer',
      birthday: null,
      chosen: [11],
      costumes: { 11: { costumeNumber: '118', costumeTypeId: 3 } },
      follows: {},
    },
  ],
  order: { token: 'the-token', holdUntil: '2026-11-21T12:18:00.000Z', isReplaced: true },
}

/** The user returns from the payment page without having paid. */
function comeBack(wire: WireTable = {}, draft: object = left) {
  localStorage.setItem(key, JSON.stringify(draft))
  const away = watchLeaving()
  return {
    ...openEnrolment({ [orderCall]: byOrderToken({ 'the-token': json(anOrder()) }), ...wire }),
    away,
  }
}

const band = () => screen.findByRole('region', { name: 'Offene Bezahlung' })
const noBand = () => screen.queryByRole('region', { name: 'Offene Bezahlung' })

describe('an unpaid order on return', () => {
  test('On return, an unpaid order shows the remaining time and a link to the payment, and the form contains what was typed', async () => {
    comeBack()
    const { getByRole, getByText } = within(await band())
    expect(getByText('Deine Bezahlung ist noch offen (noch 18 Minuten)')).toBeVisible()
    const way = getByRole('link', { name: 'Weiter bezahlen' })
    expect(way).toHaveAttribute('href', 'https://pay.example/checkout/1')
    expect(field('Vorname')).toHaveValue('Jörg')
  })

  test('After "Ändern" on the unpaid order of a family whose cards are all closed, the focus is on the first person\'s button to change', async () => {
    const family = ['Jörg', 'Mia'].map((firstName) => ({ ...left.people[0], firstName }))
    const app = comeBack({}, { ...left, open: null, people: family })
    await band()
    await app.person.click(button('Ändern'))
    expect(button('Jörg Straßer ändern')).toHaveFocus()
  })

  test('After "Ändern" the next enrolment replaces the unpaid order', async () => {
    const app = comeBack({ [enrolCall]: accepted })
    await band()
    await app.person.click(button('Ändern'))
    expect(noBand()).toBeNull()
    expect(field('Vorname')).toHaveFocus()
    await app.person.type(field('Vorname'), ' Emil')
    await app.person.click(submitButton())
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent('noch nicht bezahlte Anmeldung wird damit ersetzt')
    await app.person.click(button('Zahlungspflichtig anmelden'))
    await waitFor(() => expect(app.away).toHaveLength(1))
    expect(app.wire.sent(enrolCall)[0]?.body).toMatchObject({
      firstName: 'Jörg Emil',
      replaces: 'the-token',
    })
  })

  test('If the server has closed the old order but rejected the new enrolment (409), the next attempt replaces nothing', async () => {
    const details = { parades: [11], replacedClosed: true }
    const app = comeBack({
      [enrolCall]: refusal(409, 'CostumeAlreadyEnrolled', 'Vergeben.', details),
    })
    await band()
    await app.person.click(submitButton())
    await screen.findByRole('dialog')
    await app.person.click(button('Zahlungspflichtig anmelden'))
    await screen.findByRole('alert')
    expect(stored().order).toBeNull()
    await app.person.click(button('Zahlungspflichtig anmelden'))
    await waitFor(() => expect(app.wire.sent(enrolCall)).toHaveLength(2))
    expect(app.wire.sent(enrolCall)[1]?.body).not.toHaveProperty('replaces')
  })

  test('An unpaid order is discarded after a question, and the form stays', async () => {
    const app = comeBack({
      [cancelCall]: byOrderToken({ 'the-token': json({ state: 'cancelled' }) }),
    })
    await band()
    await app.person.click(button('Verwerfen'))
    expect(screen.getByRole('alertdialog', { name: 'Anmeldung verwerfen?' })).toBeVisible()
    expect(app.wire.sent(cancelCall)).toEqual([])
    expect(button('Doch nicht')).toBeVisible()
    await app.person.click(button('Ja, verwerfen'))
    expect(await screen.findByText(/Deine Anmeldung ist verworfen/)).toBeVisible()
    expect(field('Vorname')).toHaveValue('Jörg')
    expect(stored().order).toBeNull()
  })

  test.each([
    [
      'the payment is being looked at',
      refusal(409, 'OrderInProgress', 'Deine Zahlung wird gerade geprüft.'),
      'Deine Zahlung wird gerade geprüft.',
    ],
    ['there is no connection', offline, /Der Server ist nicht erreichbar/],
  ])('An unpaid order cannot be discarded while %s', async (_, answer, sentence) => {
    const app = comeBack({ [cancelCall]: answer })
    await band()
    await app.person.click(button('Verwerfen'))
    await app.person.click(button('Ja, verwerfen'))
    expect(await within(await band()).findByText(sentence)).toBeVisible()
    expect(button('Verwerfen')).toBeVisible()
  })

  test('An enrolment whose answer was lost is looked up after a reload, and its next attempt has the same token', async () => {
    const { wire, person, unmount } = await openConfirmation({ [enrolCall]: offline })
    await person.click(button('Zahlungspflichtig anmelden'))
    await screen.findByText(/Der Server ist nicht erreichbar/)
    const sent = wire.sent(enrolCall)[0]?.body as { orderToken: string }
    expect(stored().attempt).toBe(sent.orderToken)
    unmount()
    const away = watchLeaving()
    const again = openEnrolment({
      // The order was stored, but its payment page was never opened.
      [orderCall]: byOrderToken({ [sent.orderToken]: json(anOrder({ payUrl: null })) }),
      [enrolCall]: accepted,
    })
    await again.person.click(await within(await band()).findByText('Weiter bezahlen'))
    await again.person.click(await screen.findByText('Zahlungspflichtig anmelden'))
    await waitFor(() => expect(away).toHaveLength(1))
    const { orderToken } = sent
    expect(again.wire.sent(enrolCall)[0]?.body).toMatchObject({ orderToken, replaces: orderToken })
    expect(stored()).not.toHaveProperty('attempt')
  })

  test('If the server does not know the enrolment whose answer was lost (404), the form and the token of the next attempt stay the same', async () => {
    const orderToken = '0123456789abcdef0123456789abcdef'
    const { order: _, ...typed } = left
    const app = comeBack(
      { [orderCall]: refusal(404, 'NotFound') },
      { ...typed, attempt: orderToken },
    )
    await waitFor(() => expect(app.wire.calls).toHaveLength(1))
    expect(app.wire.calls[0]?.headers.get('Order-Token')).toBe(orderToken)
    expect(screen.queryByRole('region', { name: 'Offene Bezahlung' })).not.toBeInTheDocument()
    expect(field('Vorname')).toHaveValue('Jörg')
    // The first request may still arrive, so the next one has the same token.
    expect(stored().attempt).toBe(orderToken)
  })

  test('When a rule rejects an enrolment (409), its token is deleted from the draft', async () => {
    const { person } = await openConfirmation({
      [enrolCall]: refusal(409, 'EnrolmentClosed', 'Zu spät.', { parades: [11] }),
    })
    await person.click(button('Zahlungspflichtig anmelden'))
    await screen.findByText(/Zu spät/)
    await waitFor(() => expect(stored()).not.toHaveProperty('attempt'))
  })

  test('"Alles leeren" also deletes the token of an enrolment whose answer was lost', async () => {
    const { person, wire } = await openConfirmation({ [enrolCall]: offline })
    await person.click(button('Zahlungspflichtig anmelden'))
    await screen.findByText(/Der Server ist nicht erreichbar/)
    await person.click(button('Abbrechen'))
    await person.click(button('Alles leeren'))
    await person.click(button('OK'))
    expect(wire.sent(enrolCall)).toHaveLength(1)
    expect(stored()).toBeNull()
  })

  test('An order paid while being discarded is shown as paid', async () => {
    const app = comeBack({
      [orderCall]: [json(anOrder()), json(anOrder({ state: 'paid', payUrl: null }))],
      [cancelCall]: refusal(409, 'OrderPaid', 'Schon bezahlt.'),
    })
    await band()
    await app.person.click(button('Verwerfen'))
    await app.person.click(button('Ja, verwerfen'))
    expect(await screen.findByText('Deine Anmeldung ist bezahlt.')).toBeVisible()
  })

  test('After "Alles leeren" a second person can be enrolled without replacing the unpaid order', async () => {
    const app = comeBack({ [enrolCall]: accepted })
    await band()
    await app.person.click(button('Alles leeren'))
    await app.person.click(button('OK'))
    expect(within(await band()).queryByRole('button', { name: 'Ändern' })).toBeNull()
    await fillPerson(app)
    await choose(app, moosried, '7')
    await app.person.click(submitButton())
    expect(await screen.findByRole('dialog')).not.toHaveTextContent('ersetzt')
    await app.person.click(button('Zahlungspflichtig anmelden'))
    await waitFor(() => expect(app.wire.sent(enrolCall)).toHaveLength(1))
    expect(app.wire.sent(enrolCall)[0]?.body).not.toHaveProperty('replaces')
  })

  test('If an unpaid order cannot be loaded, its remaining time is shown, and "Weiter bezahlen" loads it again', async () => {
    const app = comeBack({ [orderCall]: [offline, json(anOrder())] })
    await within(await band()).findByText('Deine Bezahlung ist noch offen (noch 18 Minuten)')
    await app.person.click(button('Weiter bezahlen'))
    expect(await screen.findByRole('link', { name: 'Weiter bezahlen' })).toBeVisible()
  })
})

describe('a finished order on return', () => {
  test('A paid order shows an empty form and a link to the order', async () => {
    comeBack({ [orderCall]: json(anOrder({ state: 'paid', payUrl: null, holdUntil: null })) })
    const paid = within(await band())
    expect(paid.getByText('Deine Anmeldung ist bezahlt.')).toBeVisible()
    expect(paid.getByRole('link', { name: 'Meine Anmeldung ansehen' })).toHaveAttribute(
      'href',
      '/meine-anmeldung#order=the-token',
    )
    expect(field('Vorname')).toHaveValue('')
    expect(field('E-Mail Adresse')).toHaveValue('joerg.strasser@example.de')
    expect(stored()).toBeNull()
  })

  test('What was typed while the order was being loaded stays in the form; if the order is paid, its parade is unticked', async () => {
    const paid = later(json(anOrder({ state: 'paid', payUrl: null, holdUntil: null })))
    const app = comeBack({ [orderCall]: paid.answer })
    await app.person.clear(field('Vorname'))
    await app.person.type(field('Vorname'), 'Emma')
    paid.come()
    await within(await band()).findByText('Deine Anmeldung ist bezahlt.')
    expect(field('Vorname')).toHaveValue('Emma')
    expect(field('Nachname')).toHaveValue('Straßer')
    expect(paradeBox(moosried)).not.toBeChecked()
    await waitFor(() => expect(stored()).toMatchObject({ order: null }))
  })

  test('A child added while the order was being loaded remains as the only person if the order is paid', async () => {
    const paid = later(json(anOrder({ state: 'paid', payUrl: null, holdUntil: null })))
    const app = comeBack({ [orderCall]: paid.answer })
    await app.person.click(button('Weitere Person'))
    await app.person.type(field('Vorname'), 'Emma')
    paid.come()
    await within(await band()).findByText('Deine Anmeldung ist bezahlt.')
    expect(field('Vorname')).toHaveValue('Emma')
    expect(paradeBox(moosried)).toBeChecked()
    expect(stored().people).toHaveLength(1)
  })

  test.each([
    ['has expired', json(anOrder({ state: 'expired', payUrl: null, holdUntil: null }))],
    ['was cancelled', json(anOrder({ state: 'cancelled', payUrl: null, holdUntil: null }))],
    ['is unknown', refusal(404, 'NotFound', 'Nicht gefunden.')],
  ])('An order that %s is removed from the draft, and the form stays', async (_, answer) => {
    const { wire } = comeBack({ [orderCall]: answer })
    await waitFor(() => expect(stored().order).toBeNull())
    expect(wire.sent(orderCall)).toHaveLength(1)
    expect(noBand()).toBeNull()
    expect(field('Vorname')).toHaveValue('Jörg')
  })

  test('Without a draft the enrolment page sends no request', () => {
    const { wire } = openEnrolment()
    expect(wire.calls).toEqual([])
  })
})

test('An enrolment page that the browser restores from its cache requests the state of the order', async () => {
  const away = watchLeaving()
  const app = await openConfirmation({ [enrolCall]: accepted, [orderCall]: json(anOrder()) })
  await app.person.click(button('Zahlungspflichtig anmelden'))
  await waitFor(() => expect(away).toHaveLength(1))
  expect(stored().order).toEqual(left.order)
  expect(app.wire.sent(orderCall)).toEqual([])
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  expect(await band()).toHaveTextContent('Deine Bezahlung ist noch offen')
})
