import { hasRole, type StoredUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#worker/domain/codes.ts'

export type PageLink = {
  label: string
  to: string
  /** Further words that find it. */
  words?: readonly string[]
  isOutside?: boolean
}

type Page = PageLink & { roles?: readonly Role[] }

const management: readonly Role[] = ['management']
const readers: readonly Role[] = ['management', 'readonly']
const street: readonly Role[] = ['management', 'helper']

// Frequent actions first: the first ones are offered for an empty search.
const pages: readonly Page[] = [
  { label: 'Mitglied anlegen', to: paths.memberCreate, roles: management, words: ['neu'] },
  { label: 'Kleid anlegen', to: paths.costumeCreate, roles: management, words: ['neu'] },
  { label: 'Umzug anlegen', to: paths.paradeCreate, roles: management, words: ['neu'] },
  { label: 'Umzugsteilnahme abhaken', to: paths.checkInToday, roles: street, words: ['heute'] },
  {
    label: 'Rundmail schreiben',
    to: paths.circularCreate,
    roles: management,
    words: ['E-Mail an Mitglieder'],
  },
  { label: 'Rundmails', to: paths.circulars, roles: management, words: ['E-Mails'] },
  {
    label: 'Mitglieder',
    to: paths.members,
    roles: readers,
    words: ['Mitgliederliste', 'Austritt', 'Todesfall', 'gestorben', 'Etiketten'],
  },
  { label: 'Kleider', to: paths.costumes, roles: readers, words: ['Kostüme', 'Häs'] },
  { label: 'Umzüge', to: paths.parades, roles: readers, words: ['absagen', 'erstatten'] },
  { label: 'Zahlungen', to: paths.orders, roles: readers },
  { label: 'Übersicht', to: paths.home, words: ['Startseite'] },
  { label: 'Auswertungen', to: paths.statistics, roles: readers, words: ['Statistik'] },
  {
    label: 'Umzugsanmeldung (im Stall)',
    to: paths.internalParadeEnrolment,
    roles: management,
    words: ['Teilnehmer anmelden'],
  },
  { label: 'Umzugsanmeldung', to: paths.paradeEnrolment, roles: management, isOutside: true },
  { label: 'Datenkorrektur nach Anmeldung', to: paths.enrolmentDataCleanup, roles: management },
  { label: 'Anmeldeabend', to: paths.enrolmentEvening, roles: management },
  { label: 'Einrichtung der Zahlung', to: paths.paymentSetup, roles: management },
  { label: 'Auswertung der Umzugsanmeldungen', to: paths.enrolmentPerParades },
  { label: 'Anzahl Sprünge', to: paths.paradesPerMember, roles: readers, words: ['Orden'] },
  { label: 'Anstehende Geburtstage', to: paths.upcomingBirthdays, roles: readers },
  { label: 'Anstehende Ehrungen', to: paths.upcomingHonors, roles: readers },
  {
    label: 'Generalversammlung',
    to: paths.assembly,
    roles: readers,
    words: ['Ehrungen eintragen', 'Hauptversammlung'],
  },
  { label: 'Aufrufliste', to: paths.callUpList, roles: readers, words: ['Ehrungen zum Aufrufen'] },
  { label: 'Urkunden', to: paths.certificates, roles: readers },
  { label: 'Einladungen zur Generalversammlung', to: paths.assemblyInvitations, roles: readers },
  { label: 'Bestellte Ehrungen', to: paths.assemblyOrders, roles: readers },
  { label: 'Jahresbericht', to: paths.assemblyReport, roles: readers },
  { label: 'Auswertung der Ämter', to: paths.duties, roles: readers },
  { label: 'Auswertung des Dienstbuchs', to: paths.dutyHolders, roles: readers },
  { label: 'Auswertung der Ehrungen', to: paths.honorHolders, roles: readers },
  { label: 'Zahlen in Bildern', to: paths.pictures, roles: readers, words: ['Diagramme'] },
  {
    label: 'Mitgliedsbeiträge',
    to: paths.membershipFees,
    roles: readers,
    words: ['SEPA', 'Lastschrift', 'Beitragskonto', 'Kassier'],
  },
  {
    label: 'Beiträge einziehen',
    to: `${paths.membershipFees}#einziehen`,
    roles: management,
    words: ['SEPA-Datei', 'Jahr festschreiben'],
  },
  {
    label: 'Zahlung oder Rücklastschrift eintragen',
    to: `${paths.membershipFees}?filter.state=open,collected`,
    roles: management,
    words: ['Beitrag bezahlt', 'erlassen', 'berichtigen', 'erstatten'],
  },
  {
    label: 'Kontoauszug einlesen',
    to: paths.feeStatement,
    roles: readers,
    words: ['CAMT', 'Rücklastschriften', 'Überweisungen', 'Geldeingang'],
  },
  {
    label: 'Kassenbericht',
    to: paths.feeReport,
    roles: readers,
    words: ['Kassenprüfung', 'Beiträge'],
  },
  {
    label: 'Schreiben zum Beitrag',
    to: paths.feeLetters,
    roles: readers,
    words: ['Rechnung', 'Mahnung', 'Erinnerung', 'Ankündigung'],
  },
  { label: 'Gastgeberzunft-Suche', to: paths.paradeHosts, roles: readers },
  { label: 'Doppelte Einträge', to: paths.duplicates, roles: management },
  { label: 'Einstellungen', to: paths.settings, roles: readers, words: ['Zunft'] },
  { label: 'Daten übernehmen', to: paths.imports, roles: management, words: ['Import'] },
  { label: 'Verlauf', to: paths.history, roles: management, words: ['Änderungen', 'rückgängig'] },
  { label: 'Zugänge', to: paths.users, roles: management, words: ['Benutzer'] },
  { label: 'Aufbewahrung', to: paths.retention, roles: readers, words: ['Datenschutz', 'löschen'] },
  { label: 'Mein Account', to: paths.profile, words: ['Konto', 'Passwort', 'Profil'] },
]

/** The pages and actions for the user's roles. */
export function pagesFor(user: StoredUser): readonly PageLink[] {
  return pages.filter(({ roles }) => !roles || hasRole(user, ...roles))
}
