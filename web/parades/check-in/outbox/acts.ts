import type {
  ActInput,
  ActKind,
  ActResult,
  CheckInParade,
  CheckInRow,
  LateActResult,
} from '#worker/check-in/check-in.contract.ts'
import { listName } from '#worker/domain/names.ts'

type EnterInput = Extract<ActInput, { kind: 'enter' }>
export type RowKind = Exclude<ActKind, 'enter'>

/** Somebody on the list, or whom an entry of this device made. */
export type Target = { participationId: number } | { actId: string }

/** Who is signed in; `name` as others read it: "Lena F." */
export type Helper = { id: number; name: string }

type AnyDraft = {
  paradeId: number
  /** "Nachname, Vorname": whom the device speaks of, also once the list no longer has them. */
  memberName: string
}

export type RowDraft = AnyDraft & { kind: RowKind; target: Target }

export type EnterDraft = AnyDraft & {
  kind: 'enter'
  entry: EnterInput['entry']
  /** The type's name, and what is to be paid: the list shows it before the server knows of anybody. */
  costumeType: string
  priceInCent: number
}

/** What a tap says. */
export type Draft = RowDraft | EnterDraft

/** What the same tap says as well, of whom it is about or of others: all of it is kept, or none. */
export type Also = (target: Target) => readonly RowDraft[]

/** Of a sign-in that is over the server says nothing beside the outcome. */
export type KeptResult = LateActResult & Partial<ActResult>

type Kept = {
  /** In the order of the taps, over all tabs. */
  seq: number
  id: string
  userId: number
  userName: string
  /** When it was done, an instant: by the device's clock, set right by the server's. */
  at: string
  /**
   * `waiting`: nobody knows what became of it. `done`: it counts, and the list does not know it yet.
   * `told`: it came to nothing, and the helper has not pressed it away.
   */
  state: 'waiting' | 'done' | 'told'
  /** null: none yet, or the server does not even take it. */
  result: KeptResult | null
  /** How many lists had been asked for when it ended: a later one knows it. */
  endedAfter?: number
}

export type StoredAct = Kept & Draft
export type StoredEnter = Kept & EnterDraft

/** A parade's list as the server said it, and when it was asked for (milliseconds). */
export type KeptList = {
  paradeId: number
  askedAt: number
  /** Whose list: `mine` is said of them. */
  userId: number
  parade: CheckInParade
  rows: readonly CheckInRow[]
  costumeTypes: readonly { id: number; name: string }[]
}

/** A row as it is shown; one without anything of its own is the list's very object. */
export type ShownRow = CheckInRow & {
  /** What of it the server does not know yet. */
  waits?: { tick: boolean; fee: boolean }
  /** The act that entered them. As long as it is there, the server's list may not know them. */
  enterId?: string
}

/** Whom an act about this row is about. */
export const targetOf = ({ id, enterId }: Pick<ShownRow, 'id' | 'enterId'>): Target =>
  enterId === undefined ? { participationId: id } : { actId: enterId }

/**
 * What is shown: the list, and on it what was done here and what the list does not know yet. Who was
 * entered has a negative id until a list knows them.
 */
export function withActs(
  rows: readonly CheckInRow[],
  acts: readonly StoredAct[],
  userId: number,
): readonly ShownRow[] {
  const living = acts.filter(({ state }) => state !== 'told').sort((a, b) => a.seq - b.seq)
  if (living.length === 0) return rows
  const shown: ShownRow[] = [...rows]
  for (const act of living) {
    const at = placeOf(act, shown, living)
    const row = shown[at]
    if (row) shown[at] = withAct(row, act, userId)
    else if (act.kind === 'enter') putByName(shown, entered(act, userId))
  }
  return shown
}

/** −1 when the list does not have them (any more). */
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

function putByName(rows: ShownRow[], row: ShownRow): void {
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
    paid: false,
    cash: null,
    confirmed: true,
    confirmedAt: at,
    confirmedBy: act.userName,
    mine: act.userId === userId,
    group: null,
    code: '',
    ...result?.row,
    id: -act.seq,
    enterId: act.id,
    ...waits,
  }
}

/** What an act says of the tick, or of the money. */
function withAct(row: ShownRow, act: StoredAct, userId: number): ShownRow {
  const field = act.kind === 'pay' || act.kind === 'unpay' ? 'fee' : 'tick'
  // The server has said how it stands since.
  const said = act.state === 'done' ? act.result?.row : null
  const changed = said ? fieldsOf(field, said) : fieldsAfter(row, act, act.userId === userId)
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
      // What was paid online goes back by a refund alone.
      return row.paid && !row.cash ? {} : { paid: false, cash: null }
  }
}
