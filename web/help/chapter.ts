/** What a chapter is made of (docs/handbuch/README.md says how it is written). */
export type Chapter = { title: string; audience: string; blocks: Block[] }

export type Block =
  | { kind: 'heading' | 'paragraph'; text: Inline[] }
  | { kind: 'steps' | 'list'; items: Inline[][] }

export type Inline =
  | { kind: 'text'; text: string }
  /** As it stands on the screen, to the letter: a button, a heading, a field. */
  | { kind: 'shown'; text: string }
  /** `to`: an address of the app, or a chapter's file. */
  | { kind: 'link'; text: string; to: string }

/** Every chapter, in the order in which they stand in the list. */
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
  'anmeldeabend',
  'umzug-liste',
  'zahlungen',
  'umzug-absagen',
  'datenkorrektur',
  'kleider',
  'stall',
  'beitragsjahr',
  'kontoauszug',
  'rechnungen',
  'kassenbericht',
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

/** The chapter that a link of another one names; null = it leads elsewhere. */
export function chapterOf(to: string): ChapterName | null {
  return chapters.find((name) => to === `${name}.md`) ?? null
}
