import { type OtherFormat, otherFormats } from './other-formats.ts'

/** Why a file cannot be imported. */
export type Refusal = OtherFormat | keyof typeof others

const smaller = 'Lösche, was Du nicht brauchst, oder teile sie auf mehrere Dateien auf.'

const others = {
  unknown: 'Diese Datei lässt sich nicht lesen. Speichere sie als Excel-Datei (.xlsx) oder CSV.',
  empty: 'Diese Datei ist leer. Wähle die Datei, in der Deine Liste steht.',
  noRows:
    'In dieser Datei stehen nur Überschriften. Trag darunter ein, was übernommen werden soll, speichere sie und wähle sie noch einmal.',
  tookTooLong: `Diese Datei zu lesen dauert zu lange. ${smaller}`,
  bytes: `Diese Datei ist größer als 20 MB. ${smaller}`,
  unpacked: `Diese Datei ist entpackt größer als 200 MB. ${smaller}`,
  rows: `In dieser Datei stehen mehr als 20.000 Zeilen. ${smaller}`,
  columns: `In dieser Datei stehen mehr als 200 Spalten. ${smaller}`,
  cells: `In dieser Datei stehen mehr als 20.000 Zeilen mit 200 Spalten. ${smaller}`,
  beyond:
    'In dieser Datei steht etwas weiter unten oder weiter rechts, als eine Tabelle von Excel reicht. Öffne sie in Excel oder LibreOffice und speichere sie mit „Speichern unter“ als Excel-Arbeitsmappe (.xlsx).',
} as const

/** The reason, and what the user can do. */
export const refusalWords: Readonly<Record<Refusal, string>> = { ...otherFormats, ...others }
