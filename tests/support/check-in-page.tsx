import 'fake-indexeddb/auto'
import { act, screen, waitFor, within } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { expect, onTestFinished, vi } from 'vitest'
// Imports the lazy route up front, so that no test waits for it.
import '#web/parades/check-in/check-in-page.tsx'
import { outbox } from '#web/parades/check-in/outbox/use-outbox.ts'
import '#web/shell/staff-shell.tsx'
import type {
  ActInput,
  ActResult,
  ActsAnswer,
  CheckIn,
  CheckInList,
  CheckInParade,
  CheckInRow,
} from '#worker/check-in/check-in.contract.ts'
import type { Role } from '#worker/domain/codes.ts'
import { aUser, renderApp } from './render-app.tsx'
import { type Answer, refusal, type WireTable } from './wire.ts'

// An own device for each file: a connection that the app of an earlier file still holds open would block its database.
vi.stubGlobal('indexedDB', new IDBFactory())

export const hohenkirch: CheckInParade = {
  timeStart: null,
  lineUpNumber: null,
  lineUpPlace: null,
  departures: [],
  id: 5,
  title: 'Jubiläumsumzug 60 Jahre',
  host: 'Narrenzunft Hohenkirch',
  hostTown: 'Hohenkirch',
  date: '2027-01-17',
  paradeNumber: 1,
  priceForAdultsInCent: 800,
  priceForChildrenInCent: 400,
  takesCash: true,
  freePlaces: null,
  minAge: null,
  guardianBelow: null,
  extras: [],
  cancelledAt: null,
  cancelReason: '',
}

export const hansel = { id: 1, name: 'Schellenhansel' }
const hexe = { id: 3, name: 'Bachhexe' }

/** A costume with any number. */
export const wears = (type: typeof hansel, number: string): CheckInRow['costume'] => ({
  typeId: type.id,
  type: type.name,
  number,
})

export function aRow(changes: Partial<CheckInRow> = {}): CheckInRow {
  return {
    id: 21,
    memberName: 'Baisch, Wolfgang',
    costume: wears(hansel, '87'),
    priceInCent: 800,
    paid: true,
    cash: null,
    confirmed: false,
    confirmedAt: null,
    confirmedBy: null,
    mine: false,
    group: null,
    code: '',
    minor: null,
    extras: [],
    ...changes,
  }
}

export const baisch = aRow()
export const dorn = aRow({
  id: 22,
  memberName: 'Dorn, Christa',
  costume: wears(hexe, '204'),
  paid: false,
})
export const straßer = aRow({
  id: 23,
  memberName: 'Straßer, Jörg',
  costume: wears(hansel, '5'),
  confirmed: true,
  confirmedAt: '2027-01-17T12:42:10.000Z',
  confirmedBy: 'Jonas K.',
})

/** The confirmed row as the server returns it: at 13:50 Uhr, whatever the phone's clock says. */
export const confirmed = (row: CheckInRow, mine = false): CheckInRow => ({
  ...row,
  confirmed: true,
  confirmedAt: '2027-01-17T12:50:00.000Z',
  confirmedBy: mine ? 'Lena F.' : 'Jonas K.',
  mine,
})

export const listCall = 'GET /api/check-in'
/** How often the open parade's list was requested; the preloaded lists are requested separately. */
export const askedOf = ({ wire }: Pick<ReturnType<typeof renderApp>, 'wire'>) =>
  wire.sent(listCall).filter(({ query }) => query.get('parade') === '5').length
export const actsCall = 'POST /api/check-in/acts'
export const todayCall = 'GET /api/parade/today'

/** The results of acts that are not simply done; null = done. */
type Refusals = (act: ActInput) => Partial<ActResult> | null

type EnterInput = Extract<ActInput, { kind: 'enter' }>['entry']

