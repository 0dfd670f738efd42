import type { MembershipState } from './codes.ts'
import type { Day } from './dates.ts'
import type { FieldMessages } from './errors.ts'
import { maxLength } from './limits.ts'

/** The type of a field's value, by the field's kind. */
export type MemberValueOf = {
  line: string
  digits: string
  phone: string
  eMail: string
  lines: string
  day: Day | null
  birthday: Day | null
  tick: boolean
  /** A number; 0 when unknown. */
  count: number
  euro: number | null
  state: MembershipState
  /** The id of another member. */
  member: number | null
  spans: Timespan[]
}

export type MemberKind = keyof MemberValueOf

/** Groups of fields that the history names by one word. */
export const memberGroups = {
  name: 'Name',
  address: 'Anschrift',
  bank: 'Bankdaten',
  membership: 'Mitgliedschaft',
  fee: 'Beitrag',
} as const

/** The parts of the form, in order; the ids are anchors on the page. */
export const memberParts = [
  { id: 'allgemein', title: 'Allgemein' },
  { id: 'mitgliedschaft', title: 'Mitgliedschaft' },
  { id: 'kontaktdaten', title: 'Kontaktdaten' },
  { id: 'bankdaten', title: 'Bankdaten' },
  { id: 'beitrag', title: 'Beitrag' },
] as const

export type MemberPart = (typeof memberParts)[number]['id']

export type MemberField = {
  /** The field's name in the form, in error messages and in the history. */
  label: string
  kind: MemberKind
  form: {
    part: MemberPart
    /** Width in the form's row; web/members/form-part.tsx has the classes. */
    width: 'full' | 'most' | 'twoThirds' | 'half' | 'third' | 'quarter' | 'short'
    /** `own`: the field is not rendered by its kind; the component of the form's part has code for it. */
    drawn?: 'own'
    required?: true
    help?: string
  }
  /** The longest text in characters, or the highest number. */
  max?: number
  group?: keyof typeof memberGroups
  /** The label outside the form: disclosure, list file, import and archive. */
  alone?: string
  /** The column's heading in the archive, where it differs from the label. */
  archive?: string
  /** For a field added after the first release: the value for each row of an archive that lacks the column. */
  inOlderArchive?: string
  /** The history shows the last four characters only (`tail`), or only that the value changed (`changed`). */
  mask?: 'tail' | 'changed'
  /** The field is a column of the member list and of the list's file. */
  listed?: true
  /** The field can be a column of an imported file; `plainText`: the cell's text is stored as it is. */
  imported?: true | 'plainText'
  /** The column's label in the import, where it differs from the label. */
  importedAs?: string
  /** When two records are merged: the field whose choice decides this one as well; `rule`: a rule decides. */
  mergedWith?: 'membershipState' | 'addressStreet' | 'bankingIban' | 'individualFeeInCent' | 'rule'
  /** Kept when the member is anonymised; all other fields are emptied. */
  staysAnonymised?: true
}

/**
 * The fields of a member, in the order of the form, but the comment last, as in files. Types, labels, form, limits,
 * history, list, import, archive, disclosure, merging and anonymising are derived from this table:
 * docs/architecture.md, "A member's field".
 */
