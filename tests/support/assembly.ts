import type { Assembly, AssemblyRow, HonorToHandOver } from '#worker/assembly/assembly.contract.ts'
import { gruber, strasser } from './statistics.ts'

// An assembly as the server sends it.

export const knaepple = { id: 43, firstName: 'Irmgard', lastName: 'Knäpple', birthday: null }
export const eisele = { id: 44, firstName: 'Tobias', lastName: 'Eisele', birthday: null }

export function anAssemblyRow(changes: Partial<AssemblyRow> = {}): AssemblyRow {
  return {
    member: gruber,
    type: 'Member_for_25_Years',
    basis: 'membershipYears',
    count: 25,
    alsoDue: [],
    offices: [],
    reason: 'Mitglied 2001–2026, 25 Jahre',
    attendance: null,
    choice: null,
    invitedOn: null,
    orderedOn: null,
    handedOverOn: null,
    note: '',
    act: null,
    honorId: null,
    ...changes,
  }
}

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
  const rows = changes.rows ?? fourRows
  return {
    date: '2026-11-21',
    total: rows.length,
    people: new Set(rows.map(({ member }) => member.id)).size,
    rows,
    leftOut: [],
    noLongerDue: [],
    toHandOver: [],
    reachable: [],
    next: { years: [], parades: [] },
    ...changes,
  }
}
