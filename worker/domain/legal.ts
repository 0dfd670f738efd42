import { isBlank } from './text.ts'

/** Who stands in the Impressum and answers for the data (§ 5 DDG, Art. 13 DSGVO). */
export type Legal = {
  legalName: string
  street: string
  plz: string
  town: string
  representatives: string
  contactEmail: string
  contactPhone: string
  registerCourt: string
  registerNumber: string
  vatId: string
  privacyContact: string
  /** Empty: the page is written from the fields. */
  imprintText: string
  privacyText: string
  accessibilityText: string
}

/** What the fields are called, in the settings and where they are missing. */
export const legalLabels: Record<keyof Legal, string> = {
  legalName: 'Name des Vereins',
  street: 'Straße und Hausnummer',
  plz: 'PLZ',
  town: 'Ort',
  representatives: 'Vertreten durch',
  contactEmail: 'E-Mail Adresse',
  contactPhone: 'Telefon',
  registerCourt: 'Registergericht',
  registerNumber: 'Registernummer',
  vatId: 'Umsatzsteuer-ID',
  privacyContact: 'Ansprechperson für Datenschutz',
  imprintText: 'Eigener Text für das Impressum',
  privacyText: 'Eigener Text für den Datenschutz',
  accessibilityText: 'Eigener Text zur Barrierefreiheit',
}

/**
 * What § 5 DDG asks for and is not there. A registered association ("e.V.") names its register as
 * well; whoever writes the whole text has said what they wanted to say.
 */
export function missingInImprint(legal: Legal): (keyof Legal)[] {
  if (!isBlank(legal.imprintText)) return []
  const { legalName, registerCourt, registerNumber } = legal
  const isRegistered =
    /(?<!\p{L})e\.?\s?V\.?(?!\p{L})/u.test(legalName) || registerCourt || registerNumber
  const needed = [
    'legalName',
    ...address,
    'representatives',
    'contactEmail',
    ...(isRegistered ? (['registerCourt', 'registerNumber'] as const) : []),
  ] as const
  return needed.filter((field) => isBlank(legal[field]))
}

/** What Art. 13 (1) DSGVO asks for and is not there. */
export function missingInPrivacy(legal: Legal): (keyof Legal)[] {
  if (!isBlank(legal.privacyText)) return []
  const needed = ['legalName', ...address, 'contactEmail'] as const
  return needed.filter((field) => isBlank(legal[field]))
}

const address = ['street', 'plz', 'town'] as const

/** A text of one's own, cut at its empty lines; the other line breaks stay. */
export function paragraphsOf(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => !isBlank(paragraph))
}

/** What has to be told before an order that costs something is placed (Art. 246a § 1 Abs. 3 Nr. 1 EGBGB). */
export const noWithdrawal =
  'Für eine Freizeitveranstaltung an einem festen Tag gibt es kein Widerrufsrecht (§ 312g Abs. 2 Nr. 9 BGB): Du kannst Deine Anmeldung nicht widerrufen.'
