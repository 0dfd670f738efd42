import { certificateProblem } from './certificates.ts'
import {
  ageClasses,
  assemblyChoices,
  attendances,
  duties,
  enrolmentChannels,
  extraKinds,
  honorBases,
  honorTypes,
  idOfOwnCode,
  letterTextKinds,
  membershipStates,
  selfCancels,
} from './codes.ts'
import { isDay } from './dates.ts'
import { maxSeats } from './extras.ts'
import { letterPlaceholders } from './fee-letter-words.ts'
import { dutyLabels } from './labels.ts'
import { maxAge, maxCapacity, maxDepartures, maxExtras, maxLegalText, maxLength } from './limits.ts'
import {
  emptyMember,
  labelAlone,
  type MemberKind,
  memberField,
  memberFieldNames,
  memberFields,
} from './member.ts'
import { defaultConsentText } from './minors.ts'
import { costumeNumberKey, normaliseName } from './names.ts'
import { endOfDay, paradeSearchKey, startOfDay } from './parade.ts'
import { findUnknownPlaceholders } from './placeholders.ts'
import { isPrintable, isPrintableLine } from './text.ts'
import { isTime } from './times.ts'

// "Alles herunterladen": the data a guild can download, as CSV tables. The export, the browser that
// packs and unpacks the archive, and the import all read this description.

/** Version of the archive's format. An archive of a newer version is rejected. */
export const archiveVersion = 1

/** The most rows of an archive; `maxArchiveBytes` in limits.ts limits the bytes. */
export const maxArchiveRows = 1_000_000

type Kind =
  | { of: 'id' }
  | { of: 'number'; min: number; max: number }
  | { of: 'flag' }
  | { of: 'line' | 'lines'; max: number }
  | { of: 'day' }
  | { of: 'instant' }
  | { of: 'code'; codes: readonly string[] }
  /** An office or honor: a built-in one or the guild's own. */
  | { of: 'guildCode'; builtIn: readonly string[] }
  | { of: 'key' }
  | { of: 'ended' }
  | { of: 'time' }
  | { of: 'departures' }
  /** The extras that a parade offers. */
  | { of: 'extras' }
  /** The extras booked with a participation. */
  | { of: 'bookedExtras' }
  | { of: 'row'; table: ArchiveTableName }

export type ArchiveColumn = {
  /** Column name in the database. */
  column: string
  /** Column name in the file. */
  heading: string
  kind: Kind
  /** Whether an empty cell is stored as NULL. */
  isNullable: boolean
  /**
   * The value for each row of an older archive that lacks this column; it may depend on the row, whose
   * cells are read by their headings.
   */
  inOlder?: string | ((cellOf: (heading: string) => string) => string)
}

export type ArchiveValue = string | number | null
type Row = Readonly<Record<string, ArchiveValue>>

export type ArchiveTable = {
  file: string
  /** What the table holds, in German for LIESMICH. */
  about: string
  columns: readonly ArchiveColumn[]
  /** The rows for an older archive that lacks this file. */
  inOlder?: readonly (readonly string[])[]
  /** SQL condition for the rows in the archive; left out means all rows. */
  only?: string
  /** Columns that are not in the file because they are computed from the others. */
  derived?: Readonly<Record<string, (row: Row) => string>>
  /** The columns of the primary key. */
  key: readonly string[]
  /** Values that no two rows may share; null exempts a row. */
  unique?: readonly { of: (row: Row) => string | null; text: string }[]
  /** Conditions on several columns of a row, with the message about a row that breaks them. */
  rules?: readonly { holds: (row: Row) => boolean; text: string }[]
}

/** The tables in the order in which their rows are restored: referenced tables before referencing ones. */
export const archiveTableNames = [
  'guild_settings',
  'fee_rules',
  'offices',
  'honor_rules',
  'honor_rule_duties',
  'letter_texts',
  'circular_templates',
  'members',
  'member_timespans',
  'honors',
  'assembly_honors',
  'duty_entries',
  'costume_types',
  'costumes',
  'costume_ownerships',
  'member_exits',
  'parades',
  'participations',
] as const
export type ArchiveTableName = (typeof archiveTableNames)[number]

const cents = (max: number): Kind => ({ of: 'number', min: 0, max })
const upTo = (max: number, min = 0): Kind => ({ of: 'number', min, max })
const line = (max: number = maxLength.line): Kind => ({ of: 'line', max })
const comment: Kind = { of: 'lines', max: maxLength.comment }
const certificate: Kind = { of: 'lines', max: maxLength.certificate }
const letterText: Kind = { of: 'lines', max: maxLength.letterText }
const legalText: Kind = { of: 'lines', max: maxLegalText }
const code = (codes: readonly string[]): Kind => ({ of: 'code', codes })
const guildCode = (builtIn: readonly string[]): Kind => ({ of: 'guildCode', builtIn })
const rowOf = (table: ArchiveTableName): Kind => ({ of: 'row', table })
const day: Kind = { of: 'day' }
const instant: Kind = { of: 'instant' }
const flag: Kind = { of: 'flag' }
const id: Kind = { of: 'id' }

