import { describe, expect, test } from 'vitest'
import {
  type Answering,
  answeringWith,
  atRest,
  checkInOf,
  done,
  jonas,
  json,
  lena,
  listOf,
  outboxWorld,
  parade,
  parading,
  refusal,
  rowOf,
  type Sent,
} from '#tests/support/outbox-world.ts'
import { type Draft, withActs } from '#web/parades/check-in/outbox/acts.ts'
import { maxActs } from '#web/parades/check-in/outbox/sender.ts'
import { memoryStore } from '#web/parades/check-in/outbox/store.ts'
import { maxActs as maxActsOfTheServer } from '#worker/check-in/check-in.contract.ts'

const erika = 'Bantle, Erika'

const confirm = (participationId = 1): Draft => ({
  kind: 'confirm',
  paradeId: 3,
  memberName: erika,
  target: { participationId },
})
const pay = (participationId = 1): Draft => ({ ...confirm(participationId), kind: 'pay' }) as Draft
const enter: Draft = {
  kind: 'enter',
  paradeId: 3,
  memberName: 'Wäschle, Lena',
  costumeType: 'Garde',
  priceInCent: 800,
  entry: {
    firstName: 'Lena',
    lastName: 'Wäschle',
    birthday: '2001-02-03',
    costumeNumber: '233',
    selectedCostumeTypeId: 2,
  },
}

const rows = [rowOf(1, erika), rowOf(2, 'Dorn, Christa')]

/** The list is answered as usual; `answer` is the answer to acts. */
const acting =
  (answer: Answering): Answering =>
  (sent) =>
    sent.method === 'POST' ? answer(sent) : json(checkInOf(rows))

async function started(answer: Answering) {
  const world = outboxWorld(acting(answer))
  await world.outbox.start()
  await atRest()
  return world
}

async function tapped(answer: Answering, ...drafts: Draft[]) {
  const world = await started(answer)
  for (const draft of drafts.length > 0 ? drafts : [confirm()]) await world.outbox.addAct(draft)
  await atRest()
  return world
}

type World = Awaited<ReturnType<typeof started>>

const states = ({ outbox }: World) => outbox.state().acts.map(({ state }) => state)
const outcomes = ({ outbox }: World) => outbox.state().acts.map(({ result }) => result?.outcome)

