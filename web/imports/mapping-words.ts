import { importFields } from '#worker/domain/import/fields.ts'
import type { ImportAnswers } from '#worker/imports/imports.contract.ts'
import type { SheetKind } from './kind-words.ts'

/** The remark: several columns may have this field, and each adds a line to the remark. */
export const commentField = 'comment'

// The beginnings of field names: a column for one honor (`honor:…`), or for the parades of one day (`parade:…`).
const honorColumn = 'honor:'
const paradeColumn = 'parade:'

/** The indexes of columns whose field is used more than once. */
export function duplicateColumns(columns: readonly (string | null)[]): Set<number> {
  const isTwice = (field: string) =>
    field !== commentField &&
    // The field of a day's parades may occur twice, since two parades on one day have a column each.
    !field.startsWith(paradeColumn) &&
    columns.indexOf(field) !== columns.lastIndexOf(field)
  return new Set(
    columns.flatMap((field, index) => (field !== null && isTwice(field) ? [index] : [])),
  )
}

export const labelOf = (kind: SheetKind, name: string): string =>
  importFields[kind].find(({ field }) => field === name)?.label ?? name

const names = ['fullName', 'lastName', 'memberNumber']
// For a required field, the fields of which one suffices instead.
const instead: Readonly<Record<string, readonly string[]>> = {
  lastName: ['fullName', 'organization'],
  from: ['period'],
}

/** Fields that are asked for once for the whole file, together with unknown words, since no column has them. */
const askedOnce = ['paradesBeforeUntil']

type Given = { columns: readonly (string | null)[]; answers: Pick<ImportAnswers, 'empty'> }

/** The labels of required fields that have neither a column nor a default, so that no row can be imported. */
export function missingFields(kind: SheetKind, { columns, answers }: Given): string[] {
  const has = (field: string) => columns.includes(field) || field in answers.empty
  const isAnswered = (field: string) => [field, ...(instead[field] ?? [])].some(has)
  const crosses = columns.some((one) => one?.startsWith(honorColumn))
  const missing = importFields[kind].filter(
    ({ field, required }) =>
      required &&
      !askedOnce.includes(field) &&
      !isAnswered(field) &&
      !(crosses && (field === 'honor' || field === 'date')),
  )
  const needsPerson = kind !== 'members' && kind !== 'parades' && kind !== 'costumes'
  return [
    ...(needsPerson && !names.some(has) ? ['Name oder Mitgliedsnummer'] : []),
    ...missing.map(({ label }) => label),
  ]
}

/** Whether neither a column nor a default gives the membership state; new members then become active. */
export const isStateUnspecified = (kind: SheetKind, { columns, answers }: Given): boolean =>
  kind === 'members' &&
  !columns.includes('membershipState') &&
  !('membershipState' in answers.empty)

/** Whether rows of the kind may omit the field. */
export const canBeEmpty = (kind: SheetKind, name: string): boolean =>
  !importFields[kind].some(({ field, required }) => field === name && required)

/** Questions about possible duplicates, which are answered at their rows and not in the card. */
export const isRowQuestion = ({ field }: { field: string }): boolean => field.startsWith('doubt:')