export const memberFields = {
  firstName: {
    label: 'Vorname',
    kind: 'line',
    max: maxLength.name,
    form: { part: 'allgemein', width: 'half', help: 'Bleibt bei Firmen und Vereinen leer.' },
    group: 'name',
    listed: true,
    imported: true,
  },
  lastName: {
    label: 'Nachname',
    kind: 'line',
    max: maxLength.name,
    form: { part: 'allgemein', width: 'half', required: true },
    group: 'name',
    listed: true,
    imported: true,
  },
  maidenName: {
    label: 'Mädchenname',
    kind: 'line',
    max: maxLength.name,
    form: { part: 'allgemein', width: 'half' },
    group: 'name',
    listed: true,
    imported: true,
  },
  birthday: {
    label: 'Geburtstag',
    kind: 'birthday',
    form: { part: 'allgemein', width: 'quarter' },
    listed: true,
    imported: true,
  },
  /** The member's number; 0 when the member has none yet. */
  memberNumber: {
    label: 'Mitgliedsnummer',
    kind: 'count',
    max: 9_999_999,
    form: { part: 'allgemein', width: 'quarter', drawn: 'own' },
    listed: true,
    imported: true,
  },

  membershipState: {
    label: 'Mitgliedsstatus',
    kind: 'state',
    form: { part: 'mitgliedschaft', width: 'third' },
    group: 'membership',
    listed: true,
    imported: true,
    staysAnonymised: true,
  },
  dateJoined: {
    label: 'Eintrittsdatum',
    kind: 'day',
    form: { part: 'mitgliedschaft', width: 'third' },
    group: 'membership',
    listed: true,
    imported: true,
    staysAnonymised: true,
  },
  dateLeft: {
    label: 'Austrittsdatum',
    kind: 'day',
    form: { part: 'mitgliedschaft', width: 'third' },
    group: 'membership',
    listed: true,
    imported: true,
    mergedWith: 'membershipState',
    staysAnonymised: true,
  },
  /** Periods of membership, stored in the table `member_timespans`; when empty, joining to leaving counts. */
  membershipActiveTimespan: {
    label: 'Mitgliedszeiten',
    kind: 'spans',
    form: { part: 'mitgliedschaft', width: 'full' },
    group: 'membership',
    mergedWith: 'rule',
    staysAnonymised: true,
  },

  addressStreet: {
    label: 'Straße',
    kind: 'line',
    max: maxLength.line,
    form: { part: 'kontaktdaten', width: 'most' },
    group: 'address',
    listed: true,
    imported: true,
  },
  addressNumber: {
    label: 'Nr.',
    alone: 'Hausnummer',
    kind: 'line',
    max: 20,
    form: { part: 'kontaktdaten', width: 'short' },
    group: 'address',
    listed: true,
    imported: true,
    mergedWith: 'addressStreet',
  },
  addressPlz: {
    label: 'PLZ',
    kind: 'digits',
    max: 10,
    form: { part: 'kontaktdaten', width: 'short' },
    group: 'address',
    listed: true,
    imported: true,
    mergedWith: 'addressStreet',
  },
  addressTown: {
    label: 'Ort',
    kind: 'line',
    max: maxLength.line,
    form: { part: 'kontaktdaten', width: 'most' },
    group: 'address',
    listed: true,
    imported: true,
    mergedWith: 'addressStreet',
  },
  phone: {
    label: 'Telefon',
    kind: 'phone',
    max: 50,
    form: { part: 'kontaktdaten', width: 'third' },
    listed: true,
    imported: true,
  },
  phoneMobile: {
    label: 'Mobil',
    kind: 'phone',
    max: 50,
    form: { part: 'kontaktdaten', width: 'third' },
    listed: true,
    imported: true,
  },
  eMail: {
    label: 'E-Mail',
    kind: 'eMail',
    max: maxLength.eMail,
    form: { part: 'kontaktdaten', width: 'third' },
    listed: true,
    imported: true,
  },
  /** The member gets no circulars. */
  mailOptOut: {
    label: 'Keine Rundmails',
    kind: 'tick',
    form: {
      part: 'kontaktdaten',
      width: 'full',
      help: 'E-Mails zu eigenen Anmeldungen kommen trotzdem.',
    },
    mergedWith: 'rule',
  },

  bankingAccountOwner: {
    label: 'Kontoinhaber',
    kind: 'line',
    max: maxLength.line,
    form: { part: 'bankdaten', width: 'half' },
    group: 'bank',
    mask: 'changed',
    imported: 'plainText',
    mergedWith: 'bankingIban',
  },
  bankingBank: {
    label: 'Bank',
    kind: 'line',
    max: maxLength.line,
    form: { part: 'bankdaten', width: 'half', drawn: 'own' },
    group: 'bank',
    mask: 'changed',
    imported: 'plainText',
    mergedWith: 'bankingIban',
  },
  bankingIban: {
    label: 'IBAN',
    kind: 'line',
    max: 50,
    form: { part: 'bankdaten', width: 'twoThirds', drawn: 'own' },
    group: 'bank',
    mask: 'tail',
    imported: true,
  },
  bankingBic: {
    label: 'BIC',
    kind: 'line',
    max: 20,
    form: { part: 'bankdaten', width: 'third', drawn: 'own' },
    group: 'bank',
    mask: 'tail',
    imported: true,
    mergedWith: 'bankingIban',
  },
  bankingSepaAllowed: {
    label: 'SEPA-Lastschrift erlaubt',
    alone: 'SEPA-Mandat',
    kind: 'tick',
    form: { part: 'bankdaten', width: 'half' },
    group: 'bank',
    imported: true,
    importedAs: 'SEPA-Lastschrift erlaubt',
    mergedWith: 'bankingIban',
  },
  bankingSepaAllowedDate: {
    label: 'SEPA erlaubt seit',
    alone: 'SEPA-Datum',
    archive: 'Mandatsdatum',
    kind: 'day',
    form: { part: 'bankdaten', width: 'half' },
    group: 'bank',
    imported: true,
    mergedWith: 'bankingIban',
  },
  mandateReference: {
    label: 'Mandatsreferenz',
    kind: 'line',
    max: 35,
    form: { part: 'bankdaten', width: 'half', help: 'Nur, wenn auf dem Mandat schon eine steht.' },
    group: 'bank',
    mask: 'tail',
    imported: true,
    mergedWith: 'bankingIban',
  },

  /** The member's individual fee; null: the fee table applies. */
  individualFeeInCent: {
    label: 'Persönlicher Beitrag',
    archive: 'Eigener Beitrag in Cent',
    kind: 'euro',
    max: 1_000_000,
    form: { part: 'beitrag', width: 'third', help: 'Ohne Eintrag gilt die Beitragstabelle.' },
    group: 'fee',
  },
  individualFeeReason: {
    label: 'Grund',
    alone: 'Grund dafür',
    archive: 'Grund des eigenen Beitrags',
    kind: 'line',
    max: maxLength.line,
    form: { part: 'beitrag', width: 'twoThirds' },
    group: 'fee',
    mergedWith: 'individualFeeInCent',
  },
  /** The id of the member who pays the fee; null: the member pays. */
  payerId: {
    label: 'Zahler',
    kind: 'member',
    form: {
      part: 'beitrag',
      width: 'half',
      help: 'Wer für andere zahlt, zahlt auch den eigenen Beitrag.',
    },
  },

  /** The number of parades before the register began; 0 with `paradesBeforeUntil` states that there were none. */
  paradesBefore: {
    label: 'Sprünge vor der Erfassung',
    kind: 'count',
    max: 9_999,
    form: {
      part: 'mitgliedschaft',
      width: 'half',
      help: 'Ältere Sprünge, die hier nicht einzeln erfasst sind.',
    },
    imported: true,
    mergedWith: 'rule',
  },
  /** The last day covered by `paradesBefore`; null: all parades are in the register. */
  paradesBeforeUntil: {
    label: 'Gezählt bis',
    archive: 'Sprünge vor der Erfassung bis',
    kind: 'day',
    form: { part: 'mitgliedschaft', width: 'half', help: 'Alle Umzüge danach zählen einzeln.' },
    imported: true,
    mergedWith: 'rule',
  },
  comment: {
    label: 'Kommentar',
    archive: 'Bemerkung',
    kind: 'lines',
    max: maxLength.comment,
    form: { part: 'allgemein', width: 'full' },
    imported: true,
  },
} as const satisfies Record<string, MemberField>