describe('a waiting check-in act', () => {
  test('Check-in acts for a parade that is over are rejected and reported until dismissed, and acts for another parade are sent', async () => {
    const refused = {
      outcome: 'refused',
      code: 'ParadeOver',
      message: 'Helfer haken …',
    } as const
    const world = await tapped(
      answeringWith((act) => (act.paradeId === 4 ? refused : done())),
      { ...confirm(), paradeId: 4 },
      pay(),
      { ...enter, paradeId: 4 },
    )
    const told = world.outbox.state().acts.filter(({ state }) => state === 'rejected')
    expect(told.map(({ kind, result }) => [kind, result?.outcome])).toEqual([
      ['confirm', 'refused'],
      ['enter', 'refused'],
    ])
    expect(world.outbox.state().signIn).toBe('fine')
    for (const { id } of told) await world.outbox.press(id, 'discard')
    expect(states(world).filter((state) => state !== 'done')).toEqual([])
  })

  test('An accepted check-in act is removed from the outbox when a list that was requested after the act arrives', async () => {
    let answerList = () => {}
    const world = outboxWorld((sent) => {
      if (sent.method === 'POST') return answeringWith(done)(sent)
      return new Promise((resolve) => {
        answerList = () => resolve(json(checkInOf(rows)))
      })
    })
    await world.outbox.start()
    const act = await world.outbox.addAct(confirm())
    expect(act.as).toBe('kept')
    await atRest()
    expect(states(world)).toEqual(['done'])
    expect(world.outbox.state().syncedAt).toBeNull()
    answerList()
    await atRest()
    expect(states(world)).toEqual([])
    expect(world.outbox.state().syncedAt).toBe(parading)
    expect(world.sent.map(({ method }) => method)).toEqual(['POST', 'GET'])
  })

  test('An accepted check-in act is still in the outbox after the arrival of a list that was requested before the act', async () => {
    const answers: (() => void)[] = []
    const world = outboxWorld((sent) => {
      if (sent.method === 'POST') return answeringWith(done)(sent)
      return new Promise((resolve) => answers.push(() => resolve(json(checkInOf(rows)))))
    })
    await world.outbox.start()
    world.outbox.watch(3)
    await atRest()
    await world.outbox.addAct(confirm())
    await atRest()
    answers[0]?.()
    await atRest()
    expect(states(world)).toEqual(['done'])
    answers[1]?.()
    await atRest()
    expect(states(world)).toEqual([])
  })

  test.each(['done', 'already'] as const)(
    'A check-in act with the outcome "%s" is removed from the outbox',
    async (outcome) => {
      const world = await tapped(answeringWith(() => ({ outcome })))
      expect(states(world)).toEqual([])
    },
  )

  test.each([
    'overtaken',
    'notYours',
    'paidOnline',
    'gone',
    'paradeCancelled',
    'refused',
    'noEntry',
  ] as const)(
    'A check-in act with the outcome "%s" is reported until the helper dismisses it, and not sent again',
    async (outcome) => {
      const world = await tapped(answeringWith(() => ({ outcome, by: 'Jonas K.' })))
      expect(states(world)).toEqual(['rejected'])
      await world.pass(120_000)
      expect(states(world)).toEqual(['rejected'])
      expect(world.acts()).toHaveLength(1)
      const [act] = world.outbox.state().acts
      await world.outbox.press(act?.id ?? '', 'discard')
      expect(states(world)).toEqual([])
    },
  )

  test.each([
    ['in cash by another helper', { mine: false, returnedAt: null }, 'rejected'],
    ['online', null, 'rejected'],
    ['in cash by the same helper on another phone', { mine: true, returnedAt: null }, undefined],
  ])(
    'If a payment was recorded %s already, the act of recording it again gets the state $2 (undefined: it is removed from the outbox)',
    async (_, cash, state) => {
      const row = rowOf(1, erika, { paid: true, cash })
      const world = await tapped(
        answeringWith(() => ({ outcome: 'already', row })),
        pay(),
      )
      expect(states(world)[0]).toBe(state)
    },
  )

  const unknownOutcomes: [string, Answering][] = [
    ['no answer', () => null],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['404', () => refusal(404)],
    ['408', () => refusal(408)],
    ['429', () => refusal(429)],
    ['500', () => refusal(500)],
    ['503', () => refusal(503)],
    ['a page', () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })],
    ['JSON of another server', () => json({ ok: true })],
    [
      'an answer without a result for the act',
      () => json({ serverTime: new Date(parading).toISOString(), results: [] }),
    ],
    ['later', answeringWith(() => ({ outcome: 'later' }) as never)],
  ]
  test.each(unknownOutcomes)(
    'After the answer "%s", a check-in act is sent again unchanged',
    async (_, answer) => {
      const world = await tapped(answer)
      await world.pass(15_000)
      expect(states(world)).toEqual(['waiting'])
      world.answering = acting(answeringWith(done))
      await world.pass(40_000)
      expect(states(world)).toEqual([])
      const [first] = world.acts()
      for (const { acts } of world.acts()) expect(acts).toEqual(first?.acts)
    },
  )

  test('While the server is unavailable (503), a check-in act is sent again after 1, 2, 4 … and at most 30 seconds', async () => {
    const world = await tapped(() => refusal(503))
    const waits: number[] = []
    for (let n = 0; n < 8; n++) {
      waits.push(world.timers().at(-1) ?? 0)
      await world.pass(waits.at(-1) ?? 0)
    }
    expect(waits.map((ms) => ms / 1000)).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
  })

  test.each([
    [0, 800],
    [1, 1200],
  ])(
    'With the random value %s, the pause before a check-in act is sent for the second time is %s ms',
    async (dice, ms) => {
      const world = await started(() => refusal(503))
      world.dice = dice
      await world.outbox.addAct(confirm())
      await atRest()
      expect(world.timers()).toEqual([ms])
    },
  )

  test('No check-in act is sent before the time of Retry-After is over, even after another tap', async () => {
    const world = await tapped(() => json({}, 503, { 'Retry-After': '60' }))
    await world.outbox.addAct(confirm(2))
    world.outbox.retryNow()
    await world.pass(59_999)
    expect(world.acts()).toHaveLength(1)
    world.answering = acting(answeringWith(done))
    await world.pass(1)
    await atRest()
    expect(world.acts()).toHaveLength(2)
    expect(states(world)).toEqual([])
  })

  test('If Retry-After is a date, check-in acts are sent again at that time', async () => {
    const until = new Date(parading + 90_000).toUTCString()
    const world = await tapped(() => json({}, 429, { 'Retry-After': until }))
    expect(world.timers()).toEqual([90_000])
  })

  test('If the helper taps during the pause after an error, all waiting check-in acts are sent at once', async () => {
    const world = await tapped(() => refusal(503))
    await world.pass(20_000)
    const tries = world.acts().length
    world.answering = acting(answeringWith(done))
    await world.outbox.addAct(confirm(2))
    await atRest()
    expect(world.acts()).toHaveLength(tries + 1)
    expect(states(world)).toEqual([])
  })

  test('After a sign-in has expired (401), check-in acts wait for the next sign-in and are then sent', async () => {
    const world = await tapped(() =>
      refusal(401, { code: 'AuthenticationError', reason: 'expired' }),
    )
    expect(world.outbox.state().signIn).toBe('over')
    await world.pass(600_000)
    await world.outbox.addAct(confirm(2))
    world.outbox.retryNow()
    await atRest()
    expect(world.acts()).toHaveLength(1)
    expect(states(world)).toEqual(['waiting', 'waiting'])
    world.answering = acting(answeringWith(done))
    world.user = { ...lena, token: 'a-new-one' }
    await world.outbox.start()
    await atRest()
    expect(world.acts()).toHaveLength(2)
    expect(states(world)).toEqual([])
    expect(world.outbox.state().signIn).toBe('fine')
  })

  test('Without the right to check in (403), the missing right is reported, and check-in acts are sent only after the right was given back', async () => {
    const world = await tapped(() => refusal(403, { code: 'Forbidden' }))
    // A new sign-in would not help.
    expect(world.outbox.state()).toMatchObject({ signIn: 'fine', trouble: 'notAllowed' })
    expect(states(world)).toEqual(['waiting'])
    world.answering = acting(answeringWith(done))
    await world.pass(60_000)
    await atRest()
    expect(states(world)).toEqual([])
    expect(world.outbox.state().trouble).toBeNull()
  })

  test('After a server error (500), check-in acts are kept and sent again, and the error is reported from the third time on', async () => {
    const world = await tapped(() => refusal(500))
    const told: unknown[] = []
    for (let time = 1; time <= 4; time += 1) {
      expect(world.acts()).toHaveLength(time)
      told.push(world.outbox.state().trouble)
      await world.pass(world.timers()[0] ?? 0)
      await atRest()
    }
    expect(told).toEqual([null, null, 'server', 'server'])
    expect(states(world)).toEqual(['waiting'])
    world.answering = acting(answeringWith(done))
    await world.pass(60_000)
    await atRest()
    expect(states(world)).toEqual([])
    expect(world.outbox.state().trouble).toBeNull()
  })

  test('A lost connection is reported as being offline, not as a server error', async () => {
    const world = await tapped(() => null)
    await world.pass(600_000)
    expect(world.outbox.state()).toMatchObject({ isOffline: true, trouble: null })
  })

  test('After a sign-in was ended (401, ended), the device deletes its check-in lists, but not the waiting acts', async () => {
    const world = await started(answeringWith(done))
    await world.outbox.preloadLists()
    expect(world.outbox.state().lists).toHaveLength(1)
    world.answering = () => refusal(401, { code: 'AuthenticationError', reason: 'ended' })
    await world.outbox.addAct(confirm())
    await atRest()
    expect(world.outbox.state()).toMatchObject({ signIn: 'ended', lists: [] })
    expect(states(world)).toEqual(['waiting'])
  })

  test('After a sign-in has expired (401, expired), the check-in lists are still stored on the device', async () => {
    const world = await started(answeringWith(done))
    await world.outbox.preloadLists()
    world.answering = () => refusal(401, { code: 'AuthenticationError', reason: 'expired' })
    await world.outbox.addAct(confirm())
    await atRest()
    expect(world.outbox.state()).toMatchObject({ signIn: 'over', lists: [{ paradeId: 3 }] })
  })

  test('Check-in acts are sent with a new sign-in, even if the old one gets the late answer that it was ended', async () => {
    let answerLate = (_: Response) => {}
    const world = await started(({ token }) =>
      token === lena.token
        ? new Promise((resolve) => {
            answerLate = resolve
          })
        : null,
    )
    world.outbox.watch(3)
    await world.outbox.addAct(confirm())
    await atRest()
    world.answering = acting(answeringWith(done))
    world.user = { ...lena, token: 'a-new-one' }
    await world.outbox.start()
    await atRest()
    answerLate(refusal(401, { code: 'AuthenticationError', reason: 'ended' }))
    await atRest()
    expect(world.outbox.state()).toMatchObject({ signIn: 'fine', lists: [{ paradeId: 3 }] })
    expect(states(world)).toEqual([])
  })

  test('If the late answer to a request of the previous sign-in is a rejection, the device does not delete its check-in lists', async () => {
    let answerLate = (_: Response) => {}
    const world = await started(answeringWith(done))
    await world.outbox.preloadLists()
    world.answering = ({ token }) =>
      token === lena.token
        ? new Promise((resolve) => {
            answerLate = resolve
          })
        : json(checkInOf(rows))
    world.outbox.watch(3)
    await atRest()
    world.user = { ...lena, token: 'a-new-one' }
    await world.outbox.start()
    answerLate(refusal(401, { code: 'AuthenticationError', reason: 'ended' }))
    await atRest()
    expect(world.outbox.state()).toMatchObject({ signIn: 'fine', lists: [{ paradeId: 3 }] })
  })

  test.each([400, 413, 422])(
    'If the server rejects one of twenty check-in acts with %i, this one is reported and the others are sent',
    async (status) => {
      const isPoison = ({ acts }: Sent) =>
        acts.some(
          (act) =>
            'target' in act && 'participationId' in act.target && act.target.participationId === 13,
        )
      const world = await started(() => refusal(503))
      for (let id = 1; id <= 20; id++) await world.outbox.addAct(confirm(id))
      await world.pass(2000)
      world.answering = acting((sent) =>
        isPoison(sent) ? refusal(status) : answeringWith(done)(sent),
      )
      await world.pass(60_000)
      expect(states(world)).toEqual(['rejected'])
      expect(world.outbox.state().acts[0]).toMatchObject({
        target: { participationId: 13 },
        result: null,
      })
    },
  )

  test('An answer that arrives after fifteen seconds is ignored, and the check-in act still waits to be sent', async () => {
    let answer = (_: Response) => {}
    const world = await tapped(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    await world.pass(14_999)
    expect(world.timers()).toEqual([1])
    await world.pass(1)
    const [first] = world.acts()
    world.answering = () => null
    if (first) answer(answeringWith(done)(first))
    await atRest()
    expect(states(world)).toEqual(['waiting'])
  })
})

