import type { Honoree } from '#worker/domain/honors.ts'
import type {
  CountedMember,
  selectConfirmedAfter,
  selectCovered,
  selectHonors,
  selectOffices,
  selectTimespans,
} from './people.queries.ts'
import type { Person } from './statistics.contract.ts'

/** Only the fields that identify a person. */
export const toPerson = ({ id, firstName, lastName, birthday }: Person): Person => ({
  id,
  firstName,
  lastName,
  birthday,
})

type RowsOf<Select extends (...args: never) => unknown> = Awaited<ReturnType<Select>>

/** All members' data that honors may count. */
export type Registers = {
  timespans: RowsOf<typeof selectTimespans>
  offices: RowsOf<typeof selectOffices>
  honors: RowsOf<typeof selectHonors>
  covered: RowsOf<typeof selectCovered>
  /** Confirmed parades after the requested day. */
  later: RowsOf<typeof selectConfirmedAfter>
}

/**
 * Members in the form that the rules need.
 * @param entered ids of honors that count as not held yet
 */
export function honoreesOf(
  { timespans, offices, honors, covered, later }: Registers,
  entered: ReadonlySet<number> = new Set(),
): (member: CountedMember) => Honoree {
  const timespansOf = Map.groupBy(timespans, ({ memberId }) => memberId)
  const officesOf = Map.groupBy(offices, ({ memberId }) => memberId)
  const honorsOf = Map.groupBy(
    honors.filter(({ id }) => !entered.has(id)),
    ({ memberId }) => memberId,
  )
  const coveredOf = new Map(covered.map((row) => [row.memberId, row.covered]))
  const laterOf = new Map(later.map((row) => [row.memberId, row.later]))
  return ({ id, dateJoined, dateLeft, before, confirmed }) => ({
    dateJoined,
    dateLeft,
    timespans: timespansOf.get(id) ?? [],
    offices: officesOf.get(id) ?? [],
    held: honorsOf.get(id)?.map(({ type }) => type) ?? [],
    confirmed: before + confirmed - (coveredOf.get(id) ?? 0) - (laterOf.get(id) ?? 0),
  })
}
