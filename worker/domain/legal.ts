import { isBlank } from './text.ts'

/** The provider of the site for the Impressum and the data protection notice (§ 5 DDG, Art. 13 DSGVO). */
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
  /** The guild's own texts of these pages; empty: the page is generated from the fields above. */
  imprintText: string
  privacyText: string
  accessibilityText: string
}

/** German names of the fields, in the settings and in lists of missing fields. */
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
 * The fields that § 5 DDG requires and that are empty. A registered association ("e.V.") also needs court and number
 * of its register. Nothing is missing when the guild has written the whole text itself.
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

/** The fields that Art. 13 (1) DSGVO requires and that are empty. */
export function missingInPrivacy(legal: Legal): (keyof Legal)[] {
  if (!isBlank(legal.privacyText)) return []
  const needed = ['legalName', ...address, 'contactEmail'] as const
  return needed.filter((field) => isBlank(legal[field]))
}

const address = ['street', 'plz', 'town'] as const

/** The guild's own text, split at empty lines; single line breaks are kept. */
export function paragraphsOf(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => !isBlank(paragraph))
}

/** The notice required before a paid order (Art. 246a § 1 Abs. 3 Nr. 1 EGBGB). */
export const noWithdrawal =
  'Für eine Freizeitveranstaltung an einem festen Tag gibt es kein Widerrufsrecht (§ 312g Abs. 2 Nr. 9 BGB): Du kannst Deine Anmeldung nicht widerrufen.'
