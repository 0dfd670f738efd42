import type { Assembly, AssemblyRow, HonorToHandOver } from '#worker/assembly/assembly.contract.ts'
import { anAssembly as assemblyOf, anAssemblyRow as rowOf } from './assembly-rows.ts'
import { gruber, strasser } from './statistics.ts'

// An assembly as the server sends it.

export const knaepple = { id: 43, firstName: 'Irmgard', lastName: 'Knäpple', birthday: null }
export const eisele = { id: 44, firstName: 'Tobias', lastName: 'Eisele', birthday: null }

export const anAssemblyRow = (changes: Partial<AssemblyRow> = {}) => rowOf(gruber, changes)

export function aHonorToHandOver(changes: Partial<HonorToHandOver> = {}): HonorToHandOver {
  return {
    member: eisele,
    type: 'Parades_50',
    date: '2025-11-11',
    orderedOn: '2025-10-01',
    note: '',
    honorId: 901,
    ...changes,
  }
}

/** Annegret Gruber has two honors, Jörg Straßer and Irmgard Knäpple one each. */
export const fourRows: AssemblyRow[] = [
  anAssemblyRow(),
  anAssemblyRow({ member: knaepple }),
  anAssemblyRow({
    type: 'Ehrennarr_30',
    basis: 'dutyYears',
    count: 31,
    alsoDue: ['Ehrennarr_20'],
    reason: 'Elferrat 1995–2026, 31 Jahre',
  }),
  anAssemblyRow({
    member: strasser,
    type: 'Parades_50',
    basis: 'parades',
    count: 51,
    reason: '51 Sprünge',
  }),
]

/** On 21 November 2026, the day of `fixToday`. */
export function anAssembly(changes: Partial<Assembly> = {}): Assembly {
  return assemblyOf({ date: '2026-11-21', rows: fourRows, ...changes })
}