const column = (name: string, heading: string, kind: Kind): ArchiveColumn => ({
  column: name,
  heading,
  kind,
  isNullable: false,
})
const nullable = (name: string, heading: string, kind: Kind): ArchiveColumn => ({
  ...column(name, heading, kind),
  isNullable: true,
})

const addedLater = (
  known: ArchiveColumn,
  inOlder: NonNullable<ArchiveColumn['inOlder']>,
): ArchiveColumn => ({ ...known, inOlder })

/** The row id for a code: the id that a code of the guild's own contains, else the place among the built-in codes. */
const idOfCode = (builtIn: readonly string[], code: string) =>
  String(idOfOwnCode(code) ?? builtIn.indexOf(code) + 1)

const mostPositions = 1_000_000_000

/** A million euros: a limit for plausible amounts. */
const maxCents = 100_000_000
const maxParadePrice = 100_000
/** The longest id of an act, which groups the rows that were entered together. */
const maxAct = 64
const text = (value: ArchiveValue | undefined) => String(value ?? '')
const key = (...values: (ArchiveValue | undefined)[]) => JSON.stringify(values)

const kindOfMember: Record<MemberKind, (max: number) => Kind> = {
  line,
  digits: line,
  phone: line,
  eMail: line,
  lines: (max) => ({ of: 'lines', max }),
  day: () => day,
  birthday: () => day,
  tick: () => flag,
  count: upTo,
  euro: cents,
  state: () => code(membershipStates),
  member: () => rowOf('members'),
  // Never used: the spans have a table of their own, so `columnsOfMember` leaves them out.
  spans: () => id,
}

const columnsOfMember = memberFieldNames
  .filter((name) => memberFields[name].kind !== 'spans')
  .map((name): ArchiveColumn => {
    const { archive = labelAlone(name), kind, max = 0, inOlderArchive } = memberField(name)
    return {
      column: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      heading: archive,
      kind: kindOfMember[kind](max),
      isNullable: emptyMember[name] === null,
      ...(inOlderArchive !== undefined && { inOlder: inOlderArchive }),
    }
  })

const inOrder = (from: string, to: string, sentence: string) => ({
  holds: (row: Row) => row[from] == null || row[to] == null || text(row[to]) >= text(row[from]),
  text: sentence,
})

