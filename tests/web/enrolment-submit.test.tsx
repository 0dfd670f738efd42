import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  badge,
  bus,
  card,
  choose,
  enrolCall,
  field,
  fillPerson,
  hohenkirch,
  moosried,
  openConfirmation,
  openEnrolment,
  paradeBox,
  paradesCall,
  submitButton,
  withExtras,
} from '#tests/support/enrolment-page.tsx'
import { watchLeaving } from '#tests/support/leaving.ts'
import { json, later, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import { finishDraft, readDraft } from '#web/enrolment/draft.ts'

beforeEach(() => {
  vi.setSystemTime(new Date('2026-11-21T12:00:00Z'))
  return () => vi.useRealTimers()
})

const payment = 'https://pay.example/checkout/1'
const accepted = json({ enrolSuccessful: true, redirectUrl: payment })
const confirmButton = () => screen.getByRole('button', { name: /^Zahlungspflichtig anmelden$/ })

async function enrolWith(wire: WireTable) {
  const left = watchLeaving()
  const app = await openConfirmation(wire)
  await app.person.click(confirmButton())
  return { ...app, left }
}

const failureText = async () => (await screen.findByRole('alert')).textContent

const spec =
  'Du konntest nicht angemeldet werden.Prüfe, ob alles richtig eingegeben wurde. Es kann auch sein, dass Du oder eines der angegebenen Kleider bereits für einen Umzug registriert ist.'

describe('the confirmation of an enrolment', () => {
  test('The confirmation shows people, parades, costumes and the sum', async () => {
    const app = openEnrolment()
    await fillPerson(app)
    await app.person.type(field('Geburtstag'), '01.11.1991')
    await choose(app, 'Ringtreffen Moosried')
    await choose(app, 'Jubiläumsumzug 60 Jahre', '7', 'Schellenhansel')
    await app.person.click(submitButton())
    const dialog = within(await screen.findByRole('dialog', { name: 'Stimmt alles?' }))
    expect(dialog.getByText('Jörg Straßer, geboren am 01.11.1991')).toBeVisible()
    expect(dialog.getByText('So 10.01.2027 · Bachhexe 118')).toBeVisible()
    expect(dialog.getByText('So 17.01.2027 · Schellenhansel 7')).toBeVisible()
    expect(dialog.getByText('14,00 €')).toBeVisible()
    expect(
      dialog.getByText(/gibt es kein Widerrufsrecht \(§ 312g Abs\. 2 Nr\. 9 BGB\)/),
    ).toBeVisible()
    await app.person.click(dialog.getByRole('button', { name: 'Abbrechen' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(app.wire.sent(enrolCall)).toEqual([])
  })

  test('The confirmation of a free enrolment does not mention a payment', async () => {
    const free = { priceForAdultsInCent: 0, priceForChildrenInCent: 0 }
    const { dialog } = await openConfirmation({}, { parades: [{ ...moosried, ...free }] })
    expect(within(dialog).getByRole('button', { name: 'Anmelden' })).toBeVisible()
    expect(dialog).not.toHaveTextContent(/Zahlung|zahlungspflichtig|Summe|Widerruf/)
  })
})

describe('extras in the form', () => {
  const data = { parades: [withExtras, hohenkirch] }
  const onCard = () => card('Ringtreffen Moosried')
  const busBox = () => onCard().getByRole('checkbox', { name: /^Bus ab Rathaus, 09:10 Uhr/ })

  test('A chosen parade offers its extras with price and free places', async () => {
    const app = openEnrolment({}, data)
    expect(screen.queryByRole('checkbox', { name: /^Bus/ })).not.toBeInTheDocument()
    await choose(app, 'Ringtreffen Moosried')
    expect(busBox()).toHaveAccessibleName(/· 5,00.€ · noch 3 Plätze$/)
    const badgeBox = { name: /^Plakette · 1,50.€ · ausgebucht · Warteliste$/ }
    expect(onCard().getByRole('checkbox', badgeBox)).toBeEnabled()
    await app.person.type(field('Geburtstag'), '04.05.2018')
    expect(busBox()).toHaveAccessibleName(/· 2,00.€ ·/)
    await app.person.click(busBox())
    const seats = onCard().getByRole('combobox', { name: 'Plätze: Bus ab Rathaus' })
    expect([...seats.querySelectorAll('option')].map((one) => one.textContent)).toEqual([
      '1 Platz',
      '2 Plätze',
      '3 Plätze',
      '4 Plätze',
    ])
    expect(
      onCard().getByText(/^Weitere Plätze für Begleiter ohne Kleid: je 5,00.€\.$/),
    ).toBeVisible()
  })

  test('The seats in a bus are in the confirmation, in the request and in the draft', async () => {
    const taken = refusal(409, 'CostumeAlreadyEnrolled', 'Das Kleid ist schon vergeben.')
    const app = openEnrolment({ [enrolCall]: taken }, data)
    await fillPerson(app)
    await choose(app, 'Ringtreffen Moosried')
    await app.person.click(busBox())
    await app.person.selectOptions(onCard().getByRole('combobox', { name: /^Plätze/ }), '2 Plätze')
    await app.person.click(submitButton())
    const dialog = within(await screen.findByRole('dialog', { name: 'Stimmt alles?' }))
    expect(dialog.getByText('Bus ab Rathaus, 2 Plätze, 09:10 Uhr')).toBeVisible()
    expect(dialog.getByText('18,00 €')).toBeVisible()
    await app.person.click(confirmButton())
    await screen.findByRole('alert')
    expect(app.wire.sent(enrolCall)[0]?.body).toMatchObject({
      parades: [{ paradeId: 11, extras: [{ id: 1, quantity: 2 }] }],
      expectedTotalInCent: 1800,
    })
    app.unmount()
    openEnrolment({}, data)
    expect(busBox()).toBeChecked()
    expect(onCard().getByRole('combobox', { name: /^Plätze/ })).toHaveValue('2')
  })

  test.each([
    [
      'PriceChanged',
      { priceForAdultsInCent: 600 },
      {},
      /Der Preis für „Bus ab Rathaus“ hat sich geändert: 6,00.€ statt 5,00.€\./,
    ],
    [
      'ParadeFull',
      { freePlaces: 0 },
      { 'parades.0.paradeId': '„Bus ab Rathaus“ ist ausgebucht.' },
      /„Bus ab Rathaus“ ist ausgebucht\./,
    ],
  ])(
    'After %s the extra is shown as it is now, its parade says why, and the extra can be given up',
    async (code, change, fields, sentence) => {
      const now = { ...withExtras, extras: [{ ...withExtras.extras[0], ...change }] }
      const wire = {
        [enrolCall]: refusal(409, code, 'Das geht nicht mehr.', { fields }),
        [paradesCall]: json([now, hohenkirch]),
      }
      const app = openEnrolment(wire, data)
      await fillPerson(app)
      await choose(app, 'Ringtreffen Moosried')
      await app.person.click(busBox())
      await app.person.click(submitButton())
      await app.person.click(await screen.findByRole('button', { name: /^Zahlungspflichtig/ }))
      await app.person.click(await screen.findByRole('button', { name: 'Abbrechen' }))
      const box = screen.getByRole('checkbox', { name: 'Ringtreffen Moosried' })
      await waitFor(() => expect(box).toHaveAccessibleDescription(expect.stringMatching(sentence)))
      await app.person.click(busBox())
      expect(box).not.toHaveAccessibleDescription(expect.stringMatching(sentence))
      expect(busBox()).not.toBeChecked()
    },
  )
})

const hint =
  'Prüfe, ob alles richtig eingegeben wurde. Es kann auch sein, dass Du oder eines der angegebenen Kleider bereits für einen Umzug registriert ist.'
const pressAgain =
  'Deine Angaben stehen noch da. Versuche es gleich noch einmal: Doppelt angemeldet bist Du dadurch nicht.'

describe('an accepted enrolment', () => {
  test('After confirming, the entered data are sent and the browser opens the payment page', async () => {
    const { wire, left } = await enrolWith({ [enrolCall]: accepted })
    await waitFor(() => expect(left).toEqual([payment]))
    const result = `${window.location.origin}/parade-enrolment/result`
    expect(wire.sent(enrolCall)[0]?.body).toEqual({
      firstName: 'Jörg',
      lastName: 'Straßer',
      emailAddress: 'joerg.strasser@example.de',
      birthday: null,
      age: 'Adult',
      successRedirectUrl: `${result}?state=success`,
      errorRedirectUrl: `${result}?state=error`,
      parades: [{ paradeId: 11, costumeTypeId: 3, costumeNumber: '118' }],
      expectedTotalInCent: 800,
      orderToken: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })

  test('Pressing the button several times sends one enrolment', async () => {
    const slow = later(accepted)
    const left = watchLeaving()
    const { wire, person } = await openConfirmation({ [enrolCall]: slow.answer })
    act(() => {
      confirmButton().click()
      confirmButton().click()
    })
    expect(confirmButton()).toHaveAttribute('aria-busy', 'true')
    await person.click(confirmButton())
    await person.keyboard('{Escape}')
    slow.come()
    await waitFor(() => expect(left).toEqual([payment]))
    await person.click(confirmButton())
    expect(wire.sent(enrolCall)).toHaveLength(1)
  })

  test('An enrolment can be sent again when the browser goes back from the payment page', async () => {
    const { person, left, wire } = await enrolWith({ [enrolCall]: accepted })
    await waitFor(() => expect(left).toHaveLength(1))
    act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(field('Vorname')).toHaveValue('Jörg')
    await person.click(submitButton())
    await person.click(confirmButton())
    await waitFor(() => expect(left).toHaveLength(2))
    expect(wire.sent(enrolCall)).toHaveLength(2)
  })

  test('When the browser goes back from the success page, the form is empty except for the e-mail address', async () => {
    const { left } = await enrolWith({ [enrolCall]: accepted })
    await waitFor(() => expect(left).toHaveLength(1))
    finishDraft()
    act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(field('Vorname')).toHaveValue('')
    expect(field('E-Mail Adresse')).toHaveValue('joerg.strasser@example.de')
  })
})

describe('the waiting list of a full parade', () => {
  const full = { ...moosried, freePlaces: 0 }
  const waitingLabel = { name: 'Auf die Warteliste' }
  const waitingButton = () => within(screen.getByRole('dialog')).getByRole('button', waitingLabel)
  const sendToWaitingList = async ({
    person,
  }: Pick<ReturnType<typeof openEnrolment>, 'person'>) => {
    await person.click(screen.getByRole('button', waitingLabel))
    await screen.findByRole('dialog')
    await person.click(waitingButton())
  }
  const waits = json({ waiting: true, orderToken: 'f'.repeat(32) }, 202)

  test('After the refusal of a full parade the dialog offers the waiting list, which leads to the result with the kept order', async () => {
    const isFull = refusal(409, 'ParadeFull', '„Ringtreffen Moosried“ ist ausgebucht.')
    const { wire, left, person } = await enrolWith({
      [enrolCall]: [isFull, waits],
      [paradesCall]: json([moosried, hohenkirch]),
    })
    expect(await failureText()).toContain('„Ringtreffen Moosried“ ist ausgebucht.')
    const dialog = screen.getByRole('dialog', { name: 'Stimmt alles?' })
    expect(dialog).toHaveTextContent(/Zu bezahlen ist noch nichts\. .* Dein Rang bleibt\./)
    expect(dialog).not.toHaveTextContent(/zur Bezahlung weitergeleitet|Widerruf/)
    await person.click(waitingButton())
    const result = `${window.location.origin}/parade-enrolment/result?state=success`
    await waitFor(() => expect(left).toEqual([result]))
    const [refused, sent] = wire.sent(enrolCall)
    expect(sent?.body).toEqual({
      ...(refused?.body as object),
      orderToken: expect.stringMatching(/^[0-9a-f]{32}$/),
      waitingList: true,
    })
    expect(readDraft()?.order?.token).toBe('f'.repeat(32))
  })

  test('A parade shown as full can be chosen with a full extra, and goes on the waiting list at once', async () => {
    const left = watchLeaving()
    const parades = [{ ...full, extras: [badge] }, hohenkirch]
    const app = openEnrolment({ [enrolCall]: waits }, { parades })
    await fillPerson(app)
    await choose(app, 'Ringtreffen Moosried')
    expect(card('Ringtreffen Moosried').getByText(/· Warteliste$/)).toHaveTextContent('ausgebucht')
    await app.person.click(
      card('Ringtreffen Moosried').getByRole('checkbox', { name: /^Plakette .* ausgebucht$/ }),
    )
    await sendToWaitingList(app)
    await waitFor(() => expect(left).toHaveLength(1))
    expect(app.wire.sent(enrolCall)[0]?.body).toMatchObject({
      waitingList: true,
      parades: [{ paradeId: 11, extras: [{ id: 2, quantity: 1 }] }],
    })
  })

  test('A full parade whose waiting list is closed does not offer it, neither in the list nor after the refusal', async () => {
    const isFull = refusal(409, 'ParadeFull', 'Die Warteliste ist geschlossen.')
    const closed = { ...full, isTooLate: true as const }
    const parades = [closed, hohenkirch]
    const app = openEnrolment({ [enrolCall]: isFull, [paradesCall]: json(parades) }, { parades })
    await fillPerson(app)
    await choose(app, 'Ringtreffen Moosried')
    expect(card('Ringtreffen Moosried').getByText('ausgebucht')).toBeVisible()
    await app.person.click(submitButton())
    await app.person.click(await screen.findByRole('button', { name: /^Zahlungspflichtig/ }))
    expect(await failureText()).toContain('Die Warteliste ist geschlossen.')
    expect(screen.queryByText(/· Warteliste|Auf die Warteliste/)).not.toBeInTheDocument()
  })

  test('A full parade is not offered with its waiting list together with a parade that begins too soon for an offer', async () => {
    const sentence = 'Die Warteliste ist geschlossen: Bis „Narrentag Hohenkirch“'
    const isFull = refusal(409, 'ParadeFull', sentence)
    const parades = [full, { ...hohenkirch, isTooLate: true as const }]
    const app = openEnrolment({ [enrolCall]: isFull, [paradesCall]: json(parades) }, { parades })
    await fillPerson(app)
    await choose(app, 'Ringtreffen Moosried')
    await choose(app, hohenkirch.title)
    await app.person.click(submitButton())
    await app.person.click(await screen.findByRole('button', { name: /^Zahlungspflichtig/ }))
    expect(await failureText()).toContain(sentence)
    expect(screen.queryByText('Auf die Warteliste')).not.toBeInTheDocument()
  })

  test('A full bus of a parade with free places puts the whole enrolment on the waiting list, and says how to take part at once', async () => {
    const left = watchLeaving()
    const parades = [{ ...withExtras, extras: [{ ...bus, freePlaces: 0 }] }, hohenkirch]
    const app = openEnrolment({ [enrolCall]: waits }, { parades })
    await fillPerson(app)
    await choose(app, 'Ringtreffen Moosried')
    const onCard = card('Ringtreffen Moosried')
    const busBox = onCard.getByRole('checkbox', {
      name: /^Bus ab Rathaus, .* · ausgebucht · Warteliste$/,
    })
    await app.person.click(busBox)
    expect(onCard.getByRole('status')).toHaveTextContent(
      'Damit kommt Deine ganze Anmeldung auf die Warteliste. Ohne Haken bist Du gleich dabei.',
    )
    await app.person.click(screen.getByRole('button', waitingLabel))
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent(
      'Bei „Ringtreffen Moosried“ fehlt nur „Bus ab Rathaus“. Willst Du auch ohne dabei sein, geh zurück und nimm den Haken dort weg.',
    )
    await app.person.click(within(dialog).getByRole('button', { name: 'Abbrechen' }))
    await app.person.click(busBox)
    expect(submitButton()).toHaveTextContent('Für 1 Umzug anmelden')
    await app.person.click(busBox)
    await sendToWaitingList(app)
    await waitFor(() => expect(left).toHaveLength(1))
    expect(app.wire.sent(enrolCall)[0]?.body).toMatchObject({
      waitingList: true,
      parades: [{ paradeId: 11, extras: [{ id: 1, quantity: 1 }] }],
    })
  })

  test('More seats than are free in the bus lead to the waiting list, fewer do not', async () => {
    const app = openEnrolment({}, { parades: [withExtras] })
    await fillPerson(app)
    await choose(app, 'Ringtreffen Moosried')
    const onCard = card('Ringtreffen Moosried')
    await app.person.click(onCard.getByRole('checkbox', { name: /^Bus ab Rathaus/ }))
    const seats = onCard.getByRole('combobox', { name: /^Plätze/ })
    await app.person.selectOptions(seats, '4 Plätze')
    expect(onCard.getByText(/Mit weniger Plätzen bist Du gleich dabei\.$/)).toBeVisible()
    expect(screen.getByRole('button', waitingLabel)).toBeVisible()
    await app.person.selectOptions(seats, '3 Plätze')
    expect(onCard.queryByText(/Mit weniger Plätzen/)).not.toBeInTheDocument()
    expect(screen.queryByRole('button', waitingLabel)).not.toBeInTheDocument()
  })

  test('A family is told that all get places or none', async () => {
    const app = openEnrolment({}, { parades: [full] })
    await fillPerson(app)
    await choose(app, 'Ringtreffen Moosried')
    await app.person.click(screen.getByRole('button', { name: 'Weitere Person' }))
    await app.person.type(field('Vorname'), 'Mia')
    const costume = card('Ringtreffen Moosried')
    await app.person.type(costume.getByRole('textbox', { name: /^Kleidernummer/ }), '119')
    await app.person.selectOptions(costume.getByRole('combobox'), 'Bachhexe')
    await app.person.click(screen.getByRole('button', waitingLabel))
    expect(await screen.findByRole('dialog', { name: 'Stimmt alles?' })).toHaveTextContent(
      'bekommst Du alle Plätze oder keinen',
    )
    expect(waitingButton()).toBeVisible()
  })

  test('With a full parade the bar leads to the waiting list, and sums are called due later', async () => {
    const app = openEnrolment({}, { parades: [full, hohenkirch] })
    await fillPerson(app)
    await choose(app, 'Ringtreffen Moosried')
    expect(screen.queryByRole('button', { name: /^Für .*anmelden$/ })).not.toBeInTheDocument()
    const bar = within(screen.getByRole('complementary', { name: 'Deine Anmeldung' }))
    expect(bar.getByText('Später zu bezahlen')).toBeVisible()
    expect(bar.queryByText('Summe')).not.toBeInTheDocument()
    await app.person.click(bar.getByRole('button', waitingLabel))
    const dialog = within(await screen.findByRole('dialog', { name: 'Stimmt alles?' }))
    expect(dialog.getByText('Später zu bezahlen')).toBeVisible()
    expect(dialog.queryByText('Summe')).not.toBeInTheDocument()
    expect(dialog.queryByRole('button', { name: onlyOpen })).not.toBeInTheDocument()
  })

  const onlyOpen = 'Nur die freien Umzüge'

  test('Beside an open parade the dialog says that it would wait too, and goes on with the open one alone', async () => {
    const app = openEnrolment({}, { parades: [full, hohenkirch] })
    await fillPerson(app)
    await choose(app, 'Ringtreffen Moosried')
    await app.person.click(paradeBox(hohenkirch.title))
    await app.person.click(screen.getByRole('button', waitingLabel))
    const dialog = await screen.findByRole('dialog', { name: 'Stimmt alles?' })
    expect(dialog).toHaveTextContent(
      `Auch „${hohenkirch.title}“ bekommst Du dann erst mit diesem Angebot. Willst Du dort sicher dabei sein, nimm „Ringtreffen Moosried“ heraus und melde Dich dafür getrennt an.`,
    )
    await app.person.click(within(dialog).getByRole('button', { name: onlyOpen }))
    expect(paradeBox('Ringtreffen Moosried')).not.toBeChecked()
    expect(within(dialog).getByRole('button', { name: 'Zahlungspflichtig anmelden' })).toBeVisible()
    expect(dialog).not.toHaveTextContent('Ringtreffen Moosried')
  })

  test('Someone of a family who is left without a parade is asked for one, and loses nothing', async () => {
    const app = openEnrolment({}, { parades: [full, hohenkirch] })
    await fillPerson(app)
    await choose(app, 'Ringtreffen Moosried')
    await app.person.click(screen.getByRole('button', { name: 'Weitere Person' }))
    await app.person.type(field('Vorname'), 'Mia')
    await app.person.click(paradeBox('Ringtreffen Moosried'))
    await choose(app, hohenkirch.title, '119')
    await app.person.click(screen.getByRole('button', waitingLabel))
    const dialog = await screen.findByRole('dialog', { name: 'Stimmt alles?' })
    expect(dialog).toHaveTextContent(`Auch „${hohenkirch.title}“ bekommst Du dann erst`)
    await app.person.click(within(dialog).getByRole('button', { name: onlyOpen }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByText('Jörg Straßer: Wähle mindestens einen Umzug.')).toBeVisible()
  })
})

describe('an enrolment that fails', () => {
  test('If an enrolment fails, the error is shown in the dialog and all input stays', async () => {
    const { person } = await enrolWith({ [enrolCall]: refusal(409, 'Conflict') })
    expect(await failureText()).toBe(spec)
    await person.click(screen.getByRole('button', { name: 'Abbrechen' }))
    expect(field('Vorname')).toHaveValue('Jörg')
    expect(field('Kleidernummer')).toHaveValue('118')
    await person.click(submitButton())
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('A field error of an enrolment (422) is shown in the dialog, without repeating it, and at the field', async () => {
    const message = 'Prüfe, ob alle Werte korrekt eingegeben wurden.'
    const fields = { lastName: 'Gib den Nachnamen an.' }
    const { person } = await enrolWith({
      [enrolCall]: refusal(422, 'ValidationFailed', message, { fields }),
    })
    expect(await failureText()).toBe('Du konntest nicht angemeldet werden.Gib den Nachnamen an.')
    await person.click(screen.getByRole('button', { name: 'Abbrechen' }))
    expect(field('Nachname')).toHaveAccessibleDescription('Gib den Nachnamen an.')
  })

  test.each([
    ['is not successful', { enrolSuccessful: false, redirectUrl: payment }],
    ['leads nowhere', { enrolSuccessful: true, redirectUrl: '' }],
    ['is empty', null],
  ])('An answer to an enrolment that %s counts as a failure', async (_, body) => {
    const { left } = await enrolWith({ [enrolCall]: json(body) })
    expect(await failureText()).toBe(spec)
    expect(left).toEqual([])
  })

  test('An enrolment without a connection shows the reason and the next step', async () => {
    await enrolWith({ [enrolCall]: offline })
    expect(await failureText()).toBe(
      `Du konntest nicht angemeldet werden.Der Server ist nicht erreichbar. Prüfe, ob Du Internet hast, und versuche es noch einmal.${hint}${pressAgain}`,
    )
  })

  test('An enrolment with a server error is retried once automatically', async () => {
    const { wire, left } = await enrolWith({
      [enrolCall]: [refusal(500, 'InternalError', 'Da ist etwas schiefgegangen.'), accepted],
    })
    await waitFor(() => expect(left).toEqual([payment]), { timeout: 5000 })
    const [first, second] = wire.sent(enrolCall)
    expect(second?.body).toEqual(first?.body)
  })

  test('If a server error occurs twice, it is explained and the input stays', async () => {
    const { person, wire } = await enrolWith({
      [enrolCall]: refusal(500, 'InternalError', 'Da ist etwas schiefgegangen.'),
    })
    expect((await screen.findByRole('alert', {}, { timeout: 5000 })).textContent).toMatch(
      /^Du konntest nicht angemeldet werden\.Das liegt an uns, nicht an Dir\. Auch der zweite/,
    )
    expect(wire.sent(enrolCall)).toHaveLength(2)
    await person.click(screen.getByRole('button', { name: 'Abbrechen' }))
    expect(field('Vorname')).toHaveValue('Jörg')
  })

  test.each([
    [502, 'PaymentFailed', 'Die Bezahlung konnte nicht gestartet werden.'],
    [503, 'OutcomeUnknown', 'Kurze Störung. Sieh nach, ob es gespeichert ist.'],
  ])(
    'The error %i %s of an enrolment is not retried automatically',
    async (status, code, message) => {
      const { wire } = await enrolWith({ [enrolCall]: refusal(status, code, message) })
      expect(await failureText()).toContain('Das liegt an uns, nicht an Dir.')
      expect(wire.sent(enrolCall)).toHaveLength(1)
    },
  )

  test.each([
    [429, 'TooManyRequests', 'Zu viele Anfragen.'],
    [409, 'OrderInProgress', 'Deine Zahlung wird gerade geprüft.'],
  ])(
    'The error %i %s of an enrolment gives no hint about the input',
    async (status, code, message) => {
      await enrolWith({ [enrolCall]: refusal(status, code, message) })
      expect(await failureText()).toBe(`Du konntest nicht angemeldet werden.${message}`)
    },
  )

  test('An enrolment that is already paid (409) links to its result page', async () => {
    const message = 'Deine bisherige Anmeldung ist schon bezahlt.'
    await enrolWith({ [enrolCall]: refusal(409, 'OrderPaid', message) })
    expect(await failureText()).not.toContain('Prüfe')
    expect(screen.getByRole('link', { name: 'Zu Deiner Anmeldung' })).toHaveAttribute(
      'href',
      '/parade-enrolment/result?state=success',
    )
  })

  test("If the costume is reserved by an unpaid order (409), a hint asks whether the order is the user's own", async () => {
    const message = 'Das Kleid 118 ist vergeben. Bis 20:06 Uhr ist dieses Kleid vorgemerkt.'
    await enrolWith({
      [enrolCall]: refusal(409, 'CostumeAlreadyEnrolled', message, {
        parades: [11],
        heldUntil: '2026-11-21T19:06:00.000Z',
      }),
    })
    expect(await failureText()).toContain(`${message}Ist es Deine eigene Anmeldung?`)
    expect(await failureText()).not.toContain('Zur offenen Bezahlung')
  })

  test('A required challenge (403) is solved and sent with the repeated enrolment', async () => {
    const siteKey = 'the-site-key'
    onTestFinished(() => void vi.doUnmock('#web/enrolment/public/challenge.ts'))
    const asked: unknown[] = []
    vi.doMock('#web/enrolment/public/challenge.ts', () => ({
      solveChallenge: async (key: string, container: HTMLElement) => {
        asked.push(key, container.closest('dialog') !== null)
        return 'solved'
      },
    }))
    const { wire, left } = await enrolWith({
      [enrolCall]: [refusal(403, 'ChallengeNeeded', 'Bestätige …', { siteKey }), accepted],
    })
    await waitFor(() => expect(left).toEqual([payment]))
    expect(asked).toEqual([siteKey, true])
    const [first, second] = wire.sent(enrolCall)
    expect(second?.body).toEqual({ ...(first?.body as object), challenge: 'solved' })
  })

  test('Closing the dialog of a rejected enrolment (409) focuses the field concerned', async () => {
    const { person } = await enrolWith({
      [enrolCall]: refusal(409, 'CostumeAlreadyEnrolled', 'Das Kleid ist schon angemeldet.', {
        parades: [11],
        fields: { 'parades.0.costumeNumber': 'Schon angemeldet.' },
      }),
    })
    await person.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: /^Kleidernummer/ })).toHaveFocus()
  })

  test('The field errors of a rejected enrolment (409) appear at their parade and field', async () => {
    const message = 'Das Kleid mit der Nummer 118 ist schon angemeldet.'
    const onField = 'Dieses Kleid ist für diesen Umzug schon angemeldet.'
    const app = openEnrolment({
      [enrolCall]: refusal(409, 'CostumeAlreadyEnrolled', message, {
        parades: [12],
        fields: { 'parades.1.costumeNumber': onField, emailAddress: 'Gib eine andere an.' },
      }),
    })
    await fillPerson(app)
    // Chosen in the other order: the index is that of the request.
    await choose(app, 'Jubiläumsumzug 60 Jahre')
    await choose(app, 'Ringtreffen Moosried')
    await app.person.click(submitButton())
    await app.person.click(confirmButton())
    expect(await failureText()).toContain(message)
    await app.person.click(screen.getByRole('button', { name: 'Abbrechen' }))

    const number = card('Jubiläumsumzug 60 Jahre').getByRole('textbox', { name: /^Kleidernummer/ })
    expect(number).toHaveAccessibleDescription(onField)
    expect(card('Ringtreffen Moosried').queryByText(onField)).not.toBeInTheDocument()
    expect(field('E-Mail Adresse')).toHaveAccessibleDescription('Gib eine andere an.')
    await app.person.type(number, '9')
    expect(number).toBeValid()
  })

  test('A person already enrolled (409) is marked at that parade', async () => {
    const onField = 'Für diesen Umzug gibt es unter diesem Namen schon eine Anmeldung.'
    const { person } = await enrolWith({
      [enrolCall]: refusal(409, 'PersonAlreadyEnrolled', 'Schon angemeldet.', {
        fields: { 'parades.0.paradeId': onField },
      }),
    })
    await person.click(await screen.findByRole('button', { name: 'Abbrechen' }))
    const box = screen.getByRole('checkbox', { name: 'Ringtreffen Moosried' })
    expect(box).toHaveAccessibleDescription(expect.stringContaining(onField))
    await person.type(field('Vorname'), ' Emil')
    expect(box).toBeValid()
  })

  test('If the price has changed (409), the new sum is shown before the next attempt', async () => {
    const { person, wire, dialog } = await enrolWith({
      [enrolCall]: [
        refusal(409, 'PriceChanged', 'Der Preis hat sich geändert: Es sind jetzt 9,00 €.', {
          totalInCent: 900,
        }),
        accepted,
      ],
      [paradesCall]: json([{ ...moosried, priceForAdultsInCent: 900 }, hohenkirch]),
    })
    expect(await failureText()).toContain('Es sind jetzt 9,00 €.')
    expect(await within(dialog).findAllByText('9,00 €')).toHaveLength(2)
    const box = screen.getByRole('checkbox', { name: 'Ringtreffen Moosried', hidden: true })
    expect(box).toHaveAccessibleDescription(
      expect.stringMatching(/Der Preis hat sich geändert: 9,00.€ statt 8,00.€\./),
    )
    await person.click(confirmButton())
    await waitFor(() => {
      expect(wire.sent(enrolCall)[1]?.body).toMatchObject({ expectedTotalInCent: 900 })
    })
  })

  test('If the price has changed (409) and the parades cannot be reloaded, the shown parades stay', async () => {
    const { person } = await enrolWith({
      [enrolCall]: refusal(409, 'PriceChanged', 'Der Preis hat sich geändert.', {
        totalInCent: 900,
      }),
      [paradesCall]: offline,
    })
    await person.click(await screen.findByRole('button', { name: 'Abbrechen' }))
    expect(card('Ringtreffen Moosried').getByText('8,00 €')).toBeVisible()
  })

  test.each([
    ['has closed', 'EnrolmentClosed', 'Die Anmeldung für diesen Umzug ist nicht mehr offen.'],
    ['was called off', 'ParadeCancelled', 'Dieser Umzug ist abgesagt.'],
  ])('A parade that %s (409) is marked in the form', async (_, code, sentence) => {
    const message = 'Für „Ringtreffen Moosried“ geht das nicht mehr.'
    const { person } = await enrolWith({
      [enrolCall]: refusal(409, code, message, { parades: [11] }),
    })
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    await person.click(screen.getByRole('button', { name: 'Abbrechen' }))
    expect(card('Ringtreffen Moosried').getByText(sentence)).toBeVisible()
    await person.click(screen.getByRole('checkbox', { name: 'Ringtreffen Moosried' }))
    expect(screen.queryByText(sentence)).not.toBeInTheDocument()
  })
})