/** A fake server: its lists, and its handling of the acts that it receives. */
export type Street = {
  /** Replaces the rows, as if other users had changed them. */
  set: (...rows: CheckInRow[]) => void
  setParade: (changes: Partial<CheckInParade>) => void
  /** Sets which later acts are rejected. */
  refuse: (refusals: Refusals) => void
  /** The acts received, each once, in the order of arrival. */
  sentActs: ActInput[]
  list: Answer
  acts: Answer
}

function aStreet(rows: readonly CheckInRow[], others: readonly CheckInList[] = []): Street {
  let list: CheckInList = { parade: hohenkirch, rows: [...rows] }
  let refusals: Refusals = () => null
  const results = new Map<string, ActResult>()
  const sentActs: ActInput[] = []
  let newest = 900

  function after(one: ActInput): ActResult {
    const refused = refusals(one)
    if (refused)
      return { id: one.id, outcome: 'gone', participationId: null, row: null, ...refused }
    const row = one.kind === 'enter' ? enteredBy(one) : changedBy(one)
    list = { ...list, rows: [...list.rows.filter(({ id }) => id !== row.id), row].sort(byName) }
    return { id: one.id, outcome: 'done', participationId: row.id, row }
  }

  function changedBy(one: Exclude<ActInput, { kind: 'enter' }>): CheckInRow {
    const { target } = one
    const id =
      'actId' in target ? results.get(target.actId)?.participationId : target.participationId
    const row = list.rows.find((known) => known.id === id)
    if (!row) throw new Error(`${JSON.stringify(target)} is nobody on the list`)
    switch (one.kind) {
      case 'confirm':
        return confirmed(row, true)
      case 'unconfirm':
        return { ...row, confirmed: false, confirmedAt: null, confirmedBy: null, mine: false }
      case 'pay':
        return { ...row, paid: true, cash: { mine: true, returnedAt: null } }
      case 'unpay':
        return { ...row, paid: false, cash: null }
    }
  }

  function enteredBy({ entry }: Extract<ActInput, { kind: 'enter' }>): CheckInRow {
    const type = [hansel, hexe].find(({ id }) => id === entry.selectedCostumeTypeId) ?? hansel
    newest += 1
    return confirmed(
      aRow({
        id: newest,
        memberName: `${entry.lastName}, ${entry.firstName}`,
        costume: wears(type, entry.costumeNumber ?? ''),
        paid: false,
        extras: extrasOfEntry(entry.extras),
      }),
      true,
    )
  }

  function extrasOfEntry(chosen: EnterInput['extras'] = []): CheckInRow['extras'] {
    return chosen.flatMap((one) => {
      const { id, quantity = 1 } = typeof one === 'number' ? { id: one } : one
      const extra = list.parade.extras.find((offered) => offered.id === id)
      return extra ? { id, title: extra.title, kind: extra.kind, quantity } : []
    })
  }

  return {
    set(...next) {
      list = { ...list, rows: next }
    },
    setParade(changes) {
      list = { ...list, parade: { ...list.parade, ...changes } }
    },
    refuse(next) {
      refusals = next
    },
    sentActs,
    list(call) {
      const asked = call.query.get('parade')
      const all = [list, ...others]
      const parades = asked === null ? all : all.filter(({ parade }) => String(parade.id) === asked)
      if (parades.length === 0) return refusal(404, 'NotFound')(call)
      return Response.json(checkIn(parades))
    },
    acts({ body }) {
      for (const one of actsIn(body)) {
        if (results.has(one.id)) continue
        sentActs.push(one)
        results.set(one.id, after(one))
      }
      const answer: ActsAnswer = {
        serverTime: new Date().toISOString(),
        results: actsIn(body).flatMap(({ id }) => results.get(id) ?? []),
      }
      return Response.json(answer)
    },
  }
}

/** Checks that the page sends what the contract allows. */
const actsIn = (body: unknown) => (body as { acts: ActInput[] }).acts

const checkIn = (parades: CheckInList[]): CheckIn => ({
  serverTime: new Date().toISOString(),
  parades,
  costumeTypes: [hansel, hexe],
})

const collator = new Intl.Collator('de')
const byName = (one: CheckInRow, other: CheckInRow) =>
  collator.compare(one.memberName, other.memberName)

