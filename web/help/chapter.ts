/** The parts of a chapter (docs/handbuch/README.md describes the format). */
export type Chapter = { title: string; audience: string; blocks: Block[] }

export type Block =
  | { kind: 'heading' | 'paragraph'; text: Inline[] }
  | { kind: 'steps' | 'list'; items: Inline[][] }

export type Inline =
  | { kind: 'text'; text: string }
  /** The exact text of a button, heading or field. */
  | { kind: 'shown'; text: string }
  /** `to`: an address of the app, or a chapter's file. */
  | { kind: 'link'; text: string; to: string }

/** Every chapter, in the order of the list. */
export const chapters = [
  'anmelden',
  'finden',
  'rueckgaengig',
  'wenn-etwas-nicht-stimmt',
  'abhaken',
  'vor-ort',
  'mitglieder',
  'austritt',
  'doppelte',
  'rundmail',
  'datenschutz',
  'umzug-anlegen',
  'bus',
  'minderjaehrige',
  'anmeldeabend',
  'umzug-liste',
  'warteliste',
  'zahlungen',
  'umzug-absagen',
  'datenkorrektur',
  'kleider',
  'stall',
  'beitragsjahr',
  'kontoauszug',
  'rechnungen',
  'beitragsabrechnung',
  'versammlung',
  'jahresbericht',
  'auswertungen',
  'amtswechsel',
  'erster-abend',
  'tabellen-uebernehmen',
  'einstellungen',
  'zugaenge',
  'bezahlung-einrichten',
  'sichern',
] as const

export type ChapterName = (typeof chapters)[number]

/** The chapter that a link points to; null for other links. */
export function chapterOf(to: string): ChapterName | null {
  return chapters.find((name) => to === `${name}.md`) ?? null
}