describe('several tabs with one outbox', () => {
  test('Check-in acts of a closed tab are sent by another tab', async () => {
    const store = memoryStore()
    const [closed, other] = [
      outboxWorld(() => null, store),
      outboxWorld(acting(answeringWith(done)), store),
    ]
    await other.outbox.start()
    await closed.outbox.start()
    await closed.outbox.addAct(confirm())
    closed.outbox.stop()
    await other.outbox.reread()
    expect(states(other)).toEqual(['waiting'])
    await other.pass(30_000)
    expect(other.acts()).toHaveLength(1)
    expect(states(other)).toEqual([])
  })

  test('A tab learns the outcome of a check-in act that another tab has sent', async () => {
    const store = memoryStore()
    const [one, other] = [
      outboxWorld(acting(answeringWith(() => ({ outcome: 'gone' }))), store),
      outboxWorld(() => null, store),
    ]
    await other.outbox.start()
    await one.outbox.start()
    await one.outbox.addAct(confirm())
    await atRest()
    expect(one.tells).toBeGreaterThan(1)
    await other.outbox.reread()
    expect(states(other)).toEqual(['rejected'])
    expect(other.timers()).toEqual([])
  })
})

describe('order and times of check-in acts', () => {
  test('Check-in acts are sent in the order of the taps, fifty at a time', async () => {
    expect(maxActs).toBe(maxActsOfTheServer)
    const world = await started(() => refusal(503))
    for (let id = 1; id <= 120; id++) await world.outbox.addAct(confirm(id))
    await world.pass(5000)
    const before = world.acts().length
    world.answering = acting(answeringWith(done))
    await world.pass(60_000)
    const sent = world.acts().slice(before)
    expect(sent.map(({ acts }) => acts.length)).toEqual([50, 50, 20])
    const targets = sent.flatMap(({ acts }) => acts.map((act) => 'target' in act && act.target))
    expect(targets).toEqual(Array.from({ length: 120 }, (_, at) => ({ participationId: at + 1 })))
    expect(states(world)).toEqual([])
  })

  test('If an answer covers only the first of three check-in acts, the other two are sent next in their order', async () => {
    const world = await started(() => refusal(503))
    for (const id of [1, 2, 3]) await world.outbox.addAct(confirm(id))
    await world.pass(3000)
    let first = true
    world.answering = acting((sent) => {
      const answer = answeringWith(() => (first ? { outcome: 'done' } : null))
      const part = { ...sent, acts: sent.acts.slice(0, 1) }
      return answer(first ? part : sent)
    })
    const before = world.acts().length
    await world.pass(8000)
    first = false
    world.answering = acting(answeringWith(done))
    await world.pass(40_000)
    expect(world.acts()[before]?.acts).toHaveLength(3)
    expect(world.acts()[before + 1]?.acts.map(({ id }) => id)).toEqual(
      world
        .acts()
        [before]?.acts.slice(1)
        .map(({ id }) => id),
    )
    expect(states(world)).toEqual([])
  })

  test("The times of check-in acts always increase, even when the device's clock is set back", async () => {
    const world = await started(() => refusal(503))
    await world.outbox.addAct(confirm(1))
    world.clock -= 3_600_000
    await world.outbox.addAct(confirm(2))
    world.clock += 7_200_000
    await world.outbox.addAct(confirm(3))
    const times = world.outbox.state().acts.map(({ at }) => Date.parse(at) - parading)
    expect(times[0]).toBe(0)
    expect(times[1]).toBe(1)
    expect(times[2]).toBe(3_600_000)
  })

  test("A check-in act gets its time from the server's clock, even if the device's clock is ten minutes behind", async () => {
    const world = await started(answeringWith(done))
    world.clock -= 600_000
    world.answering = () => json(checkInOf(rows, parading))
    await world.outbox.preloadLists()
    expect(world.outbox.state().offset).toBe(600_000)
    world.answering = acting(() => refusal(503))
    await world.outbox.addAct(confirm())
    expect(world.outbox.state().acts[0]?.at).toBe(new Date(parading).toISOString())
  })

  test("After the device's clock was a day ahead, further check-in acts get the right time again", async () => {
    const world = await started(() => null)
    world.clock += 86_400_000
    await world.outbox.addAct(confirm(1))
    expect(world.outbox.state().acts[0]?.at.slice(0, 10)).toBe('2027-01-18')
    world.clock -= 86_400_000
    world.answering = acting(answeringWith(done, parading + 15_000))
    await world.pass(20_000)
    await world.outbox.addAct(confirm(2))
    await atRest()
    const second = world.acts().at(-1)?.acts[0]
    expect(second).toMatchObject({ target: { participationId: 2 } })
    expect(Date.parse(second?.at ?? '') - parading).toBeLessThan(60_000)
  })
})