export const archiveTables: Readonly<Record<ArchiveTableName, ArchiveTable>> = {
  guild_settings: {
    file: 'einstellungen.csv',
    about: 'Angaben zum Verein, SEPA, Impressum und Datenschutz',
    key: [],
    columns: [
      column('name', 'Verein', line()),
      column('address', 'Anschrift', line()),
      column('creditor_name', 'Kontoinhaber', line()),
      column('creditor_id', 'Gläubiger-ID', line()),
      column('creditor_iban', 'IBAN', line()),
      column('creditor_bic', 'BIC', line()),
      column('sepa_lead_days', 'Tage bis zum Einzug', upTo(30)),
      nullable('assembly_date', 'Versammlung', day),
      column('self_cancel', 'Absagen durch die Angemeldeten', code(selfCancels)),
      column('self_cancel_days', 'Absagen bis Tage vor dem Umzug', upTo(60)),
      column('legal_name', 'Name im Impressum', line()),
      column('street', 'Straße', line()),
      column('plz', 'PLZ', line()),
      column('town', 'Ort', line()),
      column('representatives', 'Vertretungsberechtigt', line()),
      column('contact_email', 'E-Mail', line(maxLength.eMail)),
      column('contact_phone', 'Telefon', line()),
      column('register_court', 'Registergericht', line()),
      column('register_number', 'Registernummer', line()),
      column('vat_id', 'USt-IdNr.', line()),
      column('privacy_contact', 'Ansprechpartner Datenschutz', line()),
      column('imprint_text', 'Eigenes Impressum', legalText),
      column('privacy_text', 'Eigener Datenschutzhinweis', legalText),
      nullable('family_cap_in_cent', 'Familienbeitrag höchstens in Cent', upTo(maxCents, 1)),
      addedLater(column('accessibility_text', 'Eigener Text zur Barrierefreiheit', legalText), ''),
      addedLater(column('cash_at_check_in', 'Bargeld beim Abhaken', flag), 'ja'),
      addedLater(nullable('min_age', 'Mindestalter', upTo(maxAge)), ''),
      addedLater(nullable('guardian_below', 'Begleitung unter', upTo(maxAge)), ''),
      addedLater(
        column('guardian_consent_text', 'Text der Einwilligung', certificate),
        defaultConsentText,
      ),
      addedLater(
        column('guardian_consent_version', 'Fassung der Einwilligung', upTo(mostPositions, 1)),
        '1',
      ),
    ],
  },
  fee_rules: {
    file: 'beitragsregeln.csv',
    about: 'Beiträge nach Jahr, Status und Alter',
    key: ['id'],
    columns: [
      column('id', 'ID', id),
      column('valid_from', 'Gilt ab Jahr', upTo(2099, 1900)),
      column('state', 'Status', code(['Active', 'Passive'])),
      column('age_from', 'Alter von', upTo(150)),
      nullable('age_to', 'Alter bis', upTo(150)),
      column('amount_in_cent', 'Betrag in Cent', cents(maxCents)),
    ],
    rules: [
      {
        holds: ({ age_from, age_to }) => age_to == null || Number(age_to) >= Number(age_from),
        text: '„Alter bis“ liegt vor „Alter von“.',
      },
    ],
  },
  letter_texts: {
    file: 'texte-der-schreiben.csv',
    about: 'eigene Texte der Schreiben zum Beitrag',
    key: ['kind'],
    columns: [
      column('kind', 'Schreiben', code(letterTextKinds)),
      column('opening', 'Vor den Beträgen', letterText),
      column('closing', 'Nach den Beträgen', letterText),
      column('opening_formal', 'Vor den Beträgen, mit Sie', letterText),
      column('closing_formal', 'Nach den Beträgen, mit Sie', letterText),
    ],
    inOlder: [],
    derived: { id: (row) => idOfCode(letterTextKinds, text(row.kind)) },
    rules: [
      {
        holds: ({ opening, closing, opening_formal, closing_formal }) =>
          [opening, closing, opening_formal, closing_formal].every(
            (one) => findUnknownPlaceholders(letterPlaceholders, text(one)).length === 0,
          ),
        text: 'Der Text nennt in Klammern etwas, das es in Schreiben nicht gibt.',
      },
    ],
  },
  circular_templates: {
    file: 'vorlagen-fuer-rundmails.csv',
    about: 'Vorlagen für Rundmails',
    key: ['id'],
    columns: [
      column('id', 'ID', id),
      column('name', 'Name', line(maxLength.name)),
      column('subject', 'Betreff', line(maxLength.circularSubject)),
      column('body', 'Text', { of: 'lines', max: maxLength.circularBody }),
    ],
    inOlder: [],
    derived: { name_key: (row) => normaliseName(text(row.name)) },
    unique: [
      {
        of: ({ name }) => normaliseName(text(name)),
        text: 'Diese Vorlage gibt es zweimal in der Datei.',
      },
    ],
    rules: [
      { holds: ({ name }) => text(name).trim() !== '', text: 'Gib der Vorlage einen Namen.' },
    ],
  },
  offices: {
    file: 'aemter.csv',
    about: 'welche Ämter es gibt',
    key: ['code'],
    columns: [
      column('code', 'Amt', guildCode(duties)),
      column('label', 'Name', line(maxLength.name)),
      column('position', 'Reihenfolge', upTo(mostPositions)),
      column('hidden', 'Ausgeblendet', flag),
    ],
    inOlder: duties.map((duty, index) => [duty, dutyLabels[duty], String(index + 1), 'nein']),
    derived: {
      id: (row) => idOfCode(duties, text(row.code)),
      label_key: (row) => normaliseName(text(row.label)),
    },
    unique: [
      {
        of: ({ label }) => normaliseName(text(label)),
        text: 'Dieses Amt gibt es zweimal in der Datei.',
      },
    ],
    rules: [{ holds: ({ label }) => text(label).trim() !== '', text: 'Gib dem Amt einen Namen.' }],
  },
  honor_rules: {
    file: 'ehrungsregeln.csv',
    about: 'welche Ehrungen es gibt und ab wann',
    key: ['type'],
    columns: [
      column('type', 'Ehrung', guildCode(honorTypes)),
      column('basis', 'Zählt', code(honorBases)),
      nullable('threshold', 'Schwelle', upTo(1000, 1)),
      column('label', 'Name', line(maxLength.name)),
      column('issuer', 'Verliehen von', line(maxLength.name)),
      column('certificate_text', 'Text der Urkunde', certificate),
      addedLater(column('position', 'Reihenfolge', upTo(mostPositions)), (cellOf) =>
        idOfCode(honorTypes, cellOf('Ehrung')),
      ),
      addedLater(column('hidden', 'Ausgeblendet', flag), 'nein'),
    ],
    derived: {
      id: (row) => idOfCode(honorTypes, text(row.type)),
      label_key: (row) => normaliseName(text(row.label)),
    },
    rules: [
      {
        holds: ({ basis, threshold }) => basis === 'manual' || threshold != null,
        text: 'Gib an, ab wie vielen die Ehrung fällig ist.',
      },
      { holds: ({ label }) => text(label).trim() !== '', text: 'Gib der Ehrung einen Namen.' },
      {
        holds: ({ basis, certificate_text }) => {
          const known = honorBases.find((one) => one === basis)
          return !known || certificateProblem(known, text(certificate_text)) === null
        },
        text: '„Text der Urkunde“ nennt in Klammern etwas, das es bei dieser Ehrung nicht gibt.',
      },
    ],
  },
  honor_rule_duties: {
    file: 'ehrungsregeln-aemter.csv',
    about: 'welche Ämter für eine Ehrung zählen',
    key: ['type', 'duty'],
    columns: [
      column('type', 'Ehrung', rowOf('honor_rules')),
      column('duty', 'Amt', rowOf('offices')),
    ],
  },
  members: {
    file: 'mitglieder.csv',
    about: 'Mitglieder mit Anschrift, Bankverbindung und Mandat',
    key: ['id'],
    columns: [
      column('id', 'ID', id),
      ...columnsOfMember,
      column('created_at', 'Angelegt', instant),
      column('updated_at', 'Geändert', instant),
      nullable('anonymised_at', 'Anonymisiert', instant),
    ],
    derived: {
      first_name_key: (row) => normaliseName(text(row.first_name)),
      last_name_key: (row) => normaliseName(text(row.last_name)),
      maiden_name_key: (row) => normaliseName(text(row.maiden_name)),
    },
    unique: [
      {
        of: ({ member_number }) => (member_number === 0 ? null : key(member_number)),
        text: 'Diese Mitgliedsnummer steht zweimal in der Datei.',
      },
    ],
    rules: [
      inOrder('date_joined', 'date_left', 'Das Austrittsdatum liegt vor dem Eintrittsdatum.'),
      {
        holds: (row) => row.parades_before === 0 || row.parades_before_until !== null,
        text: 'Zu den Sprüngen vor der Erfassung fehlt der Tag.',
      },
      {
        holds: (row) => row.payer_id !== row.id,
        text: '„Zahler“ bleibt leer, wenn das Mitglied selbst zahlt.',
      },
    ],
  },
  member_timespans: {
    file: 'mitgliedszeiten.csv',
    about: 'wann jemand aktiv war',
    key: ['id'],
    columns: [
      column('id', 'ID', id),
      column('member_id', 'Mitglied', rowOf('members')),
      column('from_date', 'Von', day),
      nullable('to_date', 'Bis', day),
    ],
    unique: [
      {
        of: ({ member_id, to_date }) => (to_date === null ? key(member_id) : null),
        text: 'Dieses Mitglied hat zwei Zeiten ohne Ende.',
      },
    ],
    rules: [inOrder('from_date', 'to_date', '„Bis“ liegt vor „Von“.')],
  },
  honors: {
    file: 'ehrungen.csv',
    about: 'verliehene Ehrungen',
    key: ['id'],
    columns: [
      column('id', 'ID', id),
      column('member_id', 'Mitglied', rowOf('members')),
      column('type', 'Ehrung', rowOf('honor_rules')),
      column('date', 'Tag', day),
      column('comment', 'Bemerkung', comment),
    ],
    unique: [
      {
        of: ({ member_id, type }) => (type === 'Extra_Certificate' ? null : key(member_id, type)),
        text: 'Dieses Mitglied hat dieselbe Ehrung zweimal.',
      },
    ],
  },
  assembly_honors: {
    file: 'generalversammlung.csv',
    about: 'Ehrungen der Generalversammlungen: wer da ist, was bestellt und übergeben ist',
    key: ['id'],
    columns: [
      column('id', 'ID', id),
      column('date', 'Versammlung', day),
      column('member_id', 'Mitglied', rowOf('members')),
      column('type', 'Ehrung', rowOf('honor_rules')),
      nullable('attendance', 'Anwesenheit', code(attendances)),
      nullable('choice', 'Auf der Liste', code(assemblyChoices)),
      nullable('invited_on', 'Eingeladen am', day),
      nullable('ordered_on', 'Bestellt am', day),
      nullable('handed_over_on', 'Übergeben am', day),
      nullable('act', 'Eingetragen mit', line(maxAct)),
      nullable('honor_id', 'Eingetragene Ehrung', rowOf('honors')),
      column('note', 'Notiz', line()),
    ],
    unique: [
      {
        of: ({ date, member_id, type }) => key(date, member_id, type),
        text: 'Dieses Mitglied steht an diesem Tag zweimal mit derselben Ehrung.',
      },
    ],
  },
  duty_entries: {
    file: 'dienstbuch.csv',
    about: 'Ämter',
    key: ['id'],
    columns: [
      column('id', 'ID', id),
      column('member_id', 'Mitglied', rowOf('members')),
      column('duty', 'Amt', rowOf('offices')),
      column('from_date', 'Von', day),
      nullable('to_date', 'Bis', day),
      column('comment', 'Bemerkung', comment),
    ],
    rules: [inOrder('from_date', 'to_date', '„Bis“ liegt vor „Von“.')],
  },
  costume_types: {
    file: 'kleidertypen.csv',
    about: 'Kleidertypen',
    key: ['id'],
    columns: [column('id', 'ID', id), column('name', 'Name', line(maxLength.name))],
    derived: { name_key: (row) => normaliseName(text(row.name)) },
    unique: [
      {
        of: ({ name }) => normaliseName(text(name)),
        text: 'Diesen Kleidertyp gibt es zweimal in der Datei.',
      },
    ],
  },
  costumes: {
    file: 'kleider.csv',
    about: 'Kleider',
    key: ['id'],
    columns: [
      column('id', 'ID', id),
      column('number', 'Kleidernummer', line(maxLength.costumeNumber)),
      column('costume_type_id', 'Kleidertyp', rowOf('costume_types')),
      nullable('registered_since', 'Angemeldet seit', day),
      nullable('registered_until', 'Angemeldet bis', day),
      column('comment', 'Bemerkung', comment),
    ],
    derived: { number_key: (row) => costumeNumberKey(text(row.number)) },
    unique: [
      {
        of: ({ costume_type_id, number, registered_until }) =>
          registered_until === null ? key(costume_type_id, costumeNumberKey(text(number))) : null,
        text: 'Diese Kleidernummer ist zweimal angemeldet.',
      },
    ],
    rules: [inOrder('registered_since', 'registered_until', '„Angemeldet bis“ liegt vor „seit“.')],
  },
  costume_ownerships: {
    file: 'besitzer.csv',
    about: 'wem ein Kleid wann gehört hat',
    key: ['id'],
    columns: [
      column('id', 'ID', id),
      column('costume_id', 'Kleid', rowOf('costumes')),
      column('member_id', 'Mitglied', rowOf('members')),
      column('owned_from', 'Von', day),
      nullable('owned_to', 'Bis', day),
    ],
    unique: [
      {
        of: ({ costume_id, owned_to }) => (owned_to === null ? key(costume_id) : null),
        text: 'Dieses Kleid hat zwei Besitzer zugleich.',
      },
    ],
    rules: [inOrder('owned_from', 'owned_to', '„Bis“ liegt vor „Von“.')],
  },
  member_exits: {
    file: 'austritte.csv',
    about: 'Austritte, deren Tag noch kommt',
    only: 'effective_at IS NULL AND undone_at IS NULL',
    key: ['id'],
    columns: [
      column('id', 'ID', id),
      column('member_id', 'Mitglied', rowOf('members')),
      column('state', 'Status danach', code(['Left'])),
      column('date', 'Letzter Tag', day),
      column('state_before', 'Status davor', code(membershipStates)),
      nullable('date_left_before', 'Austrittsdatum davor', day),
      column('ended', 'Was damit endet', { of: 'ended' }),
      column('recorded_at', 'Eingetragen', instant),
    ],
    unique: [
      {
        of: ({ member_id }) => key(member_id),
        text: 'Für dieses Mitglied warten zwei Austritte.',
      },
    ],
  },
  parades: {
    file: 'umzuege.csv',
    about: 'Umzüge',
    key: ['id'],
    columns: [
      column('id', 'ID', id),
      column('title', 'Titel', line()),
      column('host', 'Gastgeber', line()),
      column('host_town', 'Ort', line()),
      column('host_plz', 'PLZ', line()),
      column('date', 'Tag', day),
      column('parade_number', 'Startnummer', upTo(999_999_999)),
      column('comment', 'Bemerkung', comment),
      column('price_for_adults_in_cent', 'Preis Erwachsene in Cent', cents(maxParadePrice)),
      column('price_for_children_in_cent', 'Preis Kinder in Cent', cents(maxParadePrice)),
      column('date_enrolment_start', 'Anmeldung von', day),
      column('date_enrolment_end', 'Anmeldung bis', day),
      column('is_child_parade', 'Kinderumzug', flag),
      addedLater(nullable('time_enrolment_start', 'Anmeldung ab Uhrzeit', { of: 'time' }), ''),
      addedLater(nullable('time_enrolment_end', 'Anmeldung bis Uhrzeit', { of: 'time' }), ''),
      addedLater(nullable('time_start', 'Beginn', { of: 'time' }), ''),
      addedLater(
        nullable('line_up_number', 'Aufstellungsnummer', line(maxLength.costumeNumber)),
        '',
      ),
      addedLater(nullable('line_up_place', 'Aufstellungsort', line()), ''),
      addedLater(column('departures', 'Abfahrten', { of: 'departures' }), '[]'),
      addedLater(nullable('capacity', 'Plätze', { of: 'number', min: 1, max: maxCapacity }), ''),
      addedLater(nullable('min_age', 'Mindestalter', upTo(maxAge)), ''),
      addedLater(nullable('guardian_below', 'Begleitung unter', upTo(maxAge)), ''),
      addedLater(column('extras', 'Zusätze', { of: 'extras' }), '[]'),
      nullable('cancelled_at', 'Abgesagt', instant),
      column('cancel_reason', 'Grund der Absage', line()),
    ],
    derived: {
      search_key: (row) =>
        paradeSearchKey({
          host: text(row.host),
          title: text(row.title),
          hostTown: text(row.host_town),
        }),
    },
    rules: [
      {
        holds: (row) =>
          `${row.date_enrolment_start} ${row.time_enrolment_start ?? startOfDay}` <
          `${row.date_enrolment_end} ${row.time_enrolment_end ?? endOfDay}`,
        text: 'Die Anmeldung endet vor ihrem Anfang.',
      },
      inOrder('date_enrolment_end', 'date', 'Die Anmeldung endet nach dem Umzug.'),
    ],
  },
  participations: {
    file: 'teilnahmen.csv',
    about: 'gebuchte Plätze, wer bezahlt hat und wer dabei war',
    only: `state = 'booked'`,
    key: ['id'],
    columns: [
      column('id', 'ID', id),
      column('parade_id', 'Umzug', rowOf('parades')),
      nullable('member_id', 'Mitglied', rowOf('members')),
      column('door', 'Angemeldet über', code(enrolmentChannels)),
      column('first_name', 'Vorname', line(maxLength.name)),
      column('last_name', 'Nachname', line(maxLength.name)),
      nullable('birthday', 'Geburtstag', day),
      column('person_key', 'Person', { of: 'key' }),
      column('given_key', 'Angegeben als', { of: 'key' }),
      column('costume_type_id', 'Kleidertyp', rowOf('costume_types')),
      nullable('costume_id', 'Kleid', rowOf('costumes')),
      column('costume_number', 'Kleidernummer', line(maxLength.costumeNumber)),
      column('age_class', 'Altersklasse', code(ageClasses)),
      column('price_in_cent', 'Preis in Cent', cents(maxCents)),
      addedLater(column('extras', 'Zusätze', { of: 'bookedExtras' }), '[]'),
      column('participation_fee_payed', 'Bezahlt', flag),
      nullable('fee_payed_at', 'Bezahlt am', instant),
      column('participation_confirmed', 'Dabei', flag),
      nullable('participation_confirmed_at', 'Dabei seit', instant),
      column('created_at', 'Angemeldet', instant),
      nullable('cash_returned_at', 'Geld zurückgegeben', instant),
      column('check_in_code', 'Code', line()),
      addedLater(nullable('guardian_name', 'Begleitung', line(maxLength.name)), ''),
      addedLater(nullable('guardian_phone', 'Telefon der Begleitung', line(maxLength.name)), ''),
      addedLater(
        nullable('guardian_consent', 'Fassung der Einwilligung', upTo(mostPositions, 1)),
        '',
      ),
      addedLater(nullable('guardian_at', 'Eingewilligt', instant), ''),
    ],
    derived: {
      state: () => 'booked',
      costume_number_key: (row) => costumeNumberKey(text(row.costume_number)),
    },
    unique: [
      {
        of: ({ parade_id, person_key }) => key(parade_id, person_key),
        text: 'Dieselbe Person steht zweimal in einem Umzug.',
      },
      {
        of: ({ parade_id, costume_type_id, costume_number }) => {
          const number = costumeNumberKey(text(costume_number))
          return number === '' ? null : key(parade_id, costume_type_id, number)
        },
        text: 'Dasselbe Kleid steht zweimal in einem Umzug.',
      },
      {
        of: ({ parade_id, check_in_code }) =>
          check_in_code === '' ? null : key(parade_id, check_in_code),
        text: 'Derselbe Code steht zweimal in einem Umzug.',
      },
    ],
    rules: [
      {
        holds: ({ member_id, person_key }) =>
          member_id === null
            ? !text(person_key).startsWith('m:')
            : person_key === `m:${text(member_id)}`,
        text: '„Person“ und „Mitglied“ passen nicht zusammen.',
      },
    ],
  },
}