let signIns = 0

/** A user with a new session, 7 by default; the browser reads the id from the token. */
export function onTheStreet(role: Role, userId = 7) {
  signIns += 1
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')
  const claims = { sub: String(userId), tv: 1, sid: signIns }
  return aUser({ accessToken: `${part({ alg: 'HS256' })}.${part(claims)}.seal`, roles: [role] })
}

type Opening = {
  rows?: readonly CheckInRow[]
  parade?: Partial<CheckInParade>
  others?: readonly CheckInList[]
  role?: Role
  path?: string
  wire?: WireTable
}

/** Renders the check-in of one parade with three people for a helper, on an empty device. */
export function renderCheckIn(opening: Opening = {}) {
  const { rows = [baisch, dorn, straßer], others = [], role = 'helper', wire = {} } = opening
  // The clock of the double tap guard advances in real time, and jumps in `press`.
  if (!vi.isFakeTimers()) {
    vi.useFakeTimers({ toFake: ['performance'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
  }
  // Empties the device for the next test.
  onTestFinished(() => outbox.wipe())
  const street = aStreet(rows, others)
  street.setParade(opening.parade ?? {})
  const app = renderApp({
    path: opening.path ?? '/parades/participation/check/5',
    user: onTheStreet(role),
    wire: { [listCall]: street.list, [actsCall]: street.acts, ...wire },
  })
  return { ...app, street }
}

export async function openCheckIn(opening: Opening = {}) {
  const app = renderCheckIn(opening)
  await screen.findByText('Baisch, Wolfgang')
  return app
}

/**
 * Time advances only when the test advances it. The device's database keeps its real timers: an operation
 * begun with fake ones would never end after the test, and the device could not be emptied.
 */
export function holdTime(): void {
  vi.useFakeTimers({
    toNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'],
  })
  onTestFinished(() => void vi.useRealTimers())
}

/** Waits for the device's database while the time is held. */
export async function settles(claim: () => void): Promise<void> {
  for (let rounds = 0; rounds < 10_000; rounds += 1) {
    try {
      claim()
      return
    } catch {
      await act(() => new Promise<void>((resolve) => void setImmediate(resolve)))
    }
  }
  claim()
}

/** Two taps at the same simulated time. */
export async function atOnce(taps: () => Promise<void>): Promise<void> {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  await taps()
  clock.mockRestore()
}

export const shownNames = () =>
  screen.queryAllByText(/^\S+, \S+$/, { selector: 'li p > a' }).map((name) => name.textContent)

/** The row of one person. */
export function rowOf(name: string) {
  const row = screen.getByText(name, { selector: 'li p > a' }).closest('li')
  if (!row) throw new Error(`"${name}" stands in no list`)
  return within(row)
}

export const confirmButton = (name: string) =>
  screen.getByRole('button', { name: `${name} bestätigen` })

/** Sets or clears filters in their menu: a switch, or the start of a costume type's name. */
export async function setFilters({ person }: Pick<App, 'person'>, ...names: string[]) {
  await person.click(screen.getByRole('button', { name: /^Filter/ }))
  for (const name of names) {
    const named = { name: new RegExp(`^${name}`) }
    const aSwitch = screen.queryByRole('switch', named)
    await person.click(aSwitch ?? screen.getByRole('button', named))
  }
  await person.click(screen.getByRole('button', { name: 'Fertig' }))
}

type App = ReturnType<typeof renderCheckIn>

/** Presses a button of a sheet as soon as it is enabled; the time of the double tap guard has passed by then. */
export async function press({ person }: Pick<App, 'person'>, name: string) {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).toBeEnabled())
  vi.advanceTimersByTime(300)
  await person.click(button)
}

/** Presses "Bestätigen" in the row of a person, and "OK" in the sheet. */
export async function confirmPerson(app: Pick<App, 'person'>, name: string) {
  await app.person.click(confirmButton(name))
  await press(app, 'OK')
}
