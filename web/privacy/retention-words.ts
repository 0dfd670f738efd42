import type { RetentionRule } from '#worker/domain/retention.ts'

type Words = {
  what: string
  /** Completes the period: "30 Tage" "nach der Anmeldung". */
  since: string
  why: string
}

/** The texts of the rules, in the order of the page. */
export const ruleWords: Record<RetentionRule, Words> = {
  unpaidOrders: {
    what: 'Anmeldungen, die nicht bezahlt wurden',
    since: 'nach der Anmeldung',
    why: 'Niemand bezahlt sie mehr.',
  },
  eMailOfParticipants: {
    what: 'E-Mail Adressen aus Anmeldungen',
    since: 'nach dem Umzug',
    why: 'So lange fragt noch jemand nach Geld oder Haken.',
  },
  guardians: {
    what: 'Begleitungen von Kindern und Jugendlichen, mit Telefon und Einwilligung',
    since: 'nach dem Umzug',
    why: 'So lange fragt noch jemand, wer auf wen aufgepasst hat.',
  },
  birthdayOfUnmatched: {
    what: 'Geburtstage von Teilnehmern, die keinem Mitglied zugeordnet sind',
    since: 'nach Aschermittwoch, wenn kein späterer Umzug mehr kommt',
    why: 'Sie dienen nur der Zuordnung.',
  },
  bookings: {
    what: 'Namen von Zahlern',
    since: 'nach Ende des Jahres',
    why: 'Belege: § 147 Abs. 3 AO.',
  },
  directDebits: {
    what: 'Beitragskonten, SEPA-Dateien und Schreiben zum Beitrag',
    since: 'nach Ende des Jahres',
    why: 'Bücher: § 147 Abs. 3 AO.',
  },
  bankDataOfFormerMembers: {
    what: 'Bankverbindungen ehemaliger Mitglieder',
    since: 'nach dem Austritt, wenn kein Beitrag offen ist',
    why: '13 Monate lang kann einer Lastschrift widersprochen werden: § 676b Abs. 2 BGB.',
  },
  networks: {
    what: 'Prüfsummen der Anschlüsse bei der Anmeldung',
    since: 'nach der Anmeldung',
    why: 'Schutz davor, dass jemand alle Plätze vormerkt: Art. 6 Abs. 1 Buchst. f DSGVO.',
  },
  signIns: {
    what: 'Anmeldungen am Programm, Links zu Zugängen und Nachrichten dazu',
    since: 'nach ihrem Ende',
    why: 'Um zu sehen, ob sich jemand Fremdes angemeldet hat: Art. 32 DSGVO.',
  },
  knownBrowsers: {
    what: 'Prüfsummen der Geräte, auf denen sich jemand von der Zunft angemeldet hat',
    since: 'nach der letzten Anmeldung dort',
    why: 'Um von einer Anmeldung auf einem fremden Gerät zu schreiben: Art. 32 DSGVO.',
  },
  history: {
    what: 'Verlauf: wer was geändert hat',
    since: 'nach der Änderung',
    why: 'So lange lassen sich Ansprüche geltend machen: § 195 BGB.',
  },
  disclosures: {
    what: 'Links zu Auskünften',
    since: 'nach dem Verschicken',
    why: 'So lange gilt der Link.',
  },
  checkIn: {
    what: 'Wer am Umzugstag wen bestätigt oder kassiert hat',
    since: 'nach dem Haken',
    why: 'So lange fragt noch jemand nach Geld oder Haken.',
  },
  circulars: {
    what: 'Rundmails und die Adressen, an die sie gingen',
    since: 'nach dem Verschicken',
    why: 'So lange fragt noch jemand, was die Zunft geschrieben hat.',
  },
  stagedImports: {
    what: 'Dateien, die hochgeladen und noch nicht übernommen sind',
    since: 'nach dem Hochladen',
    why: 'In ihnen steht alles, was in der Datei steht, auch Bankverbindungen.',
  },
  journal: {
    what: 'Was geändert, zusammengeführt oder übernommen wurde, vorher und nachher',
    since: 'nach der Änderung',
    why: 'So lange lässt es sich zurücknehmen.',
  },
  refusals: {
    what: 'Zahl der abgelehnten Versuche, mit Prüfsummen der Anschlüsse',
    since: 'nach dem Versuch',
    why: 'Um zu sehen, ob jemand Passwörter oder Links rät: Art. 32 DSGVO.',
  },
}
