import { importFields } from '#worker/domain/import/fields.ts'
import type { ImportAnswers } from '#worker/imports/imports.contract.ts'
import type { SheetKind } from './kind-words.ts'

/** Several columns may become it: each is a line of it. */
export const comment = 'comment'

// A column of its own for an honor, or for the parades of a day.
const honorColumn = 'honor:'
const paradeColumn = 'parade:'

/** The places of columns whose field another one has as well. */
export function usedTwice(columns: readonly (string | null)[]): Set<number> {
  const isTwice = (field: string) =>
    field !== comment &&
    // Of a day with two parades each has its crosses.
    !field.startsWith(paradeColumn) &&
    columns.indexOf(field) !== columns.lastIndexOf(field)
  return new Set(
    columns.flatMap((field, index) => (field !== null && isTwice(field) ? [index] : [])),
  )
}

export const labelOf = (kind: SheetKind, name: string): string =>
  importFields[kind].find(({ field }) => field === name)?.label ?? name

const names = ['fullName', 'lastName', 'memberNumber']
// What else says the same as a field.
const instead: Readonly<Record<string, readonly string[]>> = {
  lastName: ['fullName', 'organization'],
  from: ['period'],
}

/** Not a matter of columns: it is asked once, with the words that nobody knows. */
const askedOnce = ['paradesBeforeUntil']

type Given = { columns: readonly (string | null)[]; answers: Pick<ImportAnswers, 'empty'> }

/** Labels of what no column and no value for empty cells says: without it no row can be taken over. */
export function missingFields(kind: SheetKind, { columns, answers }: Given): string[] {
  const has = (field: string) => columns.includes(field) || field in answers.empty
  const isSaid = (field: string) => [field, ...(instead[field] ?? [])].some(has)
  const crosses = columns.some((one) => one?.startsWith(honorColumn))
  const missing = importFields[kind].filter(
    ({ field, required }) =>
      required &&
      !askedOnce.includes(field) &&
      !isSaid(field) &&
      !(crosses && (field === 'honor' || field === 'date')),
  )
  const namesNobody = kind !== 'members' && kind !== 'parades' && kind !== 'costumes'
  return [
    ...(namesNobody && !names.some(has) ? ['Name oder Mitgliedsnummer'] : []),
    ...missing.map(({ label }) => label),
  ]
}

/** Neither a column nor a value for empty cells says who is active: then whoever is new becomes it. */
export const saysNoState = (kind: SheetKind, { columns, answers }: Given): boolean =>
  kind === 'members' &&
  !columns.includes('membershipState') &&
  !('membershipState' in answers.empty)

/** Whether a row of the kind can be without it. */
export const canBeEmpty = (kind: SheetKind, name: string): boolean =>
  !importFields[kind].some(({ field, required }) => field === name && required)

/** Rows that may be somebody already: they are looked at first, and answered where they stand. */
export const isOfRows = ({ field }: { field: string }): boolean => field.startsWith('doubt:')
