import { germanCount } from '#web/lib/german-count.ts'
import type { ImportKind } from '#worker/domain/codes.ts'
import type { ImportCounts } from '#worker/imports/imports.contract.ts'

/** The kinds of data in a table, which the user chooses; an archive states its content itself. */
export type SheetKind = Exclude<ImportKind, 'archive'>

type KindWords = {
  label: string
  /** The description of the kind in the choice of kinds. */
  text: string
  /** What a row is called; "Zeile" when a row may hold several records. */
  row: { one: string; many: string; ending: 'er' | 'es' | 'e'; of: string }
  /** The title of the alert that offers the file's other kind: "Jetzt als Kleider übernehmen?" */
  alsoHolds: string
  follow: string
}

const ofRows = (of: string) => ({ one: 'Zeile', many: 'Zeilen', ending: 'e', of }) as const

// The keys are in the recommended order of importing: costumes and honors, for example, refer to members.
export const kindWords: Record<SheetKind, KindWords> = {
  members: {
    label: 'Mitglieder',
    text: 'Wer dabei ist oder war, mit Anschrift, Mitgliedszeiten und Bankverbindung.',
    row: { one: 'Mitglied', many: 'Mitglieder', ending: 'es', of: '' },
    alsoHolds: 'Mitglieder',
    follow: 'Mitglieder',
  },
  costumes: {
    label: 'Kleider und Besitzer',
    text: 'Welche Kleider es gibt, und wem jedes von wann bis wann gehört.',
    row: ofRows(' mit Kleidern'),
    alsoHolds: 'Kleidernummern',
    follow: 'Kleider',
  },
  honors: {
    label: 'Ehrungen',
    text: 'Wer welche Ehrung wann bekommen hat, als Liste oder mit einer Spalte je Ehrung.',
    row: ofRows(' mit Ehrungen'),
    alsoHolds: 'Ehrungen',
    follow: 'Ehrungen',
  },
  duties: {
    label: 'Dienstbuch',
    text: 'Wer welches Amt von wann bis wann hatte.',
    row: ofRows(' mit Ämtern'),
    alsoHolds: 'Ämter',
    follow: 'Dienstbuch',
  },
  paradesBefore: {
    label: 'Sprünge vor der Erfassung',
    text: 'Wie viele Sprünge jemand bis zu einem Tag hatte, bevor Umzüge hier erfasst wurden.',
    row: { one: 'Stand', many: 'Stände', ending: 'er', of: '' },
    alsoHolds: 'Sprünge',
    follow: 'Sprünge vor der Erfassung',
  },
  parades: {
    label: 'Umzüge',
    text: 'Tag, Gastgeber, Beschreibung und Preise, auch von vergangenen Umzügen.',
    row: { one: 'Umzug', many: 'Umzüge', ending: 'er', of: '' },
    alsoHolds: 'Umzüge',
    follow: 'Umzüge',
  },
  participations: {
    label: 'Teilnahmen',
    text: 'Wer bei welchem vergangenen Umzug dabei war, als Liste oder mit einem Kreuz je Umzug.',
    row: ofRows(' mit Teilnahmen'),
    alsoHolds: 'Teilnahmen',
    follow: 'Teilnahmen',
  },
}

export const sheetKinds: readonly SheetKind[] = [
  'members',
  'costumes',
  'honors',
  'duties',
  'paradesBefore',
  'parades',
  'participations',
]

export const isSheetKind = (kind: string): kind is SheetKind => Object.hasOwn(kindWords, kind)

export const kindLabel = (kind: ImportKind): string =>
  kind === 'archive' ? 'Archiv' : kindWords[kind].label

type Written = Pick<ImportCounts, 'new' | 'changes'>

/** "137 neue, 12 geänderte Mitglieder"; '' when there are none. */
export function importedRowsText(kind: SheetKind, counts: Written): string {
  const { one, many, ending, of } = kindWords[kind].row
  const parts = [
    { count: counts.new, word: 'neu' },
    { count: counts.changes, word: 'geändert' },
  ].filter(({ count }) => count > 0)
  const adjectives = parts.map(
    ({ count, word }) => `${germanCount(count)} ${word}${count === 1 ? ending : 'e'}`,
  )
  // One or many: the noun follows the last number, as in "3 neue, 1 geändertes Mitglied".
  const noun = parts.at(-1)?.count === 1 ? one : many
  return parts.length === 0 ? '' : `${adjectives.join(', ')} ${noun}${of}`
}

/** "137 neu, 12 geändert, 3 unverändert" */
export function countsText(counts: ImportCounts): string {
  const parts = [
    counts.new > 0 && `${germanCount(counts.new)} neu`,
    counts.changes > 0 && `${germanCount(counts.changes)} geändert`,
    counts.same > 0 && `${germanCount(counts.same)} unverändert`,
    counts.skipped > 0 && `${germanCount(counts.skipped)} übersprungen`,
  ].filter(Boolean)
  return parts.length === 0 ? 'nichts' : parts.join(', ')
}