type Table = typeof memberFields
export type MemberFieldName = keyof Table

/** The stored values of a member. */
export type MemberFields = { -readonly [Name in keyof Table]: MemberValueOf[Table[Name]['kind']] }

/** The names of the fields whose row has these properties: `NameWith<{ listed: true }>`. */
export type NameWith<Row> = {
  [Name in MemberFieldName]: Table[Name] extends Row ? Name : never
}[MemberFieldName]

export const memberFieldNames = Object.keys(memberFields) as MemberFieldName[]

/** The row of a field, with all optional properties in its type. */
export const memberField = (name: MemberFieldName): MemberField => memberFields[name]

/** The field's label outside the form, where the form's part does not explain it. */
export const labelAlone = (name: MemberFieldName): string =>
  memberField(name).alone ?? memberField(name).label

export const namesOfPart = (part: MemberPart): MemberFieldName[] =>
  memberFieldNames.filter((name) => memberField(name).form.part === part)

export const namesOfGroup = (group: keyof typeof memberGroups): MemberFieldName[] =>
  memberFieldNames.filter((name) => memberField(name).group === group)

/** The fields in the order of files: number and last name first, then as in `memberFields`. */
export const memberFieldsOfFiles: readonly MemberFieldName[] = [
  ...new Set<MemberFieldName>(['memberNumber', 'lastName', ...memberFieldNames]),
]

/** Fields that are saved as a whole, since a mix of two users' changes would be wrong. */
export const memberUnits = [
  namesOfGroup('address'),
  namesOfGroup('bank'),
  namesOfGroup('membership'),
]

const emptyOf: MemberValueOf = {
  line: '',
  digits: '',
  phone: '',
  eMail: '',
  lines: '',
  day: null,
  birthday: null,
  tick: false,
  count: 0,
  euro: null,
  state: 'Active',
  member: null,
  spans: [],
}

/** The values of a new member, and the defaults for fields that a request leaves out. */
export const emptyMember = Object.fromEntries(
  memberFieldNames.map((name) => [name, emptyOf[memberFields[name].kind]]),
) as MemberFields

/** A period of membership, both days included; `to` null: still a member. */
export type Timespan = { from: Day; to: Day | null }

/**
 * The problems of membership periods, by field: each period ends after it begins, no two overlap, and only the last is
 * open (docs/rules.md, "Mitglieder").
 */
export function timespanProblems(timespans: readonly Timespan[]): FieldMessages {
  const problems: FieldMessages = {}
  const inOrder = timespans
    .map((span, index) => ({ ...span, index }))
    .sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.index - b.index))
  inOrder.forEach((span, position) => {
    const field = `membershipActiveTimespan.${span.index}`
    if (span.to !== null && span.to < span.from) {
      problems[`${field}.to`] = 'Der Zeitraum endet, bevor er beginnt.'
    }
    const before = inOrder[position - 1]
    if (before && (before.to === null || before.to >= span.from)) {
      problems[`${field}.from`] = 'Dieser Zeitraum überschneidet sich mit einem anderen.'
    }
  })
  return problems
}
