import type { AuditEntity } from '#worker/domain/codes.ts'
import { legalLabels } from '#worker/domain/legal.ts'
import { type MemberKind, memberField, memberFieldNames } from '#worker/domain/member.ts'

/** How a value is formatted. */
export type Kind =
  | 'text'
  | 'number'
  | 'day'
  | 'instant'
  | 'time'
  | 'departures'
  | 'extras'
  | 'euro'
  | 'tick'
  | 'state'
  | 'honor'
  | 'duty'
  | 'basis'
  | 'participationState'
  | 'door'
  | 'ageClass'
  | 'role'
  | 'attendance'
  | 'assemblyChoice'
  | 'selfCancel'
  | 'setupStep'
  | 'letterTextKind'
  | 'member'
  | 'costume'
  | 'costumeType'
  | 'parade'
  /** Shows only that a value exists or has changed. */
  | 'masked'

export type Field = { label: string; kind: Kind }
type Fields = Readonly<Record<string, Field>>

const field = (label: string, kind: Kind = 'text'): Field => ({ label, kind })

const from = field('Von', 'day')
const to = field('Bis', 'day')
const comment = field('Kommentar')
const costumeType = field('Kleidertyp', 'costumeType')
const number = field('Kleidernummer')

const kindOf: Record<Exclude<MemberKind, 'spans'>, Kind> = {
  line: 'text',
  digits: 'text',
  phone: 'text',
  eMail: 'text',
  lines: 'text',
  day: 'day',
  birthday: 'day',
  tick: 'tick',
  count: 'number',
  euro: 'euro',
  state: 'state',
  // Identity data is shown at the member only.
  member: 'masked',
}

const fieldsOfMember: Fields = Object.fromEntries(
  memberFieldNames.flatMap((name) => {
    const { label, kind, mask } = memberField(name)
    // Periods of membership are no fields here, since they have lines of their own in the history.
    if (kind === 'spans') return []
    return [[name, field(label, mask === 'changed' ? 'masked' : kindOf[kind])]]
  }),
)

const legalFields: Fields = Object.fromEntries(
  Object.entries(legalLabels).map(([name, label]) => [name, field(label)]),
)

