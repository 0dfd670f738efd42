import type { ActKind, ActOutcome } from '#worker/domain/codes.ts'

// Outcomes of acts that arrive one after the other, by docs/rules.md, "Am Umzugstag", computed without the database.

export type OracleAct = {
  kind: Exclude<ActKind, 'enter'>
  at: string
  who: string
  isManagement: boolean
}

type Result = { outcome: ActOutcome; by?: string; at?: string }

type Field = { isSet: boolean; by: string | null; at: string | null; log: Kept[] }
/** `sets`: the value of the field after the act. */
type Kept = { sets: boolean; isDone: boolean; at: string; who: string }

/** The state of one person on the list. */
export type Oracle = { tick: Field; fee: Field; isCancelled: boolean }

export function person({ isPaidOnline = false, isCancelled = false } = {}): Oracle {
  const none = { by: null, at: null }
  return {
    tick: { isSet: false, ...none, log: [] },
    fee: { isSet: isPaidOnline, ...none, log: [] },
    isCancelled,
  }
}

/** Applies an act to the person and returns its outcome. */
export function arrive(state: Oracle, { kind, at, who, isManagement }: OracleAct): Result {
  const isOfFee = kind === 'pay' || kind === 'unpay'
  const sets = kind === 'confirm' || kind === 'pay'
  const field = isOfFee ? state.fee : state.tick
  if (state.isCancelled && !isOfFee) return { outcome: 'paradeCancelled' }

  // The sort is stable, so of equal times the act that arrived last is the newest.
  const newest = field.log.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1)
  const lastChange = field.log.findLast(({ isDone }) => isDone)
  const whose = lastChange?.sets === sets ? { by: lastChange.who, at: lastChange.at } : {}
  const already = (): Result => {
    field.log.push({ sets, isDone: false, at, who })
    return { outcome: 'already', ...whose }
  }
  if (newest && newest.at > at) {
    return newest.sets === sets
      ? already()
      : { outcome: 'overtaken', by: newest.who, at: newest.at }
  }
  if (field.isSet === sets) return already()
  if (!sets && field.by === null) return { outcome: 'paidOnline' }
  if (!sets && !isManagement && field.by !== who) {
    return { outcome: 'notYours', by: field.by ?? '', at: field.at ?? '' }
  }
  field.log.push({ sets, isDone: true, at, who })
  Object.assign(field, { isSet: sets, by: sets ? who : null, at: sets ? at : null })
  return { outcome: 'done' }
}

/** All permutations of a short list. */
export function permutations<T>(of: readonly T[]): T[][] {
  if (of.length === 0) return [[]]
  return of.flatMap((one, index) =>
    permutations(of.toSpliced(index, 1)).map((rest) => [one, ...rest]),
  )
}
