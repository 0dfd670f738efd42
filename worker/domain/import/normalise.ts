import type { Day } from '#worker/domain/dates.ts'
import type {
  Answers,
  Known,
  NormalisedRow,
  Question,
  Sheet,
  SheetKind,
  SheetRow,
} from './types.ts'

/** What a row says; never throws, whatever stands in it. */
export function normaliseRow<Kind extends SheetKind>(
  _kind: Kind,
  _sheet: Sheet,
  _answers: Answers,
  { row }: SheetRow,
  _today: Day,
  _known: Known = {},
): NormalisedRow<Kind> {
  return { row, items: [], errors: [], notes: [], open: [] }
}

/** What stands in the cell of a field, as it is shown and corrected. */
export function fieldText(_sheet: Sheet, _row: SheetRow, _field: string): string {
  return ''
}

/** How a word that nobody knows is asked, and what it can mean; no options = typed as in a cell. */
export function questionText(
  _kind: SheetKind,
  _field: string,
  _word: string,
  _known: Known = {},
): Question {
  return { question: '', options: [] }
}
