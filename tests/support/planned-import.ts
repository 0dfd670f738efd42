import papaparse from 'papaparse'
import type { members } from '#worker/db/schema.ts'
import { guessMapping } from '#worker/domain/import/headings.ts'
import type { Cell, SheetKind } from '#worker/domain/import/types.ts'
import { emptyMember, type MemberFields } from '#worker/domain/member.ts'
import { normaliseName } from '#worker/domain/names.ts'
import type { ImportAnswers } from '#worker/imports/imports.contract.ts'
import type { PlannedImport, RowChoice } from '#worker/imports/plan.ts'
import { planImport } from '#worker/imports/planning/plan-import.ts'
import type { Reading } from '#worker/imports/planning/read-for-planning.ts'

const today = '2026-11-22'
const clock = { now: new Date('2026-11-22T12:00:00Z'), today, userId: 1 }

type Of<Kind extends SheetKind> = Omit<Extract<Reading['of'], { kind: Kind }>, 'kind'>

export type Asked = {
  answers?: Partial<ImportAnswers>
  choices?: Record<number, Partial<RowChoice>>
  isAgain?: boolean
}

/** A sheet with headings in line 1 and guessed columns; its rows begin in line 2. */
export function planned<Kind extends SheetKind>(
  kind: Kind,
  sheet: string | readonly (readonly Cell[])[],
  guild: Of<Kind>,
  { answers = {}, choices = {}, isAgain = false }: Asked = {},
): PlannedImport {
  const lines: readonly (readonly Cell[])[] =
    typeof sheet === 'string'
      ? papaparse.parse<string[]>(sheet.trim(), { delimiter: ';' }).data
      : sheet
  const [head = [], ...rows] = lines
  const headings = head.map(String)
  const reading = { dataVersion: 1, members: [], of: { kind, ...guild } } as unknown as Reading
  const choicesByRow = Object.entries(choices).map(([row, choice]): [number, RowChoice] => [
    Number(row),
    { values: {}, decision: null, memberId: null, ...choice },
  ])
  return planImport(
    reading,
    {
      kind,
      headings,
      mapping: guessMapping(kind, headings, samplesOf(headings, rows)),
      answers: { words: {}, empty: {}, choices: {}, ...answers },
      isAgain,
      rows: rows.map((cells, index) => ({ row: index + 2, cells: [...cells] })),
      choices: new Map(choicesByRow),
    },
    clock,
  )
}

const samplesOf = (headings: readonly string[], rows: readonly (readonly Cell[])[]) =>
  headings.map((_, column) =>
    rows.map((cells) => cells[column] ?? null).filter((cell) => cell !== null && cell !== ''),
  )

/** A stored member. */
export function stored(id: number, given: Partial<MemberFields>): typeof members.$inferSelect {
  const { membershipActiveTimespan: _, ...fields } = { ...emptyMember, ...given }
  return {
    ...fields,
    id,
    firstNameKey: normaliseName(fields.firstName),
    lastNameKey: normaliseName(fields.lastName),
    maidenNameKey: normaliseName(fields.maidenName),
    createdAt: '2020-01-01T00:00:00.000Z',
    updatedAt: '2020-01-01T00:00:00.000Z',
    version: 0,
    anonymisedAt: null,
    importId: null,
  }
}