/** The shown fields of each entity with their labels; other fields are not shown. */
export const fieldsOf: Record<AuditEntity, Fields> = {
  member: fieldsOfMember,
  timespan: { from, to },
  exit: { date: field('Letzter Tag', 'day') },
  honor: { type: field('Ehrung', 'honor'), date: field('Datum', 'day'), comment },
  assemblyHonor: {
    date: field('Generalversammlung', 'day'),
    type: field('Ehrung', 'honor'),
    attendance: field('Anwesenheit', 'attendance'),
    choice: field('Auf der Liste', 'assemblyChoice'),
    invitedOn: field('Eingeladen am', 'day'),
    orderedOn: field('Bestellt am', 'day'),
    handedOverOn: field('Übergeben am', 'day'),
    note: field('Notiz'),
  },
  duty: { duty: field('Amt', 'duty'), from, to, comment },
  office: { label: field('Name'), hidden: field('Ausgeblendet', 'tick') },
  costumeType: { name: field('Name') },
  costume: {
    number: field('Nummer'),
    costumeTypeId: costumeType,
    registeredSince: field('Angemeldet seit', 'day'),
    registeredUntil: field('Abgemeldet am', 'day'),
    comment,
  },
  ownership: {
    costumeId: field('Kleid', 'costume'),
    memberId: field('Mitglied', 'member'),
    ownedFrom: from,
    ownedTo: to,
  },
  parade: {
    title: field('Beschreibung'),
    host: field('Gastgeber'),
    hostPlz: field('PLZ'),
    hostTown: field('Ort'),
    date: field('Datum', 'day'),
    paradeNumber: field('Umzugsnummer', 'number'),
    isChildParade: field('Kinderumzug', 'tick'),
    dateEnrolmentStart: field('Anmeldung von', 'day'),
    timeEnrolmentStart: field('Anmeldung von, Uhrzeit', 'time'),
    dateEnrolmentEnd: field('Anmeldung bis', 'day'),
    timeEnrolmentEnd: field('Anmeldung bis, Uhrzeit', 'time'),
    departures: field('Abfahrt', 'departures'),
    capacity: field('Plätze', 'number'),
    minAge: field('Mindestalter', 'number'),
    guardianBelow: field('Begleitung unter', 'number'),
    extras: field('Zusätze', 'extras'),
    timeStart: field('Beginn', 'time'),
    lineUpNumber: field('Aufstellungsnummer'),
    lineUpPlace: field('Aufstellungsort'),
    priceForAdultsInCent: field('Preis Erwachsene', 'euro'),
    priceForChildrenInCent: field('Preis Kinder', 'euro'),
    comment,
    cancelReason: field('Grund der Absage'),
  },
  participation: {
    paradeId: field('Umzug', 'parade'),
    firstName: field('Vorname'),
    lastName: field('Nachname'),
    birthday: field('Geburtstag', 'day'),
    memberId: field('Mitglied', 'member'),
    costumeTypeId: costumeType,
    costumeNumber: number,
    ageClass: field('Altersklasse', 'ageClass'),
    priceInCent: field('Preis', 'euro'),
    door: field('Anmeldung', 'door'),
    state: field('Stand', 'participationState'),
    cashReturnedAt: field('Bargeld zurückgegeben', 'instant'),
    isGuest: field('Gast', 'tick'),
    guardianName: field('Begleitung', 'masked'),
  },
  settings: {
    name: field('Name'),
    address: field('Anschrift'),
    creditorName: field('Kontoinhaber'),
    creditorId: field('Gläubiger-ID'),
    creditorIban: field('IBAN'),
    creditorBic: field('BIC'),
    sepaLeadDays: field('Vorlauf in Tagen', 'number'),
    assemblyDate: field('Datum der Generalversammlung', 'day'),
    selfCancel: field('Selbst absagen', 'selfCancel'),
    selfCancelDays: field('Tage vor dem Umzug', 'number'),
    minAge: field('Mindestalter', 'number'),
    guardianBelow: field('Begleitung unter', 'number'),
    guardianConsentText: field('Text der Einwilligung'),
    passkeysRequired: field('Verwaltung nur mit Passkey', 'tick'),
    passkeysRequiredFrom: field('Verwaltung nur mit Passkey ab', 'day'),
    cashAtCheckIn: field('Bargeld beim Abhaken', 'tick'),
    // The fields of an event about „Was noch fehlt“.
    setupSkipped: field('Nicht mehr gefragt', 'setupStep'),
    setupAsked: field('Wieder gefragt', 'setupStep'),
    ...legalFields,
  },
  feeRule: {
    validFrom: field('Gilt ab', 'number'),
    state: field('Mitgliedsstatus', 'state'),
    ageFrom: field('Alter von', 'number'),
    ageTo: field('Alter bis', 'number'),
    amountInCent: field('Beitrag', 'euro'),
  },
  honorRule: {
    type: field('Ehrung', 'honor'),
    label: field('Name'),
    hidden: field('Ausgeblendet', 'tick'),
    basis: field('Zählt', 'basis'),
    threshold: field('Schwelle', 'number'),
    issuer: field('Verliehen von'),
    certificateText: field('Text der Urkunde'),
  },
  honorRuleDuty: { type: field('Ehrung', 'honor'), duty: field('Amt', 'duty') },
  user: {
    firstName: field('Vorname'),
    lastName: field('Nachname'),
    emailAddress: field('E-Mail Adresse'),
    locked: field('Gesperrt', 'tick'),
    passwordHash: field('Passwort', 'masked'),
    mailSignature: field('Signatur'),
    calendarHash: field('Kalender', 'masked'),
  },
  userRole: { role: field('Rolle', 'role') },
  passkey: { name: field('Name') },
  session: { device: field('Gerät') },
  view: { name: field('Name'), shared: field('Für alle', 'tick') },
  circular: {
    subject: field('Betreff'),
    count: field('Adressen', 'number'),
    files: field('Anhänge'),
  },
  run: {
    year: field('Jahr', 'number'),
    dueDate: field('Einzug am', 'day'),
    debitCount: field('Lastschriften', 'number'),
    sumInCent: field('Summe', 'euro'),
    messageId: field('Nachricht'),
    submittedOn: field('Eingereicht am', 'day'),
    creditedOn: field('Gutgeschrieben am', 'day'),
    voidReason: field('Verworfen, weil'),
  },
  export: { year: field('Jahr', 'number'), date: field('Stichtag', 'day') },
  disclosure: { emailAddress: field('E-Mail Adresse') },
  import: {
    fileName: field('Datei'),
    inserted: field('Neue Einträge', 'number'),
    updated: field('Geänderte Einträge', 'number'),
    deleted: field('Entfernte Einträge', 'number'),
    restored: field('Zurückgesetzte Einträge', 'number'),
  },
  merge: {},
  feeYear: {
    year: field('Jahr', 'number'),
    count: field('Beiträge', 'number'),
    sumInCent: field('Summe', 'euro'),
  },
  feeBooking: {
    year: field('Jahr', 'number'),
    amountInCent: field('Betrag', 'euro'),
    day: field('Tag', 'day'),
    note: field('Bemerkung'),
  },
  letterText: {
    kind: field('Schreiben', 'letterTextKind'),
    opening: field('Vor den Beträgen'),
    closing: field('Nach den Beträgen'),
    openingFormal: field('Vor den Beträgen, mit Sie'),
    closingFormal: field('Nach den Beträgen, mit Sie'),
  },
  circularTemplate: { name: field('Name'), subject: field('Betreff'), body: field('Text') },
  feeLetter: { year: field('Jahr', 'number'), count: field('Schreiben', 'number') },
}
