import { type HonorType, honorTypes } from '#worker/domain/codes.ts'
import { importFields } from '#worker/domain/import/fields.ts'
import type { ImportAnswers } from '#worker/imports/imports.contract.ts'
import type { SheetKind } from './kind-words.ts'

/** The one field that several columns may become: each is a line of it. */
export const comment = 'comment'

/** The places of columns whose field another one has as well. */
export function usedTwice(columns: readonly (string | null)[]): Set<number> {
  const isTwice = (field: string) =>
    field !== comment && columns.indexOf(field) !== columns.lastIndexOf(field)
  return new Set(
    columns.flatMap((field, index) => (field !== null && isTwice(field) ? [index] : [])),
  )
}

export const labelOf = (kind: SheetKind, name: string): string =>
  importFields[kind].find(({ field }) => field === name)?.label ?? name

const honorColumn = 'honor:'
const paradeColumn = 'parade:'

/** What a column of its own is called: one per honor, or a cross per parade. */
export function ownColumnLabel(name: string, honorLabels: Readonly<Record<HonorType, string>>) {
  if (name.startsWith(honorColumn)) {
    const type = honorTypes.find((one) => one === name.slice(honorColumn.length))
    return `Ehrung: ${type ? honorLabels[type] : name}`
  }
  if (!name.startsWith(paradeColumn)) return name
  const [year, month, day] = name.slice(paradeColumn.length).split('-')
  // Of a heading without a year: "parade:01-19".
  if (day === undefined) return `Kreuz beim Umzug am ${month}.${year}.`
  return `Kreuz beim Umzug am ${day}.${month}.${year}`
}

export const honorColumns = honorTypes.map((type) => `${honorColumn}${type}`)

const names = ['fullName', 'lastName', 'memberNumber']
// What else says the same as a field.
const instead: Readonly<Record<string, readonly string[]>> = {
  firstName: ['fullName'],
  lastName: ['fullName'],
  from: ['period'],
}

type Given = { columns: readonly (string | null)[]; answers: Pick<ImportAnswers, 'empty'> }

/** Labels of what no column and no value for empty cells says: without it no row can be taken over. */
export function missingFields(kind: SheetKind, { columns, answers }: Given): string[] {
  const has = (field: string) => columns.includes(field) || field in answers.empty
  const isSaid = (field: string) => [field, ...(instead[field] ?? [])].some(has)
  const crosses = columns.some((one) => one?.startsWith(honorColumn))
  const missing = importFields[kind].filter(
    ({ field, required }) =>
      required && !isSaid(field) && !(crosses && (field === 'honor' || field === 'date')),
  )
  const namesNobody = kind !== 'members' && kind !== 'parades' && kind !== 'costumes'
  return [
    ...(namesNobody && !names.some(has) ? ['Name oder Mitgliedsnummer'] : []),
    ...missing.map(({ label }) => label),
  ]
}