describe('payments for a person entered on site', () => {
  const hanging = (id: string): Draft => ({
    kind: 'pay',
    paradeId: 3,
    memberName: 'Wäschle, Lena',
    target: { actId: id },
  })

  async function enteredAndPaid(answer: Answering) {
    const world = await started(() => refusal(503))
    const added = await world.outbox.addAct(enter)
    if (added.as !== 'kept') throw new Error('not kept')
    await world.outbox.addAct(hanging(added.act.id))
    await world.pass(1000)
    world.answering = acting(answer)
    await world.pass(30_000)
    return { world, id: added.act.id }
  }

  test('The payment for a person entered on site is sent together with the entry and refers to it', async () => {
    const { world, id } = await enteredAndPaid(answeringWith(done))
    expect(world.acts().at(-1)?.acts).toMatchObject([
      { kind: 'enter', entry: { birthday: '2001-02-03' } },
      { kind: 'pay', target: { actId: id } },
    ])
    expect(states(world)).toEqual([])
  })

  test('The payment for a person entered on site refers to the participation once the server has named it, even if the entry is gone', async () => {
    const world = await started(answeringWith(() => ({ outcome: 'done', participationId: 9 })))
    await world.outbox.preloadLists()
    let answerList = (_: Response) => {}
    const asked = new Promise<Response>((resolve) => {
      answerList = resolve
    })
    const answerAct = world.answering
    world.answering = (sent) => (sent.method === 'POST' ? answerAct(sent) : asked)
    const added = await world.outbox.addAct(enter)
    if (added.as !== 'kept') throw new Error('The entry was not kept')
    await atRest()
    // The list that knows them is on its way, and the line breaks.
    world.answering = ({ method }) => (method === 'POST' ? null : asked)
    const target = { actId: added.act.id }
    await world.outbox.addAct({ ...pay(), memberName: 'Wäschle, Lena', target } as Draft)
    await atRest()
    answerList(json(checkInOf([...rows, rowOf(9, 'Wäschle, Lena', { confirmed: true })])))
    await atRest()
    const { lists, acts: left } = world.outbox.state()
    expect(left).toMatchObject([{ kind: 'pay', state: 'waiting', target: { participationId: 9 } }])
    const shown = withActs(lists[0]?.rows ?? [], left, lena.id)
    expect(shown.find(({ id }) => id === 9)).toMatchObject({ paid: true, waits: { fee: true } })
  })

  test('If the server rejects an entry on site, the payment for this person is reported with it, and other acts are sent', async () => {
    const refuse = answeringWith((act) =>
      act.kind === 'enter'
        ? { outcome: 'refused', code: 'PersonAlreadyEnrolled', message: 'Steht schon da.' }
        : { outcome: act.kind === 'pay' ? 'noEntry' : 'done' },
    )
    const { world } = await enteredAndPaid(refuse)
    await world.outbox.addAct(confirm(2))
    await atRest()
    expect(outcomes(world)).toEqual(['refused', 'noEntry'])
  })

  test('If the server rejects the entry of a person on site (422), the payment for this person is rejected too ("noEntry")', async () => {
    const { world } = await enteredAndPaid(({ acts }) =>
      acts.some(({ kind }) => kind === 'enter')
        ? refusal(422)
        : answeringWith(done)({ acts } as Sent),
    )
    expect(states(world)).toEqual(['rejected', 'rejected'])
    expect(outcomes(world)).toEqual([undefined, 'noEntry'])
  })

  test('If the helper confirms the enrolled person instead of a rejected entry, the payment applies to this person', async () => {
    const row = rowOf(1, erika)
    const { world, id } = await enteredAndPaid(
      answeringWith((act) =>
        act.kind === 'enter'
          ? { outcome: 'refused', code: 'PersonAlreadyEnrolled', participationId: 1, row }
          : { outcome: 'noEntry' },
      ),
    )
    world.answering = acting(() => null)
    await world.outbox.press(id, 'existing')
    expect(world.outbox.state().acts).toMatchObject([
      { kind: 'confirm', target: { participationId: 1 }, memberName: erika, state: 'waiting' },
      { kind: 'pay', target: { participationId: 1 }, state: 'waiting' },
    ])
    const ids = world.outbox.state().acts.map((act) => act.id)
    expect(new Set([...ids, id]).size).toBe(3)
  })

  test('If the helper sends a rejected entry again without a costume number, the payment applies to the new entry', async () => {
    const { world, id } = await enteredAndPaid(
      answeringWith((act) =>
        act.kind === 'enter'
          ? { outcome: 'refused', code: 'CostumeAlreadyEnrolled' }
          : { outcome: 'noEntry' },
      ),
    )
    expect(world.outbox.state().acts[0]).toMatchObject({ entry: { birthday: '2001-02-03' } })
    world.answering = acting(() => null)
    await world.outbox.press(id, 'withoutNumber')
    const [again, paid] = world.outbox.state().acts
    expect(again).toMatchObject({
      kind: 'enter',
      entry: { costumeNumber: '', birthday: '2001-02-03' },
    })
    expect(paid).toMatchObject({ kind: 'pay', target: { actId: again?.id } })
  })

  test('If the helper discards a rejected entry, the payment for this person is deleted with it', async () => {
    const { world, id } = await enteredAndPaid(
      answeringWith((act) => ({ outcome: act.kind === 'enter' ? 'refused' : 'noEntry' })),
    )
    await world.outbox.press(id, 'discard')
    expect(states(world)).toEqual([])
  })

  test('After an entry on site was sent, its birthday is not stored on the device any more', async () => {
    const world = await started(answeringWith(done))
    world.answering = (sent) => (sent.method === 'POST' ? answeringWith(done)(sent) : null)
    await world.outbox.addAct(enter)
    await atRest()
    expect(world.outbox.state().acts).toMatchObject([{ state: 'done', entry: { birthday: null } }])
  })
})

