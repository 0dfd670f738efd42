import type { ActKind, ActOutcome } from '#worker/domain/codes.ts'

// What docs/rules.md says becomes of acts that arrive one after the other, computed without the database:
// "Am Umzugstag".

export type OracleAct = {
  kind: Exclude<ActKind, 'enter'>
  at: string
  who: string
  isManagement: boolean
}

type Told = { outcome: ActOutcome; by?: string; at?: string }

type Field = { isSet: boolean; by: string | null; at: string | null; log: Kept[] }
/** `sets`: what it made of the field, or found. */
type Kept = { sets: boolean; isDone: boolean; at: string; who: string }

/** One person on the list. */
export type Oracle = { tick: Field; fee: Field; isCancelled: boolean }

export function person({ isPaidOnline = false, isCancelled = false } = {}): Oracle {
  const none = { by: null, at: null }
  return {
    tick: { isSet: false, ...none, log: [] },
    fee: { isSet: isPaidOnline, ...none, log: [] },
    isCancelled,
  }
}

/** The act arrives. */
export function arrive(whom: Oracle, { kind, at, who, isManagement }: OracleAct): Told {
  const isOfFee = kind === 'pay' || kind === 'unpay'
  const sets = kind === 'confirm' || kind === 'pay'
  const field = isOfFee ? whom.fee : whom.tick
  if (whom.isCancelled && !isOfFee) return { outcome: 'paradeCancelled' }

  // Sorting is stable: of equal ones the last to arrive is the newest.
  const newest = field.log.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1)
  const lastChange = field.log.findLast(({ isDone }) => isDone)
  const whose = lastChange?.sets === sets ? { by: lastChange.who, at: lastChange.at } : {}
  const already = (): Told => {
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

/** All orders of a few. */
export function permutations<T>(of: readonly T[]): T[][] {
  if (of.length === 0) return [[]]
  return of.flatMap((one, index) =>
    permutations(of.toSpliced(index, 1)).map((rest) => [one, ...rest]),
  )
}
