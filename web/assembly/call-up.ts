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

export type CallUpHonor = { type: HonorType; rows: readonly AssemblyRow[] }
export type CallUpPart = { title: string; honors: readonly CallUpHonor[] }

/** The honored people, from the lowest step of each series to its highest; and the excused ones. */
export function callUpOrder(rows: readonly AssemblyRow[]): {
  called: CallUpPart[]
  excused: AssemblyRow[]
} {
  const isExcused = ({ attendance }: AssemblyRow) => attendance === 'excused'
  const present = rows.filter((row) => !isExcused(row))
  const called = parts.map((basis) => {
    const ofPart = present.filter((row) => row.basis === basis)
    return { title: seriesHeads[basis], honors: honorsOf(ofPart) }
  })
  return {
    called: called.filter(({ honors }) => honors.length > 0),
    excused: sortRows(rows.filter(isExcused), byName, 'ascending'),
  }
}

function honorsOf(rows: readonly AssemblyRow[]): CallUpHonor[] {
  const byType = Map.groupBy(rows, ({ type }) => type)
  const place = (type: HonorType) =>
    isBuiltInHonor(type) ? stepsInOrder.indexOf(type) : rankOfHonor(type)
  return [...byType]
    .sort(([one], [other]) => place(one) - place(other))
    .map(([type, people]) => ({ type, rows: sortRows(people, byName, 'ascending') }))
}

/** Grouped by series, because `honorTypes` mixes steps of different series. */
const stepsInOrder = [...Map.groupBy(honorTypes, seriesOf).values()].flat()

const byName = ({ member }: AssemblyRow) => listName(member)