describe('two helpers on one phone', () => {
  test("On a shared phone, a helper's own check-in acts are sent at once, and those of another helper after a confirmation", async () => {
    const world = await tapped(() => refusal(503), confirm(1), enter)
    world.user = jonas
    world.answering = acting(answeringWith(done))
    await world.outbox.start()
    await world.outbox.addAct(confirm(2))
    await world.pass(60_000)
    const own = world.acts().filter(({ token }) => token === jonas.token)
    expect(own.flatMap(({ acts }) => acts)).toHaveLength(1)
    expect(states(world)).toEqual(['waiting', 'waiting'])
    await world.outbox.sendAsMine()
    await atRest()
    expect(world.acts().at(-1)).toMatchObject({ token: jonas.token, acts: [{}, { kind: 'enter' }] })
    expect(states(world)).toEqual([])
  })

  test('A check-in act on a person whom another helper entered on site waits until that entry is sent too', async () => {
    const world = await tapped(() => refusal(503), enter)
    const [entry] = world.outbox.state().acts
    world.user = jonas
    world.answering = acting(answeringWith(done))
    await world.outbox.start()
    const undo = { kind: 'unconfirm', paradeId: 3, memberName: 'Wäschle, Lena' } as const
    await world.outbox.addAct({ ...undo, target: { actId: entry?.id ?? '' } })
    await world.pass(60_000)
    expect(states(world)).toEqual(['waiting', 'waiting'])
    await world.outbox.sendAsMine()
    await atRest()
    expect(
      world
        .acts()
        .at(-1)
        ?.acts.map(({ kind }) => kind),
    ).toEqual(['enter', 'unconfirm'])
  })

  test("After another helper has signed in on the phone, the previous helper's confirmations are not shown as their own", async () => {
    const mine = rowOf(1, erika, { confirmed: true, mine: true })
    const store = memoryStore()
    await store.change(() => ({ putLists: [listOf([mine])] }))
    const world = outboxWorld(() => null, store)
    await world.outbox.start()
    expect(world.outbox.state().lists[0]?.rows[0]?.mine).toBe(true)
    world.user = jonas
    await world.outbox.start()
    expect(world.outbox.state().lists[0]?.rows[0]?.mine).toBe(false)
  })
})

