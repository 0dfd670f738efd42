import type {
  AssemblyChoice,
  Attendance,
  BuiltInDuty,
  BuiltInHonor,
  ExtraKind,
  LetterTextKind,
  MembershipState,
  SelfCancel,
  SetupStep,
} from './codes.ts'

// German labels of all codes. A guild can rename offices and honors and add its own (tables offices
// and honor_rules); these are the defaults, and a test compares both.

export const membershipStateLabels: Record<MembershipState, string> = {
  Active: 'Aktiv',
  Passive: 'Passiv',
  Left: 'Ausgetreten',
  Died: 'Verstorben',
}

export const dutyLabels: Record<BuiltInDuty, string> = {
  _1_Praesident: '1. Präsident',
  _2_Praesident: '2. Präsident',
  Einkauf: 'Einkauf',
  Elferratsmitglied: 'Elferrat',
  Gardeleiter: 'Gardeleitung',
  Geschaeftsfuehrer: 'Geschäftsführer',
  Gruendungsmitglied: 'Gründungsmitglied',
  Kassenpruefer: 'Kassenprüfer',
  Kassier: 'Kassier',
  Kleiderchef: 'Kleiderchef',
  Protokollfuehrer: 'Protokollführer',
  Schriftfuehrer: 'Schriftführer',
  Zunftraumverwalter: 'Zunftraumverwaltung',
}

export const honorLabels: Record<BuiltInHonor, string> = {
  Parades_25: 'Sprungorden 25 Sprünge',
  Parades_50: 'Sprungorden 50 Sprünge',
  Parades_100: 'Sprungorden 100 Sprünge',
  Parades_150: 'Sprungorden 150 Sprünge',
  Parades_200: 'Sprungorden 200 Sprünge',
  Parades_250: 'Sprungorden 250 Sprünge',
  Parades_300: 'Sprungorden 300 Sprünge',
  Member_for_25_Years: '25 Jahre Mitgliedschaft',
  Member_for_40_Years: '40 Jahre Mitgliedschaft',
  Member_for_50_Years: '50 Jahre Mitgliedschaft',
  Extra_Certificate: 'Sonderurkunde',
  Honorary_Member_Extra: 'Ehrenmitglied (besondere Verdienste)',
  Honorary_Member_25: 'Ehrenmitglied (25 Jahre)',
  Honorary_Cashier: 'Ehrenkassier',
  Ehrennarr_20: 'Ehrennarr (20 Jahre)',
  Ehrennarr_30: 'Ehrennarr (30 Jahre)',
  Obernarr_15: 'Obernarr (15 Jahre)',
  Obernarr_20: 'Obernarr (20 Jahre)',
  Ehrenelferrat: 'Ehrenelferrat',
  Ehrenpraesident: 'Ehrenpräsident',
  Ehrenvizepraesident: 'Ehrenvizepräsident',
  Ehrenschriftfuehrer: 'Ehrenschriftführer',
  Ehrenprotokollfuehrer: 'Ehrenprotokollführer',
  Certificate_10_Years_va: 'Urkunde 10 Jahre (VA)',
  Certificate_10_Years_av: 'Urkunde 10 Jahre (AV)',
  Certificate_15_Years_av: 'Urkunde 15 Jahre (AV)',
  Certificate_30_Years: 'Urkunde 30 Jahre',
  Certificate_35_Years: 'Urkunde 35 Jahre',
}

export const selfCancelLabels: Record<SelfCancel, string> = {
  off: 'Nicht möglich',
  withoutRefund: 'Möglich, ohne Erstattung',
  refund: 'Möglich, mit Erstattung',
}

/** The names of the set-up steps, on the overview and in the history. */
export const setupStepLabels: Record<SetupStep, string> = {
  association: 'Verein',
  sepa: 'SEPA',
  fees: 'Beiträge',
  honors: 'Ehrungen',
  costumeTypes: 'Kleidertypen',
  import: 'Daten übernehmen',
  parade: 'Erster Umzug',
  payment: 'Bezahlung',
  privacy: 'Datenschutz',
  secondUser: 'Zweiter Zugang',
  passkeys: 'Verwaltung nur mit Passkey',
}

export const attendanceLabels: Record<Attendance, string> = {
  present: 'da',
  excused: 'entschuldigt',
}

export const assemblyChoiceLabels: Record<AssemblyChoice, string> = {
  added: 'von Hand dazu',
  left_out: 'diesmal nicht',
}

/** Kinds of a parade's extras. */
export const extraKindLabels: Record<ExtraKind, string> = { bus: 'Bus', item: 'Sache' }

/** The kinds of letters about fees, by their text. */
export const letterTextLabels: Record<LetterTextKind, string> = {
  notice: 'Ankündigung',
  invoice: 'Rechnung',
  reminder: 'Zahlungserinnerung',
  dunning: 'Mahnung',
  lastDunning: 'Letzte Mahnung',
}
