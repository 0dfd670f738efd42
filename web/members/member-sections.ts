import { memberLabels } from '#worker/domain/labels.ts'
import type { MemberFields } from '#worker/domain/member.ts'

/** The form's parts, in order; the ids are their places on the page. */
export const sections = [
  { id: 'allgemein', title: 'Allgemein' },
  { id: 'mitgliedschaft', title: 'Mitgliedschaft' },
  { id: 'kontaktdaten', title: 'Kontaktdaten' },
  { id: 'bankdaten', title: 'Bankdaten' },
  { id: 'beitrag', title: 'Beitrag' },
] as const

export type SectionId = (typeof sections)[number]['id']

/** Of the twelve columns, and on the phone, where most fields have a line of their own. */
export const widths = {
  full: '',
  most: 'max-md:col-span-8 md:col-span-9',
  twoThirds: 'md:col-span-8',
  half: 'md:col-span-6',
  third: 'md:col-span-4',
  // On the narrowest phones a date needs the whole line.
  quarter: 'max-md:col-span-6 max-[22rem]:col-span-full md:col-span-3',
  short: 'max-md:col-span-4 md:col-span-3',
} as const

/** How a field of this type can be drawn; `own`: its part does it. */
type KindOf<Value> =
  | 'own'
  | ([Value] extends [string]
      ? 'line' | 'digits' | 'phone' | 'eMail' | 'lines'
      : [Value] extends [boolean]
        ? 'tick'
        : [Value] extends [string | null]
          ? 'day' | 'birthday'
          : [Value] extends [number]
            ? 'count'
            : [Value] extends [number | null]
              ? 'euro'
              : never)

type MemberField<Kind> = {
  label: string
  part: SectionId
  width: keyof typeof widths
  kind: Kind
  required?: true
  help?: string
}

/** How each field is called, beside it and where a failure names it, and how it is drawn; in the form's order. */
export const memberFields = {
  firstName: {
    label: memberLabels.firstName,
    part: 'allgemein',
    width: 'half',
    kind: 'line',
    help: 'Bleibt bei Firmen und Vereinen leer.',
  },
  lastName: {
    label: memberLabels.lastName,
    part: 'allgemein',
    width: 'half',
    kind: 'line',
    required: true,
  },
  maidenName: { label: memberLabels.maidenName, part: 'allgemein', width: 'half', kind: 'line' },
  birthday: { label: memberLabels.birthday, part: 'allgemein', width: 'quarter', kind: 'birthday' },
  memberNumber: {
    label: memberLabels.memberNumber,
    part: 'allgemein',
    width: 'quarter',
    kind: 'own',
  },
  comment: { label: memberLabels.comment, part: 'allgemein', width: 'full', kind: 'lines' },

  membershipState: {
    label: memberLabels.membershipState,
    part: 'mitgliedschaft',
    width: 'third',
    kind: 'own',
  },
  dateJoined: {
    label: memberLabels.dateJoined,
    part: 'mitgliedschaft',
    width: 'third',
    kind: 'day',
  },
  dateLeft: { label: memberLabels.dateLeft, part: 'mitgliedschaft', width: 'third', kind: 'day' },
  membershipActiveTimespan: {
    label: memberLabels.membershipActiveTimespan,
    part: 'mitgliedschaft',
    width: 'full',
    kind: 'own',
  },

  paradesBefore: {
    label: memberLabels.paradesBefore,
    part: 'mitgliedschaft',
    width: 'half',
    kind: 'count',
    help: 'Ältere Sprünge, die hier nicht einzeln erfasst sind.',
  },
  paradesBeforeUntil: {
    label: memberLabels.paradesBeforeUntil,
    part: 'mitgliedschaft',
    width: 'half',
    kind: 'day',
    help: 'Alle Umzüge danach zählen einzeln.',
  },

  addressStreet: {
    label: memberLabels.addressStreet,
    part: 'kontaktdaten',
    width: 'most',
    kind: 'line',
  },
  addressNumber: {
    label: memberLabels.addressNumber,
    part: 'kontaktdaten',
    width: 'short',
    kind: 'line',
  },
  addressPlz: {
    label: memberLabels.addressPlz,
    part: 'kontaktdaten',
    width: 'short',
    kind: 'digits',
  },
  addressTown: {
    label: memberLabels.addressTown,
    part: 'kontaktdaten',
    width: 'most',
    kind: 'line',
  },
  phone: { label: memberLabels.phone, part: 'kontaktdaten', width: 'third', kind: 'phone' },
  phoneMobile: {
    label: memberLabels.phoneMobile,
    part: 'kontaktdaten',
    width: 'third',
    kind: 'phone',
  },
  eMail: { label: memberLabels.eMail, part: 'kontaktdaten', width: 'third', kind: 'eMail' },
  mailOptOut: {
    label: memberLabels.mailOptOut,
    part: 'kontaktdaten',
    width: 'full',
    kind: 'tick',
    help: 'E-Mails zu eigenen Anmeldungen kommen trotzdem.',
  },

  bankingAccountOwner: {
    label: memberLabels.bankingAccountOwner,
    part: 'bankdaten',
    width: 'half',
    kind: 'line',
  },
  bankingBank: { label: memberLabels.bankingBank, part: 'bankdaten', width: 'half', kind: 'own' },
  bankingIban: {
    label: memberLabels.bankingIban,
    part: 'bankdaten',
    width: 'twoThirds',
    kind: 'own',
  },
  bankingBic: { label: memberLabels.bankingBic, part: 'bankdaten', width: 'third', kind: 'own' },
  bankingSepaAllowed: {
    label: memberLabels.bankingSepaAllowed,
    part: 'bankdaten',
    width: 'half',
    kind: 'tick',
  },
  bankingSepaAllowedDate: {
    label: memberLabels.bankingSepaAllowedDate,
    part: 'bankdaten',
    width: 'half',
    kind: 'day',
  },
  mandateReference: {
    label: memberLabels.mandateReference,
    part: 'bankdaten',
    width: 'half',
    kind: 'line',
    help: 'Nur, wenn auf dem Mandat schon eine steht.',
  },

  individualFeeInCent: {
    label: memberLabels.individualFeeInCent,
    part: 'beitrag',
    width: 'third',
    kind: 'euro',
    help: 'Ohne Eintrag gilt die Beitragstabelle.',
  },
  individualFeeReason: {
    label: memberLabels.individualFeeReason,
    part: 'beitrag',
    width: 'twoThirds',
    kind: 'line',
  },
  payerId: {
    label: memberLabels.payerId,
    part: 'beitrag',
    width: 'half',
    kind: 'own',
    help: 'Wer für andere zahlt, zahlt auch den eigenen Beitrag.',
  },
} as const satisfies { [N in keyof MemberFields]: MemberField<KindOf<MemberFields[N]>> }

type Fields = typeof memberFields
export type FieldName = keyof Fields

/** The fields that this part draws itself. */
export type OwnName<Part extends SectionId> = {
  [N in FieldName]: Fields[N] extends { part: Part; kind: 'own' } ? N : never
}[FieldName]

const names = Object.keys(memberFields) as FieldName[]

export function namesOf(part: SectionId): FieldName[] {
  return names.filter((name) => memberFields[name].part === part)
}

export function fieldOf(name: FieldName): MemberField<Fields[FieldName]['kind']> {
  return memberFields[name]
}