describe('an expired sign-in at the check-in', () => {
  /** The server's answer to a token of yesterday. */
  const late =
    (outcome: string): Answering =>
    ({ acts }) =>
      json({
        serverTime: new Date(parading).toISOString(),
        results: acts.map(({ id }) => ({ id, outcome })),
      })

  test('Waiting check-in acts are sent even after the sign-in has expired', async () => {
    const world = outboxWorld((sent) =>
      sent.method === 'POST'
        ? late('done')(sent)
        : refusal(401, { code: 'AuthenticationError', reason: 'expired' }),
    )
    await world.outbox.start()
    await world.outbox.addAct(confirm())
    await world.pass(120_000)
    expect(states(world)).toEqual(['done'])
    expect(world.outbox.state().signIn).toBe('over')
    expect(world.acts()).toHaveLength(1)
  })

  test('If an act was rejected after the sign-in had expired, the details for the message about it are requested after the next sign-in', async () => {
    const world = await tapped(late('overtaken'))
    await world.pass(300_000)
    expect(world.acts()).toHaveLength(1)
    expect(world.outbox.state().acts[0]).toMatchObject({ state: 'rejected' })
    const at = '2027-01-17T13:00:00.000Z'
    world.answering = acting(answeringWith(() => ({ outcome: 'overtaken', by: 'Jonas K.', at })))
    world.user = { ...lena, token: 'a-new-one' }
    await world.outbox.start()
    await atRest()
    expect(world.outbox.state().acts[0]).toMatchObject({
      state: 'rejected',
      result: { by: 'Jonas K.', at },
    })
    await world.pass(300_000)
    expect(world.acts()).toHaveLength(2)
  })

  test("If a payment was recorded already and the sign-in has expired, it is reported until the next sign-in shows that it was the helper's own", async () => {
    const world = await tapped(late('already'), pay())
    expect(states(world)).toEqual(['rejected'])
    const row = rowOf(1, erika, { paid: true, cash: { mine: true, returnedAt: null } })
    world.answering = acting(answeringWith(() => ({ outcome: 'already', row })))
    world.user = { ...lena, token: 'a-new-one' }
    await world.outbox.start()
    await atRest()
    expect(states(world)).toEqual([])
  })
})