/** The columns that the import writes: the columns of the file, then the derived columns. */
export function storedColumns(table: ArchiveTableName): string[] {
  const { columns, derived = {} } = archiveTables[table]
  return [...columns.map((one) => one.column), ...Object.keys(derived)]
}

/** The text of a value in a cell, before CSV quoting. */
export function cellOfValue({ kind }: ArchiveColumn, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind.of === 'flag') return value === 1 ? 'ja' : 'nein'
  return String(value)
}

export type RowProblem = {
  /** The heading of the cell; null for the row as a whole. */
  heading: string | null
  text: string
}

/** Reads a row of a file: the values to store, or all problems of the row. */
export function readArchiveRow(
  table: ArchiveTableName,
  cells: readonly string[],
): { values: ArchiveValue[] } | { problems: RowProblem[] } {
  const { columns, derived = {}, rules = [] } = archiveTables[table]
  if (cells.length !== columns.length) {
    const sentence = `Diese Zeile hat ${cells.length} Felder und nicht ${columns.length}.`
    return { problems: [{ heading: null, text: sentence }] }
  }
  const row: Record<string, ArchiveValue> = {}
  const problems: RowProblem[] = []
  columns.forEach((one, index) => {
    const read = readCell(one, cells[index] ?? '')
    if ('problem' in read) problems.push({ heading: one.heading, text: read.problem })
    else row[one.column] = read.value
  })
  if (problems.length > 0) return { problems }
  const broken = rules.filter(({ holds }) => !holds(row))
  if (broken.length > 0)
    return { problems: broken.map((rule) => ({ heading: null, text: rule.text })) }
  const values = columns.map((one) => row[one.column] ?? null)
  return { values: [...values, ...Object.values(derived).map((derive) => derive(row))] }
}

