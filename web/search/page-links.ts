import type { StoredUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { type Capability, can } from '#worker/domain/rights.ts'

export type PageLink = {
  label: string
  to: string
  /** Further words that find it. */
  words?: readonly string[]
  isOutside?: boolean
}

type Page = PageLink & { needs?: Capability }

// Frequent actions first: the first ones are offered for an empty search.
const pages: readonly Page[] = [
  { label: 'Mitglied anlegen', to: paths.memberCreate, needs: 'keepMembers', words: ['neu'] },
  { label: 'Kleid anlegen', to: paths.costumeCreate, needs: 'keepCostumes', words: ['neu'] },
  { label: 'Umzug anlegen', to: paths.paradeCreate, needs: 'keepParades', words: ['neu'] },
  { label: 'Umzugsteilnahme abhaken', to: paths.checkInToday, needs: 'checkIn', words: ['heute'] },
  {
    label: 'Rundmail schreiben',
    to: paths.circularCreate,
    needs: 'keepMembers',
    words: ['E-Mail an Mitglieder'],
  },
  { label: 'Rundmails', to: paths.circulars, needs: 'keepMembers', words: ['E-Mails'] },
  {
    label: 'Mitglieder',
    to: paths.members,
    needs: 'read',
    words: ['Mitgliederliste', 'Austritt', 'Todesfall', 'gestorben', 'Etiketten'],
  },
  { label: 'Kleider', to: paths.costumes, needs: 'read', words: ['Kostüme', 'Häs'] },
  { label: 'Umzüge', to: paths.parades, needs: 'read', words: ['absagen', 'erstatten'] },
  { label: 'Zahlungen', to: paths.orders, needs: 'read' },
  { label: 'Übersicht', to: paths.home, words: ['Startseite'] },
  { label: 'Auswertungen', to: paths.statistics, needs: 'read', words: ['Statistik'] },
  {
    label: 'Umzugsanmeldung (im Stall)',
    to: paths.internalParadeEnrolment,
    needs: 'keepParades',
    words: ['Teilnehmer anmelden'],
  },
  { label: 'Umzugsanmeldung', to: paths.paradeEnrolment, needs: 'keepParades', isOutside: true },
  { label: 'Datenkorrektur nach Anmeldung', to: paths.enrolmentDataCleanup, needs: 'keepParades' },
  { label: 'Anmeldeabend', to: paths.enrolmentEvening, needs: 'keepParades' },
  { label: 'Einrichtung der Zahlung', to: paths.paymentSetup, needs: 'keepTreasury' },
  { label: 'Auswertung der Umzugsanmeldungen', to: paths.enrolmentPerParades },
  { label: 'Anzahl Sprünge', to: paths.paradesPerMember, needs: 'read', words: ['Orden'] },
  { label: 'Anstehende Geburtstage', to: paths.upcomingBirthdays, needs: 'read' },
  { label: 'Anstehende Ehrungen', to: paths.upcomingHonors, needs: 'read' },
  {
    label: 'Generalversammlung',
    to: paths.assembly,
    needs: 'read',
    words: ['Ehrungen eintragen', 'Hauptversammlung'],
  },
  { label: 'Aufrufliste', to: paths.callUpList, needs: 'read', words: ['Ehrungen zum Aufrufen'] },
  { label: 'Urkunden', to: paths.certificates, needs: 'read' },
  { label: 'Einladungen zur Generalversammlung', to: paths.assemblyInvitations, needs: 'read' },
  { label: 'Bestellte Ehrungen', to: paths.assemblyOrders, needs: 'read' },
  { label: 'Jahresbericht', to: paths.assemblyReport, needs: 'read' },
  { label: 'Auswertung der Ämter', to: paths.duties, needs: 'read' },
  { label: 'Auswertung des Dienstbuchs', to: paths.dutyHolders, needs: 'read' },
  { label: 'Auswertung der Ehrungen', to: paths.honorHolders, needs: 'read' },
  { label: 'Zahlen in Bildern', to: paths.pictures, needs: 'read', words: ['Diagramme'] },
  {
    label: 'Mitgliedsbeiträge',
    to: paths.membershipFees,
    needs: 'read',
    words: ['SEPA', 'Lastschrift', 'Beitragskonto', 'Kassier'],
  },
  {
    label: 'Beiträge einziehen',
    to: `${paths.membershipFees}#einziehen`,
    needs: 'keepTreasury',
    words: ['SEPA-Datei', 'Jahr festschreiben'],
  },
  {
    label: 'Zahlung oder Rücklastschrift eintragen',
    to: `${paths.membershipFees}?filter.state=open,collected`,
    needs: 'keepTreasury',
    words: ['Beitrag bezahlt', 'erlassen', 'berichtigen', 'erstatten'],
  },
  {
    label: 'Kontoauszug einlesen',
    to: paths.feeStatement,
    needs: 'read',
    words: ['CAMT', 'Rücklastschriften', 'Überweisungen', 'Geldeingang'],
  },
  {
    label: 'Kassenbericht',
    to: paths.feeReport,
    needs: 'read',
    words: ['Kassenprüfung', 'Beiträge'],
  },
  {
    label: 'Schreiben zum Beitrag',
    to: paths.feeLetters,
    needs: 'read',
    words: ['Rechnung', 'Mahnung', 'Erinnerung', 'Ankündigung'],
  },
  { label: 'Gastgeberzunft-Suche', to: paths.paradeHosts, needs: 'read' },
  { label: 'Doppelte Einträge', to: paths.duplicates, needs: 'manage' },
  { label: 'Einstellungen', to: paths.settings, needs: 'read', words: ['Zunft'] },
  { label: 'Daten übernehmen', to: paths.imports, needs: 'manage', words: ['Import'] },
  { label: 'Verlauf', to: paths.history, needs: 'manage', words: ['Änderungen', 'rückgängig'] },
  { label: 'Zugänge', to: paths.users, needs: 'manage', words: ['Benutzer'] },
  { label: 'Aufbewahrung', to: paths.retention, needs: 'read', words: ['Datenschutz', 'löschen'] },
  { label: 'Mein Account', to: paths.profile, words: ['Konto', 'Passwort', 'Profil'] },
]

/** The pages and actions that the user may open. */
export function pagesFor(user: StoredUser): readonly PageLink[] {
  return pages.filter(({ needs }) => !needs || can(user, needs))
}