describe('the stored check-in lists', () => {
  test('While the check-in of a parade is open, its list is requested every thirty seconds', async () => {
    const world = await started(answeringWith(done))
    const unwatch = world.outbox.watch(3)
    await world.pass(95_000)
    expect(world.lists().map(({ path }) => path)).toEqual(Array(4).fill('/api/check-in?parade=3'))
    unwatch()
    await world.pass(120_000)
    expect(world.lists().length).toBeLessThanOrEqual(5)
  })

  test('While the helper is touching the check-in list, a new list is not shown; taps are sent nevertheless', async () => {
    const world = await started(answeringWith(done))
    world.outbox.watch(3)
    await atRest()
    let calm = () => {}
    world.still = () =>
      new Promise((resolve) => {
        calm = resolve
      })
    world.answering = (sent) =>
      sent.method === 'POST'
        ? answeringWith(done)(sent)
        : json(checkInOf([rowOf(1, 'Bantle, Erika-Maria')]))
    await world.pass(30_000)
    expect(world.outbox.state().lists[0]?.rows).toHaveLength(2)
    await world.outbox.addAct(confirm())
    await atRest()
    expect(states(world)).toEqual(['done'])
    world.still = () => Promise.resolve()
    calm()
    await atRest()
    expect(world.outbox.state().lists[0]?.rows).toHaveLength(1)
    expect(states(world)).toEqual([])
  })

  test('A check-in list that was requested before the stored one does not replace it', async () => {
    const answers: ((rows: string) => void)[] = []
    const store = memoryStore()
    const answering: Answering = () =>
      new Promise((resolve) => {
        answers.push((name) => resolve(json(checkInOf([rowOf(1, name)]))))
      })
    const [one, other] = [outboxWorld(answering, store), outboxWorld(answering, store)]
    await one.outbox.start()
    await other.outbox.start()
    void one.outbox.preloadLists()
    await atRest()
    void other.outbox.preloadLists()
    await atRest()
    answers[1]?.('New, Name')
    await atRest()
    answers[0]?.('Old, Name')
    await atRest()
    expect((await store.read()).lists?.[0]?.rows[0]?.memberName).toBe('New, Name')
  })

  test('The stored check-in list of a parade that does not exist (404) is deleted', async () => {
    const world = outboxWorld(() => refusal(404, { code: 'NotFound', message: '' }))
    await world.store.change(() => ({ putLists: [listOf(rows)] }))
    await world.outbox.start()
    world.outbox.watch(3)
    await atRest()
    expect(world.outbox.state().lists).toEqual([])
    expect([...world.outbox.state().missing]).toEqual([3])
  })

  test('The stored check-in list of a parade that helpers may not see today (403) is deleted, but neither the sign-in nor waiting acts', async () => {
    const forbidden = { code: 'Forbidden', reason: 'helpersDay', message: 'Helfer sehen …' }
    const world = outboxWorld(({ path }) =>
      path.startsWith('/api/check-in?') ? refusal(403, forbidden) : null,
    )
    await world.store.change(() => ({ putLists: [listOf(rows)] }))
    await world.outbox.start()
    await world.outbox.addAct(confirm())
    world.outbox.watch(3)
    await atRest()
    const { lists, closed, missing, signIn, acts } = world.outbox.state()
    expect({ lists, closed: [...closed], missing: [...missing], signIn }).toEqual({
      lists: [],
      closed: [3],
      missing: [],
      signIn: 'fine',
    })
    expect(acts.map(({ state }) => state)).toEqual(['waiting'])
  })

  test('When new lists arrive, the stored check-in list of a moved or deleted parade is deleted, unless a helper has this list open', async () => {
    const other = (id: number, date: string) =>
      listOf([], { paradeId: id, parade: { ...parade, id, date } })
    const kept = [other(4, '2027-01-18'), other(5, '2027-01-19'), other(6, '2027-01-17')]
    const world = outboxWorld(() => json(checkInOf(rows)), memoryStore({ lists: kept }))
    await world.outbox.start()
    await atRest()
    // The page is open: its own list will show the change.
    world.answering = ({ path }) => (path.endsWith('=6') ? null : json(checkInOf(rows)))
    world.outbox.watch(6)
    await world.outbox.preloadLists()
    expect(world.outbox.state().lists.map(({ paradeId }) => paradeId)).toEqual([3, 6, 5])
  })

  test('The stored check-in list is kept when the 404 comes from another server', async () => {
    const world = outboxWorld(() => new Response('Not found', { status: 404 }))
    await world.store.change(() => ({ putLists: [listOf(rows)] }))
    await world.outbox.start()
    world.outbox.watch(3)
    await atRest()
    expect(world.outbox.state().lists).toHaveLength(1)
  })

  test('At the start, check-in lists older than two days and their finished acts are deleted, but no waiting or rejected acts', async () => {
    const on = (paradeId: number, date: string) =>
      listOf(rows, { paradeId, parade: { ...listOf([]).parade, id: paradeId, date } })
    const store = memoryStore()
    const world = outboxWorld(() => null, store)
    await store.change(() => ({
      putLists: [on(1, '2027-01-14'), on(2, '2027-01-15'), on(3, '2027-01-17')],
    }))
    await world.outbox.start()
    await world.outbox.addAct({ ...confirm(), paradeId: 1 })
    world.outbox.stop()
    const ended = { state: 'done', endedAfter: 0 } as const
    await store.change(({ acts, meta }) => ({
      put: acts.flatMap((act) => [
        { ...act, ...ended, seq: 10, id: 'a' },
        { ...act, ...ended, seq: 11, id: 'b', paradeId: 2 },
        { ...act, state: 'rejected' as const, seq: 12, id: 'c' },
      ]),
      meta: { lastSeq: meta.lastSeq + 12 },
    }))
    const later = outboxWorld(() => null, store)
    await later.outbox.start()
    expect(later.outbox.state().lists.map(({ paradeId }) => paradeId)).toEqual([2, 3])
    expect(later.outbox.state().acts.map(({ id, state }) => `${id.slice(-1)} ${state}`)).toEqual([
      expect.stringMatching(/ waiting$/),
      'b done',
      'c rejected',
    ])
  })
})

