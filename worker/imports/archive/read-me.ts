import { germanDate } from '#worker/domain/dates.ts'
import { archiveTableNames, archiveTables, archiveVersion } from '#worker/domain/guild-archive.ts'

/** Data that is not exported, with the reason as LIESMICH words it. A test requires one for each such table. */
export const leftBehind = {
  accounts:
    'Zugänge mit ihren Passkeys, Anmeldungen und gespeicherten Ansichten: Wer hinein darf, legt jede Zunft dort fest, wo sie ist.',
  money:
    'Zahlungen und Erstattungen der öffentlichen Anmeldung: Sie gelten nur zusammen mit dem Zahlungsdienst, bei dem bezahlt wurde.',
  places:
    'Plätze, die nur vorgemerkt, wieder frei oder abgesagt sind: Gebuchte stehen in teilnahmen.csv.',
  mails: 'E-Mails und Rundmails, die verschickt wurden oder noch warten.',
  runs: 'Beitragskonten, SEPA-Dateien und Schreiben dazu: Heb die Dateien und die Beitragsabrechnung jedes Jahres selbst auf.',
  history:
    'Der Verlauf, wer was geändert hat, und zurückgenommene oder schon wirksame Austritte: Ihr Ergebnis steht in den Tabellen.',
  acts: 'Die einzelnen Häkchen der Helfer am Umzugstag: Ihr Ergebnis steht in teilnahmen.csv.',
  work: 'Frühere Übernahmen, zusammengeführte Doppelte und Entwürfe für die nächste Saison.',
  privacy: 'Auskünfte nach Art. 15 DSGVO und das Protokoll der Löschungen.',
  computed: 'Was das Programm selbst berechnet oder zählt.',
} as const

export function readMe(day: string): string {
  const files = archiveTableNames.map((name) => {
    const { file, about } = archiveTables[name]
    return `  ${file.padEnd(24)}${about}`
  })
  const lines = [
    `Zunft-Archiv, Fassung ${archiveVersion}`,
    `Stand: ${germanDate(day)}`,
    '',
    'Das ist alles, was die Zunft in der Mitgliederverwaltung eingetragen hat. Achtung: Darin stehen auch',
    'Anschriften und Bankverbindungen. Gib die Datei nicht weiter und lösche sie, wenn Du sie nicht mehr brauchst.',
    '',
    'Das steht darin:',
    '',
    ...files,
    '',
    'Das steht nicht darin:',
    '',
    ...Object.values(leftBehind).map((sentence) => `  - ${sentence}`),
    '',
    'So sind die Tabellen geschrieben: CSV in UTF-8, mit Semikolon getrennt, Tage als JJJJ-MM-TT, Beträge in',
    'Cent, „ja“ und „nein“. Ein leeres Feld sagt nichts. „ID“ ist die Nummer einer Zeile; andere Tabellen nennen',
    'sie in den Spalten „Mitglied“, „Zahler“, „Kleid“, „Kleidertyp“, „Umzug“ und „Eingetragene Ehrung“. Ein',
    'Apostroph vor = + - @ hält die Tabellenkalkulation davon ab, den Text als Formel zu lesen.',
    '',
    'Ein Archiv lässt sich unter „Daten übernehmen“ in eine Zunft ohne Mitglieder, Kleider und Umzüge einlesen.',
  ]
  return lines.map((one) => `${one}\r\n`).join('')
}
