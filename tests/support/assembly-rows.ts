import type { Assembly, AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import { type BuiltInHonor, honorTypes } from '#worker/domain/codes.ts'
import { seriesOf } from '#worker/domain/honors.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'

// Responses of an assembly for component tests, which have no server.

export function anAssemblyRow(
  member: Pick<MemberRow, 'id' | 'firstName' | 'lastName' | 'birthday'>,
  changes: Partial<AssemblyRow> = {},
): AssemblyRow {
  const { id, firstName, lastName, birthday } = member
  return {
    member: { id, firstName, lastName, birthday },
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
    leavesOn: null,
    ...changes,
  }
}

export function anAssembly(changes: Partial<Assembly> = {}): Assembly {
  const { rows = [] } = changes
  return {
    date: '2027-04-10',
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

const reasons: Record<AssemblyRow['basis'], Partial<AssemblyRow>> = {
  membershipYears: { count: 40, reason: 'Mitglied 1986–2027, 40 Jahre' },
  dutyYears: {
    count: 29,
    offices: [
      { duty: 'Schriftfuehrer', label: 'Schriftführer', years: '1998–2004' },
      { duty: 'Elferratsmitglied', label: 'Elferrat', years: '2004–2027' },
    ],
    reason: 'Schriftführer 1998–2004, Elferrat 2004–2027, 29 Jahre',
  },
  parades: { count: 103, reason: '103 Sprünge' },
  manual: { count: null, reason: '' },
}

/** A row for any honor; some members also have lower steps that are due. */
export function aRowOf(member: MemberRow, type: BuiltInHonor): AssemblyRow {
  const basis = basisOf(type)
  const steps = honorTypes.filter((one) => seriesOf(one) === seriesOf(type))
  const alsoDue = member.id % 3 === 0 ? steps.slice(0, steps.indexOf(type)) : []
  return anAssemblyRow(member, { type, basis, alsoDue, ...reasons[basis] })
}

function basisOf(type: BuiltInHonor): AssemblyRow['basis'] {
  if (type.startsWith('Parades')) return 'parades'
  if (type.startsWith('Member_for')) return 'membershipYears'
  return /Extra|Honorary_Member/.test(type) ? 'manual' : 'dutyYears'
}