type Read = { value: ArchiveValue } | { problem: string }

const wholeNumber = /^(0|[1-9]\d{0,14})$/
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/
/** A person's key: `m:` and a member's id, `p:` and name with birthday, `x:` for an anonymised person, or ''. */
const personPattern = /^(m:[1-9]\d{0,14}|x:[1-9]\d{0,14}|p:[^\n]*|)$/

function readCell({ kind, isNullable }: ArchiveColumn, cell: string): Read {
  if (cell === '' && isNullable) return { value: null }
  switch (kind.of) {
    case 'id':
      return wholeNumber.test(cell) && cell !== '0'
        ? { value: Number(cell) }
        : { problem: 'Hier muss eine Nummer ab 1 stehen.' }
    case 'row':
      if (kind.table === 'honor_rules') return readGuildCode(honorTypes, cell)
      if (kind.table === 'offices') return readGuildCode(duties, cell)
      return wholeNumber.test(cell) && cell !== '0'
        ? { value: Number(cell) }
        : { problem: 'Hier muss die ID einer anderen Zeile stehen.' }
    case 'number': {
      const value = wholeNumber.test(cell) ? Number(cell) : Number.NaN
      return value >= kind.min && value <= kind.max
        ? { value }
        : { problem: `Hier muss eine ganze Zahl von ${kind.min} bis ${kind.max} stehen.` }
    }
    case 'flag':
      if (cell === 'ja') return { value: 1 }
      return cell === 'nein' ? { value: 0 } : { problem: 'Hier muss „ja“ oder „nein“ stehen.' }
    case 'line':
      return readText(cell, kind.max, isPrintableLine)
    case 'lines':
      return readText(cell, kind.max, isPrintable)
    case 'day':
      return isDay(cell) && cell >= '1900-01-01' && cell <= '2099-12-31'
        ? { value: cell }
        : { problem: 'Hier muss ein Tag stehen, wie 2027-01-16.' }
    case 'instant':
      return instantPattern.test(cell) && !Number.isNaN(Date.parse(cell))
        ? { value: cell }
        : { problem: 'Hier muss ein Zeitpunkt stehen, wie 2027-01-16T12:00:00.000Z.' }
    case 'code':
      return readCode(kind.codes, cell)
    case 'guildCode':
      return readGuildCode(kind.builtIn, cell)
    case 'key': {
      const read = readText(cell, maxKey, isPrintableLine)
      return 'problem' in read || personPattern.test(cell)
        ? read
        : { problem: 'Hier muss stehen, wer es ist: m:ID, p:Vorname|Nachname|Tag oder x:ID.' }
    }
    case 'time':
      return isTime(cell)
        ? { value: cell }
        : { problem: 'Hier muss eine Uhrzeit stehen, wie 20:00.' }
    case 'departures':
      return isListOf(cell, maxDepartures, departureShape)
        ? { value: cell }
        : { problem: 'Die Abfahrten sind nicht lesbar.' }
    case 'extras':
      return isListOf(cell, maxExtras, extraShape)
        ? { value: cell }
        : { problem: 'Die Zusätze sind nicht lesbar.' }
    case 'bookedExtras':
      return isListOf(cell, maxExtras, bookedExtraShape)
        ? { value: cell }
        : { problem: 'Die Zusätze sind nicht lesbar.' }
    case 'ended':
      return isEnded(cell)
        ? { value: cell }
        : { problem: 'Was mit dem Austritt endet, ist nicht lesbar.' }
  }
}

