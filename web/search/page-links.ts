import type { StoredUser } from '#web/lib/session.ts'
import { paths, type SettingsPart, settingsChange, settingsPart, staffQuery } from '#web/paths.ts'
import { type Capability, can } from '#worker/domain/rights.ts'

export type PageLink = {
  label: string
  to: string
  /** Further words by which the page is found. */
  words?: readonly string[]
  isOutside?: boolean
}

type Page = Omit<PageLink, 'to'> & { needs?: Capability } & (
    | { to: string }
    /** A section of the settings, opened with its dialog. */
    | { setting: SettingsPart }
  )

// Frequent actions come first, because an empty search offers the first entries.
const pages: readonly Page[] = [
  {
    label: 'Mitglied anlegen',
    to: paths.memberCreate,
    needs: 'keepMembers',
    words: ['neu', 'Aufnahme', 'Beitritt', 'Eintritt'],
  },
  {
    label: 'Kleid anlegen',
    to: paths.costumeCreate,
    needs: 'keepCostumes',
    words: ['neu', 'Kleid anmelden'],
  },
  { label: 'Umzug anlegen', to: paths.paradeCreate, needs: 'keepParades', words: ['neu'] },
  {
    label: 'Umzugsteilnahme abhaken',
    to: paths.checkInToday,
    needs: 'checkIn',
    words: ['heute', 'Einlass', 'Helfer', 'Anwesenheit', 'scannen'],
  },
  {
    label: 'Rundmail schreiben',
    to: paths.circularCreate,
    needs: 'keepMembers',
    words: ['E-Mail an Mitglieder', 'Mail an alle', 'Newsletter', 'Rundschreiben'],
  },
  {
    label: 'Rundmails',
    to: paths.circulars,
    needs: 'keepMembers',
    words: ['E-Mails', 'Newsletter', 'Rundschreiben'],
  },
  {
    label: 'Mitglieder',
    to: paths.members,
    needs: 'read',
    words: [
      'Mitgliederliste',
      'Austritt',
      'Todesfall',
      'gestorben',
      'Etiketten',
      'Adressen',
      'Personen',
      'Mandat',
      'Export',
      'Excel',
      'drucken',
    ],
  },
  {
    label: 'Adressliste',
    to: `${paths.members}?columns=phone,phoneMobile,street,plz,town&filter.membershipState=Active,Passive`,
    needs: 'read',
    words: ['Adressen', 'Anschriften', 'Telefonliste', 'heutige Mitglieder', 'drucken'],
  },
  {
    label: 'Kleider',
    to: paths.costumes,
    needs: 'read',
    words: [
      'Kostüme',
      'Häs',
      'Kostüm',
      'Maske',
      'Larve',
      'Besitzer',
      'Kleidernummer',
      'Kleidertypen',
    ],
  },
  {
    label: 'Umzüge',
    to: paths.parades,
    needs: 'read',
    words: ['absagen', 'erstatten', 'Termine', 'Veranstaltung', 'Fahrt', 'Saison'],
  },
  {
    label: 'Zahlungen',
    to: paths.orders,
    needs: 'read',
    words: ['Bezahlung', 'Überweisung', 'Rückzahlung', 'Online-Zahlung', 'Geld'],
  },
  {
    label: 'Übersicht',
    to: paths.home,
    words: ['Startseite', 'Anfang', 'Was noch fehlt', 'Wartet auf Dich'],
  },
  {
    label: 'Auswertungen',
    to: paths.statistics,
    needs: 'read',
    words: ['Statistik', 'Listen', 'Zahlen', 'Berichte'],
  },
  {
    label: 'Umzugsanmeldung (im Stall)',
    to: paths.internalParadeEnrolment,
    needs: 'keepParades',
    words: ['Teilnehmer anmelden'],
  },
  {
    label: 'Umzugsanmeldung',
    to: paths.paradeEnrolment,
    needs: 'keepParades',
    isOutside: true,
    words: ['öffentliche Anmeldung', 'Anmeldeformular'],
  },
  {
    label: 'Datenkorrektur nach Anmeldung',
    to: paths.enrolmentDataCleanup,
    needs: 'keepParades',
    words: ['zuordnen', 'Gäste'],
  },
  {
    label: 'Anmeldeabend',
    to: paths.enrolmentEvening,
    needs: 'keepParades',
    words: ['Andrang', 'Öffnung der Anmeldung'],
  },
  {
    label: 'Einrichtung der Zahlung',
    to: paths.paymentSetup,
    needs: 'keepTreasury',
    words: ['Stripe', 'Online-Zahlung', 'E-Mail Versand'],
  },
  {
    label: 'Auswertung der Umzugsanmeldungen',
    to: paths.enrolmentPerParades,
    words: ['Teilnehmerliste', 'Busliste'],
  },
  {
    label: 'Anzahl Sprünge',
    to: paths.paradesPerMember,
    needs: 'read',
    words: ['Orden', 'Teilnahmen', 'Umzüge je Mitglied'],
  },
  {
    label: 'Anstehende Geburtstage',
    to: paths.upcomingBirthdays,
    needs: 'read',
    words: ['Jubilare', 'runder Geburtstag', 'Alter'],
  },
  {
    label: 'Anstehende Ehrungen',
    to: paths.upcomingHonors,
    needs: 'read',
    words: ['Jubiläum', 'Mitgliedsjahre', 'fällig'],
  },
  {
    label: 'Generalversammlung',
    to: paths.assembly,
    needs: 'read',
    words: [
      'Ehrungen eintragen',
      'Hauptversammlung',
      'Versammlung',
      'Jahreshauptversammlung',
      'Mitgliederversammlung',
    ],
  },
  { label: 'Aufrufliste', to: paths.callUpList, needs: 'read', words: ['Ehrungen zum Aufrufen'] },
  { label: 'Urkunden', to: paths.certificates, needs: 'read', words: ['drucken', 'Ehrungen'] },
  {
    label: 'Einladungen zur Generalversammlung',
    to: paths.assemblyInvitations,
    needs: 'read',
    words: ['Versammlung', 'einladen', 'Tagesordnung'],
  },
  {
    label: 'Bestellte Ehrungen',
    to: paths.assemblyOrders,
    needs: 'read',
    words: ['Orden bestellen', 'Nadeln', 'Abzeichen'],
  },
  {
    label: 'Jahresbericht',
    to: paths.assemblyReport,
    needs: 'read',
    words: ['Versammlung', 'Bericht', 'Schriftführer'],
  },
  {
    label: 'Auswertung der Ämter',
    to: paths.duties,
    needs: 'read',
    words: ['Vorstand', 'Präsidium', 'Narrenrat', 'Amt'],
  },
  {
    label: 'Auswertung des Dienstbuchs',
    to: paths.dutyHolders,
    needs: 'read',
    words: ['Amt', 'Ämter', 'Dienste'],
  },
  {
    label: 'Auswertung der Ehrungen',
    to: paths.honorHolders,
    needs: 'read',
    words: ['Orden', 'Geehrte'],
  },
  {
    label: 'Zahlen in Bildern',
    to: paths.pictures,
    needs: 'read',
    words: ['Diagramme', 'Statistik', 'Altersstruktur'],
  },
  {
    label: 'Kasse',
    to: paths.treasury,
    needs: 'read',
    words: ['Beiträge', 'Kassier', 'Kassenjahr', 'Einzug', 'Geld der Umzüge', 'Kassenstand'],
  },
  {
    label: 'Mitgliedsbeiträge',
    to: paths.membershipFees,
    needs: 'read',
    words: [
      'SEPA',
      'Lastschrift',
      'Beitragskonto',
      'Kassier',
      'Mandat',
      'Kasse',
      'Kassierer',
      'Jahresbeitrag',
      'Bankeinzug',
      'IBAN',
    ],
  },
  {
    label: 'Beiträge einziehen',
    to: `${paths.membershipFees}#einziehen`,
    needs: 'keepTreasury',
    words: [
      'SEPA-Datei',
      'Jahr festschreiben',
      'Lastschrift',
      'Abbuchung',
      'abbuchen',
      'Bankeinzug',
      'SEPA-Lastschrift',
    ],
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
    needs: 'keepTreasury',
    words: ['CAMT', 'Rücklastschriften', 'Überweisungen', 'Geldeingang', 'Bank', 'Kontoumsätze'],
  },
  {
    label: 'Beitragsabrechnung',
    to: paths.feeReport,
    needs: 'read',
    words: ['Kassenprüfung', 'Kassenbericht', 'Beiträge', 'Kasse', 'Jahresabschluss', 'Abrechnung'],
  },
  {
    label: 'Schreiben zum Beitrag',
    to: paths.feeLetters,
    needs: 'read',
    words: [
      'Rechnung',
      'Mahnung',
      'Erinnerung',
      'Ankündigung',
      'Zahlungserinnerung',
      'mahnen',
      'Brief',
      'Pre-Notification',
    ],
  },
  {
    label: 'Texte der Schreiben',
    to: paths.letterTexts,
    needs: 'keepTreasury',
    words: ['Mahnung ändern', 'Text der Rechnung', 'Wortlaut', 'Vorlage Mahnung'],
  },
  { label: 'Gastgeberzunft-Suche', to: paths.paradeHosts, needs: 'read' },
  {
    label: 'Doppelte Einträge',
    to: paths.duplicates,
    needs: 'manage',
    words: ['Dubletten', 'zusammenführen', 'doppelt'],
  },
  {
    label: 'Einstellungen',
    to: paths.settings,
    needs: 'read',
    words: ['Zunft', 'Konfiguration', 'Optionen', 'Logo'],
  },
  {
    label: 'Daten übernehmen',
    to: paths.imports,
    needs: 'manage',
    words: ['Import', 'Excel', 'CSV', 'Tabelle einlesen', 'importieren'],
  },
  {
    label: 'Verlauf',
    to: paths.history,
    needs: 'manage',
    words: [
      'Änderungen',
      'rückgängig',
      'Protokoll',
      'wiederherstellen',
      'Wer hat was geändert',
      'Historie',
      'Papierkorb',
    ],
  },
  {
    label: 'Zugänge',
    to: paths.users,
    needs: 'manage',
    words: ['Benutzer', 'Nutzer', 'Rollen', 'Rechte', 'einladen', 'sperren'],
  },
  {
    label: 'Aufbewahrung',
    to: paths.retention,
    needs: 'read',
    words: ['Datenschutz', 'löschen', 'DSGVO', 'Löschfristen', 'anonymisieren', 'Auskunft'],
  },
  {
    label: 'Etiketten drucken',
    to: paths.labels,
    needs: 'read',
    words: ['Adressetiketten', 'Adressen', 'Briefe'],
  },
  {
    label: 'Verein ändern',
    setting: 'association',
    words: ['Name der Zunft', 'Anschrift der Zunft', 'Vereinsname'],
  },
  {
    label: 'Impressum und Datenschutz ändern',
    setting: 'legal',
    words: ['Datenschutzerklärung', 'DSGVO', 'Vertretung', 'Registergericht', 'Verantwortlich'],
  },
  {
    label: 'Konto für den Einzug ändern',
    setting: 'sepa',
    words: ['Gläubiger-ID', 'IBAN der Zunft', 'SEPA', 'Bankverbindung', 'Mandat', 'Vorlauf'],
  },
  {
    label: 'Beitragstabelle und Familienbeitrag',
    setting: 'fees',
    words: ['Höhe der Beiträge', 'Jahresbeitrag', 'Beitrag ändern', 'Beitragsordnung'],
  },
  {
    label: 'Datum der Generalversammlung',
    setting: 'assembly',
    words: ['Versammlung', 'Hauptversammlung', 'Termin'],
  },
  {
    label: 'Regeln für Ehrungen',
    setting: 'honors',
    words: ['Schwelle', 'Jahre bis zur Ehrung', 'Orden'],
  },
  {
    label: 'Ämter und Ehrungen der Zunft',
    setting: 'codes',
    words: ['neues Amt', 'neue Ehrung', 'Dienstbuch', 'Zunftmeister', 'umbenennen', 'ausblenden'],
  },
  {
    label: 'Absagen durch die Angemeldeten ändern',
    setting: 'cancelling',
    words: ['Erstattung', 'Rücktritt', 'Frist zum Absagen'],
  },
  {
    label: 'Kinder und Jugendliche',
    setting: 'minors',
    words: ['Mindestalter', 'Begleitung', 'Minderjährige', 'Einwilligung', 'Aufsicht'],
  },
  {
    label: 'Bargeld beim Abhaken',
    setting: 'cash',
    words: ['Barzahlung', 'bar bezahlen', 'Kasse'],
  },
  {
    label: 'Verwaltung nur mit Passkey',
    setting: 'passkeys',
    words: ['Sicherheit', 'Anmelden', 'zweiter Faktor'],
  },
  {
    label: 'Alle Daten herunterladen',
    setting: 'data',
    needs: 'manage',
    words: ['sichern', 'Sicherung', 'Datensicherung', 'Backup', 'Archiv', 'Export', 'ZIP'],
  },
  {
    label: 'Impressum',
    to: paths.imprint + staffQuery,
    isOutside: true,
    words: ['Anbieter', 'Kontakt'],
  },
  {
    label: 'Datenschutz',
    to: paths.privacy + staffQuery,
    isOutside: true,
    words: ['Datenschutzerklärung', 'DSGVO'],
  },
  { label: 'Barrierefreiheit', to: paths.accessibility + staffQuery, isOutside: true },
  {
    label: 'Mein Account',
    to: paths.profile,
    words: [
      'Konto',
      'Passwort ändern',
      'Kennwort',
      'Profil',
      'abmelden',
      'Passkey',
      'Kalender',
      'Geräte',
      'Mein Name',
    ],
  },
]

/** The pages and actions that the user may open. */
export function pagesFor(user: StoredUser): readonly PageLink[] {
  return pages.flatMap(({ needs, ...page }) => {
    if ('to' in page) return !needs || can(user, needs) ? [page] : []
    const { setting, ...link } = page
    if (!can(user, needs ?? 'read')) return []
    if (can(user, 'manage')) return [{ ...link, to: settingsChange(setting) }]
    // Others read the settings: the link opens the section, and its label does not promise more.
    const label = link.label.replace(/ ändern$/, '')
    return [{ ...link, label, to: settingsPart(setting) }]
  })
}
