import { setClock } from '#tests/support/api.ts'
import { seeded } from '#tests/support/check-in-machine/seeded.ts'
import {
  type Draft,
  type Helper,
  type StoredAct,
  withActs,
} from '#web/parades/check-in/outbox/acts.ts'
import { type Outbox, openOutbox } from '#web/parades/check-in/outbox/outbox.ts'
import { memoryStore, type Store } from '#web/parades/check-in/outbox/store.ts'
import {
  endSignIns,
  expiredSignIn,
  type Guild,
  openSeason,
  signIn,
  type User,
  unlock,
} from './guild.ts'
import { type Fate, ofActs, openNetwork, refusals } from './network.ts'
import { openLocks, openTab, type Tab } from './phone.ts'

/** Tolerance in milliseconds for taps at the same moment. */
const sameMoment = 50

const begin = Date.parse('2027-01-16T11:00:00Z')

/** An act as it was observed in a phone's storage. */
export type Seen = {
  phone: number
  /** The act when it was first observed. */
  act: StoredAct
  users: Set<number>
  states: Set<StoredAct['state']>
  /** Discarded by the user or by signing out: its loss is no error. */
  isDiscarded: boolean
  isThere: boolean
}

type Page = { tab: Tab; outbox: Outbox; paradeId: number; isStill: boolean; still: (() => void)[] }

/** The possible error in ms of the phone's estimate of the server time; null = unknown. */
type Trust = number | null

export type Phone = Awaited<ReturnType<typeof makePhone>>

function makePhone(user: User, token: string) {
  return {
    user: { ...user, token } as (User & { token: string }) | null,
    store: memoryStore(),
    locks: openLocks(),
    pages: [] as Page[],
    clock: 0,
    trust: null as Trust,
    /** Counts the clock jumps: responses to requests sent before a jump do not measure the clock. */
    jumpedAt: 0,
    /** Tabs with a pending request. */
    sending: [] as Tab[],
    isDown: false,
    fates: [] as Fate[],
    /** The server has rejected a request for good. */
    wasRefused: false,
    wasWiped: false,
  }
}

