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

describe('a waiting act', () => {
  test('An act rejected by its day is reported, later ones are sent, and the message can be dismissed', async () => {
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

  test('An act that is done disappears when a list requested later has arrived', async () => {
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

  test('An act that is done does not disappear with a list requested before', async () => {
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
    'An act with the outcome %s counts as done',
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
  ] as const)('An act with the outcome %s is shown until it is dismissed', async (outcome) => {
    const world = await tapped(answeringWith(() => ({ outcome, by: 'Jonas K.' })))
    expect(states(world)).toEqual(['rejected'])
    await world.pass(120_000)
    expect(states(world)).toEqual(['rejected'])
    expect(world.acts()).toHaveLength(1)
    const [act] = world.outbox.state().acts
    await world.outbox.press(act?.id ?? '', 'discard')
    expect(states(world)).toEqual([])
  })

  test.each([
    ['in cash by another helper', { mine: false, returnedAt: null }, 'rejected'],
    ['online', null, 'rejected'],
    ['in cash by the same helper on another phone', { mine: true, returnedAt: null }, undefined],
  ])(
    'An act for a payment that was recorded %s already has the state $2',
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
      'an answer without a result for it',
      () => json({ serverTime: new Date(parading).toISOString(), results: [] }),
    ],
    ['later', answeringWith(() => ({ outcome: 'later' }) as never)],
  ]
  test.each(unknownOutcomes)(
    'An act whose answer is "%s" waits and is sent again',
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

  test('The pause between tries is 1, 2, 4 … 30 seconds', async () => {
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
  ])('The first pause with the random value %s is %s ms', async (dice, ms) => {
    const world = await started(() => refusal(503))
    world.dice = dice
    await world.outbox.addAct(confirm())
    await atRest()
    expect(world.timers()).toEqual([ms])
  })

  test('No act is sent while the server asks to wait, even after a tap', async () => {
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

  test('An act is sent at the day and time that the server named', async () => {
    const until = new Date(parading + 90_000).toUTCString()
    const world = await tapped(() => json({}, 429, { 'Retry-After': until }))
    expect(world.timers()).toEqual([90_000])
  })

  test('A new tap sends waiting acts at once, however long the pause is', async () => {
    const world = await tapped(() => refusal(503))
    await world.pass(20_000)
    const tries = world.acts().length
    world.answering = acting(answeringWith(done))
    await world.outbox.addAct(confirm(2))
    await atRest()
    expect(world.acts()).toHaveLength(tries + 1)
    expect(states(world)).toEqual([])
  })

  test('After 401 acts wait until the next sign-in', async () => {
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

  test('After 403 the acts are marked as not allowed, and sent when they are allowed again', async () => {
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

  test('Acts that meet a server error are kept and retried, and reported from the third time on', async () => {
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

  test('A lost connection is not reported as a server error', async () => {
    const world = await tapped(() => null)
    await world.pass(600_000)
    expect(world.outbox.state()).toMatchObject({ isOffline: true, trouble: null })
  })

  test('After a revoked sign-in the device keeps waiting acts and deletes its lists', async () => {
    const world = await started(answeringWith(done))
    await world.outbox.preloadLists()
    expect(world.outbox.state().lists).toHaveLength(1)
    world.answering = () => refusal(401, { code: 'AuthenticationError', reason: 'ended' })
    await world.outbox.addAct(confirm())
    await atRest()
    expect(world.outbox.state()).toMatchObject({ signIn: 'ended', lists: [] })
    expect(states(world)).toEqual(['waiting'])
  })

  test('After an expired sign-in the device keeps waiting acts and lists', async () => {
    const world = await started(answeringWith(done))
    await world.outbox.preloadLists()
    world.answering = () => refusal(401, { code: 'AuthenticationError', reason: 'expired' })
    await world.outbox.addAct(confirm())
    await atRest()
    expect(world.outbox.state()).toMatchObject({ signIn: 'over', lists: [{ paradeId: 3 }] })
  })

  test('Acts are sent by a new sign-in, whatever the old one is answered', async () => {
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

  test('The device keeps acts and lists when only the previous sign-in was denied the lists', async () => {
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
    'An act that the server rejects with %i is reported, and the others are sent',
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

  test('A late answer does not end an act that timed out', async () => {
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

describe('another tab', () => {
  test('Acts of a closed tab are sent by another tab', async () => {
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

  test('A tab learns the outcome of an act sent by another tab', async () => {
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

describe('the order of acts', () => {
  test('Acts are sent in the order of the taps, fifty at a time', async () => {
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

  test('The order is kept when an answer covers only a part of the acts', async () => {
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

  test("Times of acts always increase, even when the device's clock is set back", async () => {
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

  test('Times of acts are given by the server’s clock', async () => {
    const world = await started(answeringWith(done))
    world.clock -= 600_000
    world.answering = () => json(checkInOf(rows, parading))
    await world.outbox.preloadLists()
    expect(world.outbox.state().offset).toBe(600_000)
    world.answering = acting(() => refusal(503))
    await world.outbox.addAct(confirm())
    expect(world.outbox.state().acts[0]?.at).toBe(new Date(parading).toISOString())
  })

  test('Times of acts recover after the clock was wrong once', async () => {
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

describe('acts that depend on an entry on site', () => {
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

  test('A dependent act is sent with the entry and refers to it', async () => {
    const { world, id } = await enteredAndPaid(answeringWith(done))
    expect(world.acts().at(-1)?.acts).toMatchObject([
      { kind: 'enter', entry: { birthday: '2001-02-03' } },
      { kind: 'pay', target: { actId: id } },
    ])
    expect(states(world)).toEqual([])
  })

  test('A dependent act refers to the person once the server has named them, and outlives the entry', async () => {
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

  test('A dependent act is reported with a rejected entry, and the rest is sent', async () => {
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

  test('A dependent act is reported with an entry that the server cannot process', async () => {
    const { world } = await enteredAndPaid(({ acts }) =>
      acts.some(({ kind }) => kind === 'enter')
        ? refusal(422)
        : answeringWith(done)({ acts } as Sent),
    )
    expect(states(world)).toEqual(['rejected', 'rejected'])
    expect(outcomes(world)).toEqual([undefined, 'noEntry'])
  })

  test('Dependent acts of a rejected entry apply to the person who is confirmed instead', async () => {
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

  test('Dependent acts of a rejected entry apply to the entry that is sent again without a number', async () => {
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

  test('Dependent acts are deleted with a discarded entry', async () => {
    const { world, id } = await enteredAndPaid(
      answeringWith((act) => ({ outcome: act.kind === 'enter' ? 'refused' : 'noEntry' })),
    )
    await world.outbox.press(id, 'discard')
    expect(states(world)).toEqual([])
  })

  test('No birthday stays on the device after the entry was sent', async () => {
    const world = await started(answeringWith(done))
    world.answering = (sent) => (sent.method === 'POST' ? answeringWith(done)(sent) : null)
    await world.outbox.addAct(enter)
    await atRest()
    expect(world.outbox.state().acts).toMatchObject([{ state: 'done', entry: { birthday: null } }])
  })
})

describe('two helpers on one phone', () => {
  test('Each user’s own acts are sent, and those of the other after a confirmation', async () => {
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

  test('Acts that depend on another user’s waiting entry are not sent', async () => {
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

  test('A user is not told that another user’s ticks are their own', async () => {
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

describe('an expired sign-in', () => {
  /** The server's answer to a token of yesterday. */
  const late =
    (outcome: string): Answering =>
    ({ acts }) =>
      json({
        serverTime: new Date(parading).toISOString(),
        results: acts.map(({ id }) => ({ id, outcome })),
      })

  test('Waiting acts are sent even after the sign-in has expired', async () => {
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

  test('Missing details of a message are requested after the next sign-in', async () => {
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

  test('A message does not name the user who took the money while it is unknown', async () => {
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

describe('the list of a parade', () => {
  test('The list of an open page is requested every thirty seconds', async () => {
    const world = await started(answeringWith(done))
    const unwatch = world.outbox.watch(3)
    await world.pass(95_000)
    expect(world.lists().map(({ path }) => path)).toEqual(Array(4).fill('/api/check-in?parade=3'))
    unwatch()
    await world.pass(120_000)
    expect(world.lists().length).toBeLessThanOrEqual(5)
  })

  test('The list is replaced while no tap is pending, and taps are sent meanwhile', async () => {
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

  test('A list requested before the stored one does not replace it', async () => {
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

  test('The list of a parade that does not exist is deleted', async () => {
    const world = outboxWorld(() => refusal(404, { code: 'NotFound', message: '' }))
    await world.store.change(() => ({ putLists: [listOf(rows)] }))
    await world.outbox.start()
    world.outbox.watch(3)
    await atRest()
    expect(world.outbox.state().lists).toEqual([])
    expect([...world.outbox.state().missing]).toEqual([3])
  })

  test('The list of a parade that helpers may not see today is deleted; sign-in and waiting acts stay', async () => {
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

  test('The list of a parade that was moved or deleted is deleted with the next lists', async () => {
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

  test('The list is kept when a foreign server answers 404', async () => {
    const world = outboxWorld(() => new Response('Not found', { status: 404 }))
    await world.store.change(() => ({ putLists: [listOf(rows)] }))
    await world.outbox.start()
    world.outbox.watch(3)
    await atRest()
    expect(world.outbox.state().lists).toHaveLength(1)
  })

  test('Lists older than two days are deleted at the start with finished acts, never waiting acts', async () => {
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

  test('Without storage an act is sent at once', async () => {
    const world = outboxWorld(acting(answeringWith(done)), broken())
    await world.outbox.start()
    expect(world.outbox.state()).toMatchObject({ isReady: true, keepsNothing: true })
    const added = await world.outbox.addAct(confirm())
    expect(added).toMatchObject({ as: 'sent', act: { state: 'done' } })
  })

  test('Without storage an act is reported at once', async () => {
    const world = outboxWorld(acting(answeringWith(() => ({ outcome: 'gone' }))), broken())
    await world.outbox.start()
    expect(await world.outbox.addAct(confirm())).toMatchObject({
      as: 'sent',
      act: { state: 'rejected', result: { outcome: 'gone' } },
    })
  })

  test('Without storage a message is kept when the action of its button has failed', async () => {
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

  test('Without storage an act that fails is reported in the specification’s words and does not wait', async () => {
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

  test('Waiting acts are sent when the disk is full', async () => {
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

  test('After signing out a late answer is ignored', async () => {
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