/** The longest key of a person: two names and a day with their separators. */
const maxKey = 500

function readText(cell: string, max: number, isStorable: (text: string) => boolean): Read {
  if (cell.length > max) return { problem: `Höchstens ${max} Zeichen.` }
  return isStorable(cell)
    ? { value: cell }
    : { problem: 'Dieser Text enthält Zeichen, die nicht gespeichert werden können.' }
}

function readCode(codes: readonly string[], cell: string): Read {
  return codes.includes(cell)
    ? { value: cell }
    : { problem: `„${cell.slice(0, 40)}“ ist hier nicht vorgesehen.` }
}

type Shape = Readonly<Record<string, (value: unknown) => boolean>>

const isWholeNumber = (min: number, max: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max
const isLine = (max: number) => (value: unknown) =>
  typeof value === 'string' && value.length <= max && isPrintableLine(value)
const isExtraId = isWholeNumber(1, Number.MAX_SAFE_INTEGER)

const departureShape: Shape = {
  time: (value) => typeof value === 'string' && isTime(value),
  place: isLine(maxLength.line),
}

const extraShape: Shape = {
  id: isExtraId,
  title: isLine(maxLength.name),
  kind: (value) => extraKinds.some((one) => one === value),
  priceForAdultsInCent: isWholeNumber(0, maxParadePrice),
  priceForChildrenInCent: isWholeNumber(0, maxParadePrice),
  capacity: (value) => value === null || isWholeNumber(1, maxCapacity)(value),
  departure: (value) => value === null || hasShape(value, departureShape),
}

const bookedExtraShape: Shape = {
  id: isExtraId,
  quantity: isWholeNumber(1, maxSeats),
  priceInCent: isWholeNumber(0, maxCents),
  unitPricesInCent: (value) => Array.isArray(value) && value.every(isWholeNumber(0, maxCents)),
}

/** Whether the value is an object with exactly these fields. */
function hasShape(value: unknown, shape: Shape): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const entries = Object.entries(value)
  return (
    entries.length === Object.keys(shape).length &&
    entries.every(([name, field]) => Object.hasOwn(shape, name) && shape[name]?.(field))
  )
}

