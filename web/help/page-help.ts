import { matchPath } from 'react-router'
import { paths, type publicPaths } from '#web/paths.ts'
import type { ChapterName } from './chapter.ts'

export type Help = {
  chapter: ChapterName
  /** Shown on the first visit only: the purpose of the page and the first step. */
  sentence: string
}

/** All pages behind the sign-in. */
type HelpedPage = Exclude<
  keyof typeof paths,
  Exclude<keyof typeof publicPaths, 'home'> | 'setup' | 'personCode' | 'paradeOfDraft'
>

/** The help of each page; the compiler demands an entry for a new page. */
export const helpOf: Record<HelpedPage, Help> = {
  home: {
    chapter: 'finden',
    sentence:
      'Hier steht, was heute ansteht und was auf Dich wartet. Alles andere findest Du mit der Suche.',
  },
  profile: {
    chapter: 'anmelden',
    sentence: 'Hier änderst Du Deinen Namen und Dein Passwort und siehst, wo Du angemeldet bist.',
  },
  users: {
    chapter: 'zugaenge',
    sentence: 'Hier steht, wer sich anmelden darf und was er darf. Neue bekommen einen Link.',
  },
  members: {
    chapter: 'mitglieder',
    sentence: 'Hier stehen alle Mitglieder. Tippe einen Namen ins Suchfeld und öffne die Zeile.',
  },
  memberCreate: {
    chapter: 'mitglieder',
    sentence: 'Nur wenige Felder müssen sein, alles andere kannst Du später nachtragen.',
  },
  memberEdit: {
    chapter: 'mitglieder',
    sentence: 'Was Du änderst, gilt erst, wenn Du speicherst.',
  },
  member: {
    chapter: 'mitglieder',
    sentence: 'Hier steht alles zu einem Mitglied: Angaben, Kleider, Sprünge, Ehrungen und Ämter.',
  },
  duplicates: {
    chapter: 'doppelte',
    sentence:
      'Hier stehen Einträge, die dieselbe Person sein könnten. Du entscheidest, ob sie es ist.',
  },
  memberMerge: {
    chapter: 'doppelte',
    sentence:
      'Wähle, welche Angaben bleiben. Das Zusammenführen lässt sich 30 Tage lang zurücknehmen.',
  },
  labels: {
    chapter: 'rundmail',
    sentence: 'Hier werden aus den angehakten Mitgliedern Etiketten für einen Bogen.',
  },
  circulars: {
    chapter: 'rundmail',
    sentence:
      'Hier stehen die Rundmails, die hinausgingen. Eine neue beginnt in der Mitgliederliste.',
  },
  circularCreate: {
    chapter: 'rundmail',
    sentence: 'Schreibe den Text, sieh ihn an und schicke ihn zuerst Dir selbst.',
  },
  circular: {
    chapter: 'rundmail',
    sentence: 'Hier siehst Du, wie weit die Rundmail ist und bei wem sie nicht ankam.',
  },
  costumes: {
    chapter: 'kleider',
    sentence: 'Hier stehen alle Kleider mit Nummer, Typ und Besitzer.',
  },
  costumeCreate: {
    chapter: 'kleider',
    sentence: 'Ein Kleid braucht eine Nummer und einen Typ. Der Besitzer kann später folgen.',
  },
  costumeEdit: {
    chapter: 'kleider',
    sentence:
      'Hier änderst Du Nummer und Typ. Den Besitzer wechselst Du auf der Seite des Kleides.',
  },
  costume: {
    chapter: 'kleider',
    sentence: 'Hier steht, wem das Kleid gehört und wem es früher gehört hat.',
  },
  parades: {
    chapter: 'umzug-anlegen',
    sentence: 'Hier stehen die Umzüge eines Jahres. Jeder hat seine eigene Anmeldung.',
  },
  paradeHosts: {
    chapter: 'umzug-anlegen',
    sentence: 'Hier findest Du heraus, wann Ihr schon einmal bei einer Zunft wart.',
  },
  paradeCreate: {
    chapter: 'umzug-anlegen',
    sentence: 'Beginn und Ende der Anmeldung bestimmen, wann sich jemand öffentlich anmelden kann.',
  },
  paradeEdit: {
    chapter: 'umzug-anlegen',
    sentence: 'Was Du änderst, gilt erst, wenn Du speicherst, auch für die öffentliche Anmeldung.',
  },
  parade: {
    chapter: 'umzug-liste',
    sentence: 'Hier steht, wer angemeldet ist und wer bezahlt hat.',
  },
  checkIn: {
    chapter: 'abhaken',
    sentence: 'Tippe auf „Bestätigen“, wenn jemand da ist. Das geht auch ohne Netz.',
  },
  checkInToday: {
    chapter: 'abhaken',
    sentence: 'Hier beginnt das Abhaken, sobald heute ein Umzug ist.',
  },
  internalParadeEnrolment: {
    chapter: 'stall',
    sentence:
      'Hier meldest Du jemanden an, der nicht online bezahlt. Was er bar zahlt, vermerkst Du gleich mit.',
  },
  enrolmentDataCleanup: {
    chapter: 'datenkorrektur',
    sentence: 'Hier ordnest Du Anmeldungen einem Mitglied zu, deren Name nicht gefunden wurde.',
  },
  enrolmentPerParades: {
    chapter: 'auswertungen',
    sentence: 'Hier steht, wie viele sich zu jedem Umzug angemeldet haben.',
  },
  statistics: {
    chapter: 'auswertungen',
    sentence: 'Hier beginnen alle Listen: Sprünge, Geburtstage, Ehrungen, Ämter und Zahlen.',
  },
  paradesPerMember: {
    chapter: 'auswertungen',
    sentence: 'Hier stehen die Sprünge jedes Mitglieds, auch die der Jahre vor dem Programm.',
  },
  upcomingBirthdays: {
    chapter: 'auswertungen',
    sentence: 'Hier steht, wer als Nächstes Geburtstag hat.',
  },
  upcomingHonors: {
    chapter: 'versammlung',
    sentence: 'Hier steht, wem bis zur Generalversammlung welche Ehrung zusteht.',
  },
  duties: {
    chapter: 'auswertungen',
    sentence: 'Hier steht, wer wie lange welches Amt hatte.',
  },
  dutyHolders: {
    chapter: 'auswertungen',
    sentence: 'Wähle ein Amt, und Du siehst alle, die es hatten.',
  },
  honorHolders: {
    chapter: 'auswertungen',
    sentence: 'Wähle eine Ehrung, und Du siehst alle, die sie haben.',
  },
  pictures: {
    chapter: 'auswertungen',
    sentence: 'Hier stehen die Zahlen der Zunft als Bilder, und hinter jedem die Zahlen selbst.',
  },
  treasury: {
    chapter: 'beitragsjahr',
    sentence:
      'Hier steht das Jahr der Kasse, Schritt für Schritt. Was jetzt dran ist, ist hervorgehoben.',
  },
  membershipFees: {
    chapter: 'beitragsjahr',
    sentence: 'Hier stehen die Beiträge eines Jahres: wer was schuldet und was eingegangen ist.',
  },
  feeStatement: {
    chapter: 'kontoauszug',
    sentence: 'Wähle die Datei Deiner Bank. Gebucht wird erst, was Du bestätigst.',
  },
  feeLetters: {
    chapter: 'rechnungen',
    sentence: 'Hier werden Rechnungen und Mahnungen gedruckt oder verschickt.',
  },
  letterTexts: {
    chapter: 'rechnungen',
    sentence:
      'Hier änderst Du, was vor und nach den Beträgen steht. Daneben siehst Du das Schreiben.',
  },
  feeReport: {
    chapter: 'beitragsabrechnung',
    sentence: 'Hier stehen die Beiträge eines Jahres, wie die Kassenprüfer sie sehen wollen.',
  },
  assembly: {
    chapter: 'versammlung',
    sentence:
      'Hier stehen alle, die am Tag der Versammlung geehrt werden, und was dafür zu tun ist.',
  },
  callUpList: {
    chapter: 'versammlung',
    sentence:
      'Diese Liste liest der Zunftmeister am Abend vor. Drucke sie erst, wenn alles stimmt.',
  },
  assemblyInvitations: {
    chapter: 'versammlung',
    sentence: 'Hier bekommt jeder, der geehrt wird, seinen Brief.',
  },
  certificates: {
    chapter: 'versammlung',
    sentence: 'Hier druckst Du die Urkunden. Ihre Texte stehen in den Einstellungen.',
  },
  assemblyOrders: {
    chapter: 'versammlung',
    sentence: 'Hier steht, was bestellt und noch nicht übergeben ist.',
  },
  assemblyReport: {
    chapter: 'jahresbericht',
    sentence: 'Hier steht das Jahr der Zunft in Zahlen, fertig zum Vorlesen.',
  },
  enrolmentEvening: {
    chapter: 'anmeldeabend',
    sentence:
      'Hier siehst Du am Abend der Anmeldung, wie es läuft. Die Seite erneuert sich selbst.',
  },
  history: {
    chapter: 'rueckgaengig',
    sentence: 'Hier steht, wer wann was geändert hat. Das meiste lässt sich rückgängig machen.',
  },
  orders: {
    chapter: 'zahlungen',
    sentence: 'Hier steht jede Anmeldung mit ihrem Geld: bezahlt, offen oder erstattet.',
  },
  paymentSetup: {
    chapter: 'bezahlung-einrichten',
    sentence: 'Hier siehst Du, ob die Online-Bezahlung bereit ist und was ihr fehlt.',
  },
  order: {
    chapter: 'zahlungen',
    sentence: 'Hier steht, wer angemeldet ist, was bezahlt wurde und welche E-Mails hinausgingen.',
  },
  paradeRefunds: {
    chapter: 'umzug-absagen',
    sentence: 'Hier gibst Du die Gebühren eines Umzugs zurück, der nicht stattfindet.',
  },
  settings: {
    chapter: 'einstellungen',
    sentence:
      'Hier stehen die Regeln Deiner Zunft: Beiträge, Ehrungen, Bank und Angaben für die Öffentlichkeit.',
  },
  imports: {
    chapter: 'tabellen-uebernehmen',
    sentence: 'Hier bringst Du Deine Tabellen herein. Bis Du übernimmst, wird nichts geändert.',
  },
  import: {
    chapter: 'tabellen-uebernehmen',
    sentence: 'Prüfe zuerst, welche Spalte was bedeutet. Bis Du übernimmst, wird nichts geändert.',
  },
  retention: {
    chapter: 'datenschutz',
    sentence: 'Hier steht, was wie lange aufbewahrt und danach gelöscht wird.',
  },
}

/** The pages' path patterns. Those without an id come first: their paths may match a pattern with an id. */
const patterns = (Object.keys(helpOf) as HelpedPage[])
  .map((name) => ({ name, path: patternOf(name) }))
  .toSorted((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))

function patternOf(name: HelpedPage): string {
  const path = paths[name]
  return typeof path === 'string' ? path : path(':id', ':b')
}

/** The page at the address; null if that page has no help. */
export function pageAt(pathname: string): HelpedPage | null {
  return patterns.find(({ path }) => matchPath(path, pathname))?.name ?? null
}