describe('a browser that stores nothing', () => {
  const broken = () => {
    const fails = () => Promise.reject(new DOMException('no', 'SecurityError'))
    return { read: fails, change: fails, wipe: () => Promise.resolve() }
  }

  test('In a browser that stores nothing, a check-in act is sent at once', async () => {
    const world = outboxWorld(acting(answeringWith(done)), broken())
    await world.outbox.start()
    expect(world.outbox.state()).toMatchObject({ isReady: true, keepsNothing: true })
    const added = await world.outbox.addAct(confirm())
    expect(added).toMatchObject({ as: 'sent', act: { state: 'done' } })
  })

  test('In a browser that stores nothing, a rejected check-in act is reported at once', async () => {
    const world = outboxWorld(acting(answeringWith(() => ({ outcome: 'gone' }))), broken())
    await world.outbox.start()
    expect(await world.outbox.addAct(confirm())).toMatchObject({
      as: 'sent',
      act: { state: 'rejected', result: { outcome: 'gone' } },
    })
  })

  test('In a browser that stores nothing, the message about a rejected act is still shown after sending it again has failed', async () => {
    const overtaken = answeringWith(() => ({ outcome: 'overtaken' }))
    const world = outboxWorld(acting(overtaken), broken())
    await world.outbox.start()
    await world.outbox.addAct(confirm())
    const [told] = world.outbox.state().acts
    world.answering = () => refusal(503)
    await world.outbox.press(told?.id ?? '', 'again')
    expect(world.outbox.state().acts).toEqual([told])
    world.answering = acting(answeringWith(done))
    await world.outbox.press(told?.id ?? '', 'again')
    await atRest()
    expect(states(world)).not.toContain('rejected')
  })

  test("In a browser that stores nothing, a check-in act without a network fails with the specification's words and is not sent again", async () => {
    const world = outboxWorld(() => Promise.reject(new TypeError('no line')), broken())
    await world.outbox.start()
    const added = await world.outbox.addAct(confirm())
    expect(added.as === 'failed' && added.failure).toMatchObject({
      message:
        'Die Umzugsteilnahme konnte nicht bestätigt werden. Stelle sicher, dass Du Internet hast.',
      type: 'NetworkError',
    })
    await world.pass(300_000)
    expect(world.acts()).toHaveLength(1)
    expect(states(world)).toEqual([])
  })

  test('When the disk is full, new and waiting check-in acts are sent nevertheless', async () => {
    const store = memoryStore()
    const world = outboxWorld(
      acting(() => refusal(503)),
      store,
    )
    await world.outbox.start()
    await world.outbox.addAct(confirm(1))
    await atRest()
    store.change = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    world.answering = acting(answeringWith(done))
    const added = await world.outbox.addAct(confirm(2))
    expect(added).toMatchObject({ as: 'sent' })
    await world.pass(60_000)
    expect(world.outbox.state()).toMatchObject({ keepsNothing: true, acts: [] })
  })
})

describe('the device after signing out', () => {
  test('After signing out the device has no data and sends no requests', async () => {
    const world = await tapped(() => refusal(503))
    world.user = null
    await world.outbox.wipe()
    expect(world.outbox.state()).toMatchObject({ acts: [], lists: [], syncedAt: null })
    const before = world.sent.length
    await world.pass(300_000)
    world.outbox.retryNow()
    await atRest()
    expect(world.sent).toHaveLength(before)
    expect((await world.store.read()).acts).toEqual([])
  })

  test('After signing out, a late answer to check-in acts stores nothing on the device', async () => {
    let answer = (_: Response) => {}
    const waits: Answering = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    const world = await tapped(waits)
    world.user = null
    await world.outbox.wipe()
    const [sent] = world.acts()
    if (sent) answer(answeringWith(done)(sent))
    await atRest()
    const { acts, meta } = await world.store.read()
    expect({ acts, meta }).toMatchObject({ acts: [], meta: { device: '', version: 0 } })
    expect(world.outbox.state()).toMatchObject({ acts: [], keepsNothing: false })
  })
})