/** Whether the cell is a JSON list whose entries have this shape, no two of them with the same id. */
function isListOf(cell: string, maxEntries: number, shape: Shape): boolean {
  const read = parsed(cell)
  if (!Array.isArray(read) || read.length > maxEntries) return false
  const ids = read.filter((entry) => 'id' in shape && hasShape(entry, shape)).map(({ id }) => id)
  return read.every((entry) => hasShape(entry, shape)) && new Set(ids).size === ids.length
}

function parsed(cell: string): unknown {
  if (cell.length > 20_000) return null
  try {
    return JSON.parse(cell)
  } catch {
    return null
  }
}

function readGuildCode(builtIn: readonly string[], cell: string): Read {
  return idOfOwnCode(cell) === null ? readCode(builtIn, cell) : { value: cell }
}

/** The JSON in which an exit stores what it ended (members/exits.queries.ts). */
function isEnded(cell: string): boolean {
  const read = parsed(cell)
  const isDayOrNull = (value: unknown) =>
    value === null || (typeof value === 'string' && isDay(value))
  return (
    Array.isArray(read) &&
    read.every((entry: unknown) => {
      if (typeof entry !== 'object' || entry === null) return false
      const { kind, from, to } = entry as Record<string, unknown>
      return (
        ['timespan', 'duty', 'costume'].includes(String(kind)) &&
        typeof from === 'string' &&
        isDay(from) &&
        isDayOrNull(to ?? null)
      )
    })
  )
}

// ── Stream of files to the browser, which packs them ───────────────────────────────────────

/** The file by which an archive is recognised. */
export const readMeFile = 'LIESMICH.txt'

/** The mark before each file in the stream; the name and a line break follow. Stored texts cannot contain the mark. */
export const fileMark = '\u001e'
/** The last words of the stream, in place of a name: the download is complete, or the data changed meanwhile. */
export const endMarks = { whole: 'WHOLE', changed: 'CHANGED' } as const