/** One run: two phones, a desk, a network, the real worker and simulated time. */
export async function makeWorld(staff: Pick<Guild, 'typeId' | 'users'>, number: number) {
  let now = begin
  setClock(new Date(now).toISOString())
  const guild = await openSeason(staff, now)
  const random = seeded(number)
  const [lena, jonas, sabine] = guild.users
  const phones = [
    makePhone(lena, await signIn(lena, now)),
    makePhone(jonas, await signIn(jonas, now)),
  ] as const
  let deskToken = await signIn(sabine, now)
  const story: string[] = []
  const violations: string[] = []
  const seen = new Map<string, Seen>()
  /** Ids of acts that the page has acknowledged to the user. */
  const acknowledged = new Set<string>()

  const network = openNetwork(
    () => now,
    (from, path) => {
      const phone = phones[from]
      if (!phone) return 'well'
      const [next] = phone.fates
      // A fate for writes stays queued until the next write.
      if (next && ofActs.includes(next) && path !== '/api/check-in/acts') {
        return phone.isDown ? 'cut' : 'well'
      }
      const fate = phone.fates.shift() ?? 'well'
      return phone.isDown ? 'cut' : fate
    },
  )

  /** Runs pending promises of the pages, until they wait for the network, the storage or a timer. */
  async function pagesRest(): Promise<void> {
    for (let turns = 0; turns < 500; turns += 1) await null
  }

  /** Runs until every page and request waits for a timer or is held. */
  async function settle(): Promise<void> {
    await pagesRest()
    await look()
    for (let carried = 0; await network.carry(); carried += 1) {
      if (carried > 500) throw new Error(`it never ends:\n${story.join('\n')}`)
      await pagesRest()
      await look()
    }
  }

  const deviceTime = (phone: Phone) => now + phone.clock

  function open(index: number, paradeIndex: number): Page | null {
    const phone = phones[index]
    if (!phone?.user) return null
    const tab = openTab(() => now)
    const outbox = openOutbox({
      store: tab.gated(noting(phone.store)),
      fetch: (path, init) => tab.alive(send(index, tab, path, init)),
      after(ms, callback) {
        const id = tab.setTimeout(callback, ms)
        return () => tab.clearTimeout(id)
      },
      now: () => deviceTime(phone),
      random,
      newId: () => newId(),
      exclusively: (work) => tab.alive(phone.locks.request(tab, work)),
      notifyTabs() {
        for (const other of phone.pages) {
          if (other.tab !== tab) queueMicrotask(() => void other.outbox.reread())
        }
      },
      signedIn: () => phone.user && helperOf(phone.user),
      whenIdle: () =>
        page.isStill ? Promise.resolve() : new Promise<void>((go) => page.still.push(go)),
    })
    const paradeId = guild.paradeIds[paradeIndex % 3] ?? 0
    const page: Page = { tab, outbox, paradeId, isStill: true, still: [] }
    phone.pages.push(page)
    void outbox.start()
    outbox.watch(paradeId)
    return page
  }

  const helperOf = ({ id, name, token }: User & { token: string }): Helper & { token: string } => ({
    id,
    name,
    token,
  })

  let ids = 0
  const prefix = number.toString(16).padStart(8, '0')
  const newId = () => {
    ids += 1
    const part = (length: number, value: number) => value.toString(16).padStart(length, '0')
    return `${part(8, number)}-0000-4000-8000-${part(12, ids)}`
  }

  /** `fetch` of a tab; also measures the clock error and checks that only one tab sends. */
  function send(index: number, tab: Tab, path: string, init: RequestInit): Promise<Response> {
    const phone = phones[index] as Phone
    // Two sending tabs would send the same act twice.
    const others = phone.sending.filter((one) => !one.isDead)
    if (init.method === 'POST') {
      if (others.length > 0) violations.push(`two tabs of phone ${index} send at once`)
      phone.sending = [...others, tab]
    }
    const isOver = () => {
      if (init.method === 'POST') phone.sending = phone.sending.filter((one) => one !== tab)
    }
    const message = network.messages.length
    const sentAt = now
    const sentJump = phone.jumpedAt
    const sent = network.send(index, path, init)
    sent.then(isOver, isOver)
    return sent.then((response) => {
      const fate = network.messages[message]?.fate
      if (fate && refusals.includes(fate)) phone.wasRefused = true
      if (response.status === 200 && !isNonsense(fate) && phone.jumpedAt === sentJump) {
        measured.push({ phone, error: now - sentAt })
      }
      return response
    })
  }
  const measured: { phone: Phone; error: number }[] = []
  const isNonsense = (fate?: Fate) =>
    fate === 'hotel' || fate === 'halfJson' || fate === 'otherJson' || fate === 'noAct'

  /** The number of requests sent when an act ended: a list requested later must know the act. */
  const ends = new Map<string, number>()

  function noting(store: Store): Store {
    return {
      ...store,
      async change(edit) {
        const news = await store.change(edit)
        for (const { id, state } of news.acts) {
          if (state !== 'waiting' && !ends.has(id)) ends.set(id, network.messages.length)
        }
        return news
      },
    }
  }

  /** Reads the phones' storage directly: only the pages' calls can be paused. */
  async function look(): Promise<void> {
    for (const { phone, error } of measured.splice(0)) {
      const isTaken = phone.pages.every((one) => !one.tab.isHalted() && one.isStill)
      if (isTaken) phone.trust = error + 1
    }
    for (const [index, phone] of phones.entries()) {
      const { acts, lists } = await phone.store.read()
      const kept = new Set(lists?.map(({ paradeId }) => paradeId))
      const waiting = acts.filter(({ state }) => state === 'waiting')
      for (const [place, act] of waiting.entries()) {
        const before = waiting[place - 1]
        if (before && before.at >= act.at)
          violations.push(`${act.id} is no later than ${before.id}`)
      }
      const there = new Set(acts.map(({ id }) => id))
      for (const act of acts) {
        const known = seen.get(act.id) ?? firstSeen(index, act)
        known.users.add(act.userId)
        known.states.add(act.state)
        if (!known.isThere) violations.push(`came back: ${act.id}`)
      }
      for (const [id, one] of seen) {
        if (one.phone !== index || there.has(id) || !one.isThere) continue
        one.isThere = false
        if (!one.isDiscarded) leaves(one, kept.has(one.act.paradeId))
      }
    }
  }

  function firstSeen(phone: number, act: StoredAct): Seen {
    const one: Seen = {
      phone,
      act,
      users: new Set(),
      states: new Set(),
      isDiscarded: false,
      isThere: true,
    }
    seen.set(act.id, one)
    return one
  }

  /**
   * An act may leave the storage once a list requested after its end has arrived, or together with its list.
   */
  function leaves({ phone, act }: Seen, hasList: boolean): void {
    const endedAt = ends.get(act.id)
    if (endedAt !== undefined && !hasList) return
    const isKnown = network.messages.some(
      (message) =>
        message.number >= (endedAt ?? 0) &&
        message.from === phone &&
        message.sent.method === 'GET' &&
        message.answer !== null &&
        (message.answer.status === 200 || message.answer.status === 404),
    )
    if (endedAt === undefined || !isKnown) {
      violations.push(`${act.kind} ${act.id} was forgotten without a list that knows it`)
    }
  }

  /** The page on which the user acts. */
  function pageOf(which: number): { phone: Phone; index: number; page: Page } | null {
    const index = which % 2
    const phone = phones[index] as Phone
    const page = phone.pages[(which >> 1) % Math.max(1, phone.pages.length)]
    return page ? { phone, index, page } : null
  }

  function tap(phone: Phone, page: Page, draft: Draft, replaces?: string): void {
    if (!phone.user) return
    const trueAt = now
    const { trust } = phone
    const adding = page.outbox.addAct(draft, replaces)
    void adding.then((added) => {
      if (added.as !== 'kept') return
      const { id, at } = added.act
      acknowledged.add(id)
      const said = Date.parse(at)
      // At least later than all previous acts of the phone, whatever its clock says.
      const latest = Math.max(trueAt + (trust ?? 0), lastOf(phone, id))
      if (trust === null) return
      const isRight = said >= trueAt - trust && said <= latest + sameMoment
      if (!isRight) {
        violations.push(`${id} says ${at}, it was ${new Date(trueAt).toISOString()} ± ${trust}`)
      }
    })
  }

  const lastOf = (phone: Phone, but: string) =>
    Math.max(
      0,
      ...[...seen.values()]
        .filter(({ act, phone: index }) => phones[index] === phone && act.id !== but)
        .map(({ act }) => Date.parse(act.at)),
    )

  function rowsOf(page: Page, phone: Phone, paradeId?: number) {
    const { lists, acts } = page.outbox.state()
    return lists.flatMap((list) => {
      if (paradeId !== undefined && list.paradeId !== paradeId) return []
      const own = acts.filter((act) => act.paradeId === list.paradeId)
      const rows = withActs(list.rows, own, phone.user?.id ?? 0)
      return rows.map((row) => ({ paradeId: list.paradeId, row }))
    })
  }

  async function passes(ms: number): Promise<void> {
    const end = now + ms
    for (let rounds = 0; rounds < 400; rounds += 1) {
      const pages = phones.flatMap((phone) => phone.pages)
      const due = Math.min(end, ...pages.map(({ tab }) => tab.nextTimer()))
      now = Math.max(now, due)
      setClock(new Date(now).toISOString())
      let ran = false
      for (const { tab } of pages) while (tab.runTimer()) ran = true
      if (ran) await settle()
      else if (now >= end) return
    }
  }

  function closes(phone: Phone, page: Page): void {
    page.tab.dies()
    phone.pages.splice(phone.pages.indexOf(page), 1)
    phone.locks.next()
  }

  function desk(method: string, path: string, body?: unknown, stops = false): void {
    story.push(`desk: ${method} ${path} ${JSON.stringify(body) ?? ''}`)
    const headers = { Authorization: `Bearer ${deskToken}`, 'Content-Type': 'application/json' }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    network.send(-1, path, init, stops ? 'stopped' : 'well').catch(() => {})
  }

  async function signsIn(phone: Phone, user: User): Promise<void> {
    phone.user = { ...user, token: await signIn(user, now) }
    for (const { outbox } of phone.pages) outbox.retryNow()
  }

  /** Ends all faults, signs all users in and lets enough time pass for every retry. */
  async function comeToRest(): Promise<void> {
    story.push('— rest —')
    for (const phone of phones) {
      phone.isDown = false
      phone.fates.length = 0
    }
    for (const user of guild.users) await unlock(user)
    deskToken = await signIn(sabine, now)
    await letGo()
    await network.clears()
    await settle()
    for (const [index, phone] of phones.entries()) {
      if (phone.pages.length === 0 && !phone.user) await signsIn(phone, guild.users[index] ?? lena)
      if (phone.pages.length === 0) open(index, 0)
      await signsIn(phone, phone.user ?? lena)
    }
    await settle()
    for (const phone of phones) {
      for (const { outbox } of phone.pages) await outbox.sendAsMine()
    }
    // Timeouts of unanswered requests and the `Retry-After` of the server expire.
    await passes(16_000)
    for (let rounds = 0; rounds < 6 && (await isAnythingOpen()); rounds += 1) await passes(11_000)
    for (const { outbox } of phones.flatMap((phone) => phone.pages)) outbox.retryNow()
    await settle()
  }

  async function isAnythingOpen(): Promise<boolean> {
    const kept = await Promise.all(phones.map(({ store }) => store.read()))
    return kept.some(({ acts }) => acts.some(({ state }) => state !== 'rejected'))
  }

  /** Resumes all paused pages until none is paused. */
  async function letGo(): Promise<void> {
    const pages = phones.flatMap((phone) => phone.pages)
    do {
      for (const page of pages) {
        page.isStill = true
        for (const go of page.still.splice(0)) go()
        page.tab.resume()
      }
      await pagesRest()
      await look()
    } while (pages.some(({ tab }) => tab.isHalted()))
  }

  return {
    guild,
    phones,
    network,
    story,
    violations,
    seen,
    acknowledged,
    prefix,
    now: () => now,
    settle,
    open,
    pageOf,
    rowsOf,
    tap,
    passes,
    closes,
    desk,
    signsIn,
    comeToRest,
    deskToken: () => deskToken,
    /** The phone sleeps: no timer runs. */
    sleeps(ms: number) {
      now += ms
      setClock(new Date(now).toISOString())
    },
    jumps(phone: Phone, ms: number) {
      phone.clock += ms
      phone.jumpedAt += 1
      phone.trust = null
    },
    /** The user discards a rejected act together with the acts that depend on it. */
    detaches(id: string) {
      for (const one of seen.values()) {
        const { act } = one
        const hangs = act.kind !== 'enter' && 'actId' in act.target && act.target.actId === id
        if (act.id === id || hangs) one.isDiscarded = true
      }
    },
    async signsOut(phone: Phone) {
      await letGo()
      for (const one of seen.values()) if (phones[one.phone] === phone) one.isDiscarded = true
      phone.wasWiped = true
      phone.trust = null
      const [first, ...others] = phone.pages
      for (const page of others) closes(phone, page)
      if (first) {
        await first.outbox.wipe()
        closes(phone, first)
      } else await phone.store.wipe()
      phone.user = null
    },
    expires: async (phone: Phone, minutes: number) => {
      if (!phone.user) return
      phone.user = { ...phone.user, token: await expiredSignIn(phone.user, now, minutes) }
    },
    endSignIns,
    unlock,
    letGo,
  }
}

export type World = Awaited<ReturnType<typeof makeWorld>>
