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

describe('what was typed', () => {
  test('is there for a day, in another tab too, and then forgotten', async () => {
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

  test('in another tab comes here', () => {
    openEnrolment()
    const person = { firstName: 'Emma', lastName: 'Straßer', chosen: [11], costumes: {} }
    localStorage.setItem(key, JSON.stringify({ savedAt: Date.now(), people: [person], open: 0 }))
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
    expect(field('Vorname')).toHaveValue('Emma')
    expect(paradeBox(moosried)).toBeChecked()
  })

  test('that came from another tab is not written once more, or they would never rest', () => {
    openEnrolment()
    const person = { firstName: 'Emma', lastName: 'Straßer', birthday: null, chosen: [11] }
    const draft = { emailAddress: '', open: 0, people: [{ ...person, costumes: {}, follows: {} }] }
    const text = JSON.stringify({ ...draft, order: null, savedAt: Date.now() - 5000 })
    localStorage.setItem(key, text)
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
    expect(field('Vorname')).toHaveValue('Emma')
    expect(JSON.parse(localStorage.getItem(key) ?? '').savedAt).toBe(Date.now() - 5000)
  })

  test('is gone here too when another tab has finished it, but for the address', async () => {
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

  test('of several other shapes is no draft', () => {
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
    amountInCent: 800,
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

/** What is kept of an enrolment that was sent and not paid. */
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

/** Back from the payment, without having paid. */
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

describe('whoever comes back before they have paid', () => {
  test('finds how long there is time, the way on, and their form', async () => {
    comeBack()
    const { getByRole, getByText } = within(await band())
    expect(getByText('Deine Bezahlung ist noch offen (noch 18 Minuten)')).toBeVisible()
    const way = getByRole('link', { name: 'Weiter bezahlen' })
    expect(way).toHaveAttribute('href', 'https://pay.example/checkout/1')
    expect(field('Vorname')).toHaveValue('Jörg')
  })

  test('changes a family whose cards are closed: the first one is at hand', async () => {
    const family = ['Jörg', 'Mia'].map((firstName) => ({ ...left.people[0], firstName }))
    const app = comeBack({}, { ...left, open: null, people: family })
    await band()
    await app.person.click(button('Ändern'))
    expect(button('Jörg Straßer ändern')).toHaveFocus()
  })

  test('changes the form, and the next enrolment takes the place of the first', async () => {
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

  test('whose new wish is refused after the old one was closed replaces nothing more', async () => {
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

  test('can discard it after a question; the form stays', async () => {
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
  ])('cannot discard it while %s', async (_, answer, sentence) => {
    const app = comeBack({ [cancelCall]: answer })
    await band()
    await app.person.click(button('Verwerfen'))
    await app.person.click(button('Ja, verwerfen'))
    expect(await within(await band()).findByText(sentence)).toBeVisible()
    expect(button('Verwerfen')).toBeVisible()
  })

  test('whose answer never came is asked for after a reload, and goes on', async () => {
    const { wire, person, unmount } = await openConfirmation({ [enrolCall]: offline })
    await person.click(button('Zahlungspflichtig anmelden'))
    await screen.findByText(/Der Server ist nicht erreichbar/)
    const sent = wire.sent(enrolCall)[0]?.body as { orderToken: string }
    expect(stored().attempt).toBe(sent.orderToken)
    unmount()
    const away = watchLeaving()
    const again = openEnrolment({
      // It was stored, and its payment was never opened.
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

  test('that never came to the server leaves the form as it was, for another press', async () => {
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
    // It may be on its way still: what is sent next has the same name.
    expect(stored().attempt).toBe(orderToken)
  })

  test('that a rule refused is forgotten', async () => {
    const { person } = await openConfirmation({
      [enrolCall]: refusal(409, 'EnrolmentClosed', 'Zu spät.', { parades: [11] }),
    })
    await person.click(button('Zahlungspflichtig anmelden'))
    await screen.findByText(/Zu spät/)
    await waitFor(() => expect(stored()).not.toHaveProperty('attempt'))
  })

  test('is not taken along by who empties the form', async () => {
    const { person, wire } = await openConfirmation({ [enrolCall]: offline })
    await person.click(button('Zahlungspflichtig anmelden'))
    await screen.findByText(/Der Server ist nicht erreichbar/)
    await person.click(button('Abbrechen'))
    await person.click(button('Alles leeren'))
    await person.click(button('OK'))
    expect(wire.sent(enrolCall)).toHaveLength(1)
    expect(stored()).toBeNull()
  })

  test('and has paid while they wanted to discard it learns so', async () => {
    const app = comeBack({
      [orderCall]: [json(anOrder()), json(anOrder({ state: 'paid', payUrl: null }))],
      [cancelCall]: refusal(409, 'OrderPaid', 'Schon bezahlt.'),
    })
    await band()
    await app.person.click(button('Verwerfen'))
    await app.person.click(button('Ja, verwerfen'))
    expect(await screen.findByText('Deine Anmeldung ist bezahlt.')).toBeVisible()
  })

  test('empties the form and enrols somebody else beside it', async () => {
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

  test('without a connection still finds the way on', async () => {
    const app = comeBack({ [orderCall]: [offline, json(anOrder())] })
    await within(await band()).findByText('Deine Bezahlung ist noch offen (noch 18 Minuten)')
    await app.person.click(button('Weiter bezahlen'))
    expect(await screen.findByRole('link', { name: 'Weiter bezahlen' })).toBeVisible()
  })
})

describe('whoever comes back and', () => {
  test('has paid elsewhere finds an empty form, and the way to what they have', async () => {
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

  test('types before the answer that it is paid comes: what was typed stays, the paid parade goes', async () => {
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

  test('adds a child before the answer that it is paid comes: only the child stays', async () => {
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
    ['was too late', json(anOrder({ state: 'expired', payUrl: null, holdUntil: null }))],
    ['has given up', json(anOrder({ state: 'cancelled', payUrl: null, holdUntil: null }))],
    ['is unknown', refusal(404, 'NotFound', 'Nicht gefunden.')],
  ])('%s goes on with the form', async (_, answer) => {
    const { wire } = comeBack({ [orderCall]: answer })
    await waitFor(() => expect(stored().order).toBeNull())
    expect(wire.sent(orderCall)).toHaveLength(1)
    expect(noBand()).toBeNull()
    expect(field('Vorname')).toHaveValue('Jörg')
  })

  test('left nothing behind is asked about by nobody', () => {
    const { wire } = openEnrolment()
    expect(wire.calls).toEqual([])
  })
})

test('a page that the browser kept asks what became of the order', async () => {
  const away = watchLeaving()
  const app = await openConfirmation({ [enrolCall]: accepted, [orderCall]: json(anOrder()) })
  await app.person.click(button('Zahlungspflichtig anmelden'))
  await waitFor(() => expect(away).toHaveLength(1))
  expect(stored().order).toEqual(left.order)
  expect(app.wire.sent(orderCall)).toEqual([])
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  expect(await band()).toHaveTextContent('Deine Bezahlung ist noch offen')
})
