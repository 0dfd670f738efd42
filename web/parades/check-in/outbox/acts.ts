import type {
  ActInput,
  ActKind,
  ActResult,
  CheckInParade,
  CheckInRow,
  LateActResult,
} from '#worker/check-in/check-in.contract.ts'
import type { Minor } from '#worker/domain/minors.ts'
import { listName } from '#worker/domain/names.ts'
import { isSettled } from '#worker/domain/parade.ts'

type EnterInput = Extract<ActInput, { kind: 'enter' }>
export type RowKind = Exclude<ActKind, 'enter'>

/** A participant on the list, or one entered by an act of this device. */
export type Target = { participationId: number } | { actId: string }

/** The signed-in user; `name` as shown to others: "Lena F." */
export type Helper = { id: number; name: string }

type AnyDraft = {
  paradeId: number
  /** "Nachname, Vorname", stored so that it can be shown when the list no longer has the person. */
  memberName: string
}

export type RowDraft = AnyDraft & { kind: RowKind; target: Target }

export type EnterDraft = AnyDraft & {
  kind: 'enter'
  entry: EnterInput['entry']
  /** Type name and fee, shown before the server knows the person. */
  costumeType: string
  priceInCent: number
  /** Undefined in acts stored by an earlier release. */
  minor?: Minor | null
  /** Undefined for an act without extras. */
  extras?: CheckInRow['extras']
}

/** The data of an act before it is stored. */
export type Draft = RowDraft | EnterDraft

/** Makes the further acts of a tap, about the same person (`target`) or others; all are stored, or none. */
export type FurtherActs = (target: Target) => readonly RowDraft[]

/** The result of an act; if the session has expired, the server sends only the outcome. */
export type StoredResult = LateActResult & Partial<ActResult>

type Kept = {
  /** Ascending in the order of the taps, over all tabs. */
  seq: number
  id: string
  userId: number
  userName: string
  /** The instant of the tap: the device's clock corrected by the server's. */
  at: string
  /**
   * `waiting`: the outcome is unknown. `done`: it counts, but the list does not contain it yet.
   * `rejected`: it does not count, and the helper has not settled it.
   */
  state: 'waiting' | 'done' | 'rejected'
  /** The server's result; null until it arrives, and for an act that the server does not accept at all. */
  result: StoredResult | null
  /** The number of list requests when the act ended: the list of a later request contains the act. */
  endedAfter?: number
}

export type StoredAct = Kept & Draft
export type StoredEnter = Kept & EnterDraft

/** A parade's list as the server sent it, and when it was requested (milliseconds). */
export type KeptList = {
  paradeId: number
  askedAt: number
  /** The user for whom the list was loaded; `mine` in the rows refers to them. */
  userId: number
  parade: CheckInParade
  rows: readonly CheckInRow[]
  costumeTypes: readonly { id: number; name: string }[]
}

/** A row as shown; without acts it is the identical object from the list. */
export type ShownRow = CheckInRow & {
  /** Which parts the server does not know yet. */
  waits?: { tick: boolean; fee: boolean }
  /**
   * The id of the act that entered the person; while set, the server's list may not contain them.
   */
  enterId?: string
}

export const targetOf = ({ id, enterId }: Pick<ShownRow, 'id' | 'enterId'>): Target =>
  enterId === undefined ? { participationId: id } : { actId: enterId }

/**
 * The list with the acts of this device that it does not contain yet. A person entered here has a
 * negative id until a list contains them.
 */
export function withActs(
  rows: readonly CheckInRow[],
  acts: readonly StoredAct[],
  userId: number,
): readonly ShownRow[] {
  const living = acts.filter(({ state }) => state !== 'rejected').sort((a, b) => a.seq - b.seq)
  if (living.length === 0) return rows
  const shown: ShownRow[] = [...rows]
  for (const act of living) {
    const at = placeOf(act, shown, living)
    const row = shown[at]
    if (row) shown[at] = withAct(row, act, userId)
    else if (act.kind === 'enter') upsertSortedByName(shown, entered(act, userId))
  }
  return shown
}

/** The index of the act's person in the rows; −1 when the person is not on the list (any more). */
function placeOf(act: StoredAct, rows: readonly ShownRow[], acts: readonly StoredAct[]): number {
  if (act.kind === 'enter') {
    const id = act.result?.participationId
    return rows.findIndex((row) => row.id === id)
  }
  const { target } = act
  if ('actId' in target) return rows.findIndex(({ enterId }) => enterId === target.actId)
  const known = rows.findIndex(({ id }) => id === target.participationId)
  if (known >= 0) return known
  const enter = acts.find(
    ({ kind, result }) => kind === 'enter' && result?.participationId === target.participationId,
  )
  return enter ? rows.findIndex(({ enterId }) => enterId === enter.id) : -1
}

const byName = new Intl.Collator('de')

function upsertSortedByName(rows: ShownRow[], row: ShownRow): void {
  const after = rows.findIndex(({ memberName }) => byName.compare(memberName, row.memberName) > 0)
  rows.splice(after < 0 ? rows.length : after, 0, row)
}

function entered(act: StoredEnter, userId: number): ShownRow {
  const { entry, costumeType, priceInCent, at, state, result } = act
  const waits = state === 'waiting' && { waits: { tick: true, fee: false } }
  return {
    memberName: listName({ firstName: entry.firstName ?? '', lastName: entry.lastName ?? '' }),
    costume: {
      typeId: entry.selectedCostumeTypeId,
      type: costumeType,
      number: entry.costumeNumber ?? '',
    },
    priceInCent,
    paid: isSettled(false, priceInCent),
    cash: null,
    confirmed: true,
    confirmedAt: at,
    confirmedBy: act.userName,
    mine: act.userId === userId,
    group: null,
    code: '',
    minor: act.minor ?? null,
    extras: act.extras ?? [],
    ...result?.row,
    id: -act.seq,
    enterId: act.id,
    ...waits,
  }
}

/** Applies an act to the tick or to the payment. */
function withAct(row: ShownRow, act: StoredAct, userId: number): ShownRow {
  const field = act.kind === 'pay' || act.kind === 'unpay' ? 'fee' : 'tick'
  // The server's answer contains the row's newer state.
  const serverRow = act.state === 'done' ? act.result?.row : null
  const changed = serverRow
    ? fieldsOf(field, serverRow)
    : fieldsAfter(row, act, act.userId === userId)
  const waits = { tick: false, fee: false, ...row.waits, [field]: true }
  return { ...row, ...changed, ...(act.state === 'waiting' && { waits }) }
}

function fieldsOf(field: 'tick' | 'fee', row: CheckInRow): Partial<CheckInRow> {
  const { confirmed, confirmedAt, confirmedBy, mine, paid, cash } = row
  return field === 'tick' ? { confirmed, confirmedAt, confirmedBy, mine } : { paid, cash }
}

function fieldsAfter(
  row: ShownRow,
  { kind, at, userName: confirmedBy }: StoredAct,
  mine: boolean,
): Partial<CheckInRow> {
  switch (kind) {
    case 'enter':
      return {}
    case 'confirm':
      return row.confirmed ? {} : { confirmed: true, confirmedAt: at, confirmedBy, mine }
    case 'unconfirm':
      return { confirmed: false, confirmedAt: null, confirmedBy: null, mine: false }
    case 'pay':
      return row.paid ? {} : { paid: true, cash: { mine, returnedAt: null } }
    case 'unpay':
      // An online payment can only be reversed by a refund.
      return row.paid && !row.cash ? {} : { paid: false, cash: null }
  }
}
