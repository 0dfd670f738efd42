import type { MemberDraft } from './member-draft.ts'

export type FieldName = Exclude<keyof MemberDraft, 'isBroken'>

/** How each field is called, beside it and where a failure names it. */
export const fieldLabels: Record<FieldName, string> = {
  firstName: 'Vorname',
  lastName: 'Nachname',
  maidenName: 'Mädchenname',
  birthday: 'Geburtstag',
  memberNumber: 'Mitgliedsnummer',
  comment: 'Kommentar',
  membershipState: 'Mitgliedsstatus',
  dateJoined: 'Eintrittsdatum',
  dateLeft: 'Austrittsdatum',
  membershipActiveTimespan: 'Mitgliedszeiten',
  addressStreet: 'Straße',
  addressNumber: 'Nr.',
  addressPlz: 'PLZ',
  addressTown: 'Ort',
  phone: 'Telefon',
  phoneMobile: 'Mobil',
  eMail: 'E-Mail',
  bankingAccountOwner: 'Kontoinhaber',
  bankingBank: 'Bank',
  bankingIban: 'IBAN',
  bankingBic: 'BIC',
  bankingSepaAllowed: 'SEPA-Lastschrift erlaubt',
  bankingSepaAllowedDate: 'SEPA erlaubt seit',
  mandateReference: 'Mandatsreferenz',
  individualFeeInCent: 'Persönlicher Beitrag',
  individualFeeReason: 'Grund',
}

/** The form's parts, in order; the ids are their places on the page. */
export const sections = [
  { id: 'allgemein', title: 'Allgemein' },
  { id: 'mitgliedschaft', title: 'Mitgliedschaft' },
  { id: 'kontaktdaten', title: 'Kontaktdaten' },
  { id: 'bankdaten', title: 'Bankdaten' },
  { id: 'beitrag', title: 'Beitrag' },
] as const

export type SectionId = (typeof sections)[number]['id']

/** "IBAN, Geburtstag": the fields that a refusal is about, in the form's words and order. */
export function labelsOf(fields: Record<string, string> | undefined): string {
  const faulty = new Set(Object.keys(fields ?? {}).map((path) => path.split('.')[0]))
  const names = Object.keys(fieldLabels) as FieldName[]
  return names
    .filter((name) => faulty.has(name))
    .map((name) => fieldLabels[name])
    .join(', ')
}
