import { sortRows } from '#web/lib/sort-rows.ts'
import type { AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import {
  type HonorBasis,
  type HonorType,
  honorTypes,
  isBuiltInHonor,
  rankOfHonor,
} from '#worker/domain/codes.ts'
import { seriesOf } from '#worker/domain/honors.ts'
import { listName } from '#worker/domain/names.ts'
import { seriesHeads } from './assembly-rows.ts'

/** The order in which series are called up. */
const parts: readonly HonorBasis[] = ['membershipYears', 'dutyYears', 'parades', 'manual']

type Honored = Pick<AssemblyRow, 'type' | 'basis'> & {
  member: Pick<AssemblyRow['member'], 'firstName' | 'lastName'>
}

export type CallUpHonor<Row = AssemblyRow> = { type: HonorType; rows: readonly Row[] }
export type CallUpPart<Row = AssemblyRow> = {
  title: string
  honors: readonly CallUpHonor<Row>[]
}

/** `called`: the honors of all others, from the lowest step of each series to its highest. `excused`: not called up. */
export function callUpOrder(rows: readonly AssemblyRow[]): {
  called: CallUpPart[]
  excused: AssemblyRow[]
} {
  const isExcused = ({ attendance }: AssemblyRow) => attendance === 'excused'
  return {
    called: callUpParts(rows.filter((row) => !isExcused(row))),
    excused: sortRows(rows.filter(isExcused), byName, 'ascending'),
  }
}

/** The honors of each series, from the lowest step to the highest; the people of a step by name. */
export function callUpParts<Row extends Honored>(rows: readonly Row[]): CallUpPart<Row>[] {
  return parts
    .map((basis) => ({
      title: seriesHeads[basis],
      honors: honorsOf(rows.filter((row) => row.basis === basis)),
    }))
    .filter(({ honors }) => honors.length > 0)
}

function honorsOf<Row extends Honored>(rows: readonly Row[]): CallUpHonor<Row>[] {
  const byType = Map.groupBy(rows, ({ type }) => type)
  const place = (type: HonorType) =>
    isBuiltInHonor(type) ? stepsInOrder.indexOf(type) : rankOfHonor(type)
  return [...byType]
    .sort(([one], [other]) => place(one) - place(other))
    .map(([type, people]) => ({ type, rows: sortRows(people, byName, 'ascending') }))
}

/** All honors, the steps of a series one after the other; `honorTypes` mixes the series. */
const stepsInOrder = [...Map.groupBy(honorTypes, seriesOf).values()].flat()

const byName = ({ member }: Honored) => listName(member)
