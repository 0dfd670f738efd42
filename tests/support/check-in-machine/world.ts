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

/** As many milliseconds as there may be taps at the same moment. */
const sameMoment = 50

const begin = Date.parse('2027-01-16T11:00:00Z')

/** What a phone was seen to keep of an act, at some moment. */
export type Seen = {
  phone: number
  /** As it was kept first. */
  act: StoredAct
  users: Set<number>
  states: Set<StoredAct['state']>
  /** Pressed away, or gone with a sign-out: nobody waits for it any more. */
  isLetGo: boolean
  isThere: boolean
}

type Page = { tab: Tab; outbox: Outbox; paradeId: number; isStill: boolean; still: (() => void)[] }

/** How far off the phone's idea of the server's time may be; null = nobody can say. */
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
    /** What was sent before says nothing of the clock. */
    jumpedAt: 0,
    /** Which tabs wait for an answer to what they have sent. */
    sending: [] as Tab[],
    isDown: false,
    fates: [] as Fate[],
    /** It was told that something can never be taken. */
    wasRefused: false,
    wasWiped: false,
  }
}

/** One run: two phones and a desk, a network between them and the real worker, and the time. */
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
  const wrongs: string[] = []
  const seen = new Map<string, Seen>()
  /** Acknowledged to whoever tapped. */
  const acknowledged = new Set<string>()

  const network = openNetwork(
    () => now,
    (from, path) => {
      const phone = phones[from]
      if (!phone) return 'well'
      const [next] = phone.fates
      // What is about writing waits for what writes.
      if (next && ofActs.includes(next) && path !== '/api/check-in/acts') {
        return phone.isDown ? 'cut' : 'well'
      }
      const fate = phone.fates.shift() ?? 'well'
      return phone.isDown ? 'cut' : fate
    },
  )

  /** Whatever a page can do without the world is done: it waits for nothing but promises. */
  async function pagesRest(): Promise<void> {
    for (let turns = 0; turns < 500; turns += 1) await null
  }

  /** All that goes on by itself, until everybody waits for something. */
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

  /** What an answer says of the server's time, once the phone has taken it in. */
  function send(index: number, tab: Tab, path: string, init: RequestInit): Promise<Response> {
    const phone = phones[index] as Phone
    // One sender over all tabs: two would tell the same twice.
    const others = phone.sending.filter((one) => !one.isDead)
    if (init.method === 'POST') {
      if (others.length > 0) wrongs.push(`two tabs of phone ${index} send at once`)
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

  /** How many messages there were when an act ended: who asks afterwards asks with a later one. */
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

  /** What the phones keep, whoever looks: the gates are in front of their pages alone. */
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
        if (before && before.at >= act.at) wrongs.push(`${act.id} is no later than ${before.id}`)
      }
      const there = new Set(acts.map(({ id }) => id))
      for (const act of acts) {
        const known = seen.get(act.id) ?? firstSeen(index, act)
        known.users.add(act.userId)
        known.states.add(act.state)
        if (!known.isThere) wrongs.push(`came back: ${act.id}`)
      }
      for (const [id, one] of seen) {
        if (one.phone !== index || there.has(id) || !one.isThere) continue
        one.isThere = false
        if (!one.isLetGo) leaves(one, kept.has(one.act.paradeId))
      }
    }
  }

  function firstSeen(phone: number, act: StoredAct): Seen {
    const one: Seen = {
      phone,
      act,
      users: new Set(),
      states: new Set(),
      isLetGo: false,
      isThere: true,
    }
    seen.set(act.id, one)
    return one
  }

  /** An act leaves once a list that was asked for after its end is here, or with its list. */
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
      wrongs.push(`${act.kind} ${act.id} was forgotten without a list that knows it`)
    }
  }

  /** The page on which somebody does something. */
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
      // Later than all that was done before, whatever the clock says.
      const latest = Math.max(trueAt + (trust ?? 0), lastOf(phone, id))
      if (trust === null) return
      const isRight = said >= trueAt - trust && said <= latest + sameMoment
      if (!isRight) {
        wrongs.push(`${id} says ${at}, it was ${new Date(trueAt).toISOString()} ± ${trust}`)
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

  /** The network is back, everybody is signed in, and there is time. */
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
    // What was asked and never answered, and what a server that asked for patience is asked again.
    await passes(16_000)
    for (let rounds = 0; rounds < 6 && (await isAnythingOpen()); rounds += 1) await passes(11_000)
    for (const { outbox } of phones.flatMap((phone) => phone.pages)) outbox.retryNow()
    await settle()
  }

  async function isAnythingOpen(): Promise<boolean> {
    const kept = await Promise.all(phones.map(({ store }) => store.read()))
    return kept.some(({ acts }) => acts.some(({ state }) => state !== 'rejected'))
  }

  /** Whatever stands still goes on, until nothing does. */
  async function letGo(): Promise<void> {
    const pages = phones.flatMap((phone) => phone.pages)
    do {
      for (const page of pages) {
        page.isStill = true
        for (const go of page.still.splice(0)) go()
        page.tab.goesOn()
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
    wrongs,
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
    /** The phone lay in a pocket: no timer ran. */
    sleeps(ms: number) {
      now += ms
      setClock(new Date(now).toISOString())
    },
    jumps(phone: Phone, ms: number) {
      phone.clock += ms
      phone.jumpedAt += 1
      phone.trust = null
    },
    /** Pressed away, with what hung on it. */
    letsGo(id: string) {
      for (const one of seen.values()) {
        const { act } = one
        const hangs = act.kind !== 'enter' && 'actId' in act.target && act.target.actId === id
        if (act.id === id || hangs) one.isLetGo = true
      }
    },
    async signsOut(phone: Phone) {
      await letGo()
      for (const one of seen.values()) if (phones[one.phone] === phone) one.isLetGo = true
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
