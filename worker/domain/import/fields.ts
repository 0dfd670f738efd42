import {
  labelAlone,
  type MemberFieldName,
  memberField,
  memberFields,
  memberFieldsOfFiles,
} from '#worker/domain/member.ts'
import type { ImportField, SheetKind } from './types.ts'

const fullName: ImportField = { field: 'fullName', label: 'Nachname und Vorname' }
const comment: ImportField = { field: 'comment', label: 'Kommentar' }

/** The columns by which files of all kinds but `members` identify a member. */
const person: readonly ImportField[] = [
  { field: 'memberNumber', label: 'Mitgliedsnummer' },
  fullName,
  { field: 'lastName', label: 'Nachname' },
  { field: 'firstName', label: 'Vorname' },
  { field: 'birthday', label: 'Geburtstag' },
]

const importedNames = memberFieldsOfFiles.filter((name) => memberField(name).imported)

function memberColumn(name: MemberFieldName): ImportField {
  const { importedAs = labelAlone(name), form } = memberField(name)
  return { field: name, label: importedAs, ...(form.required && { required: true }) }
}

const dateDied: ImportField = { field: 'dateDied', label: 'Todestag' }

/** Columns of a member list that are no field of a member. Each list stands before the field of its key. */
const otherColumns: Partial<Record<MemberFieldName, readonly ImportField[]>> = {
  lastName: [fullName],
  maidenName: [{ field: 'organization', label: 'Firma oder Verein' }],
  addressStreet: [dateDied],
  phone: [
    { field: 'plzAndTown', label: 'PLZ und Ort' },
    { field: 'wholeAddress', label: 'Anschrift' },
    { field: 'country', label: 'Land (nur für die PLZ)' },
  ],
}

const columnsOfMembers: readonly ImportField[] = importedNames.flatMap((name) => [
  ...(otherColumns[name] ?? []),
  name === 'addressStreet'
    ? { field: 'streetAndNumber', label: 'Straße und Nr.' }
    : memberColumn(name),
])

/**
 * The fields that a column can be imported as, in the order of the select. A row without a `required` field cannot
 * be imported; the value can come from a column or from the answer for empty cells. Of the name columns one
 * suffices.
 */
export const importFields: Record<SheetKind, readonly ImportField[]> = {
  members: columnsOfMembers,
  costumes: [
    { field: 'costumeType', label: 'Kleidertyp', required: true },
    { field: 'number', label: 'Kleidernummer', required: true },
    ...person,
    { field: 'ownedFrom', label: 'Besitz seit' },
    { field: 'ownedTo', label: 'Besitz bis' },
    { field: 'registeredSince', label: 'Angemeldet seit' },
    { field: 'registeredUntil', label: 'Abgemeldet am' },
    comment,
  ],
  honors: [
    ...person,
    { field: 'honor', label: 'Ehrung', required: true },
    { field: 'date', label: 'Verliehen am', required: true },
    comment,
  ],
  duties: [
    ...person,
    { field: 'duty', label: 'Amt', required: true },
    { field: 'period', label: 'Zeitraum' },
    { field: 'from', label: 'Von', required: true },
    { field: 'to', label: 'Bis' },
    comment,
  ],
  paradesBefore: [
    ...person,
    { field: 'paradesBefore', label: memberFields.paradesBefore.label, required: true },
    { field: 'paradesBeforeUntil', label: memberFields.paradesBeforeUntil.label, required: true },
  ],
  parades: [
    { field: 'date', label: 'Datum', required: true },
    { field: 'title', label: 'Beschreibung', required: true },
    { field: 'host', label: 'Gastgeber', required: true },
    { field: 'hostPlz', label: 'PLZ' },
    { field: 'hostTown', label: 'Ort' },
    { field: 'paradeNumber', label: 'Umzugsnummer' },
    { field: 'priceForAdultsInCent', label: 'Preis Erwachsene' },
    { field: 'priceForChildrenInCent', label: 'Preis Kinder' },
    { field: 'dateEnrolmentStart', label: 'Anmeldung ab' },
    { field: 'timeEnrolmentStart', label: 'Anmeldung ab, Uhrzeit' },
    { field: 'dateEnrolmentEnd', label: 'Anmeldung bis' },
    { field: 'timeEnrolmentEnd', label: 'Anmeldung bis, Uhrzeit' },
    { field: 'departures', label: 'Abfahrt' },
    { field: 'timeStart', label: 'Beginn des Umzugs' },
    { field: 'lineUpNumber', label: 'Aufstellungsnummer' },
    { field: 'lineUpPlace', label: 'Aufstellungsort' },
    { field: 'isChildParade', label: 'Kinderumzug' },
    comment,
  ],
  participations: [
    ...person,
    { field: 'date', label: 'Datum des Umzugs' },
    { field: 'title', label: 'Umzug' },
    { field: 'costumeType', label: 'Kleidertyp' },
    { field: 'costumeNumber', label: 'Kleidernummer' },
    { field: 'confirmed', label: 'Bestätigt' },
    { field: 'paid', label: 'Bezahlt' },
  ],
}

/** The headings of an empty template file; all of them are recognised. */
export const templateHeadings: Record<SheetKind, readonly string[]> = {
  members: importedNames.flatMap((name) =>
    name === 'addressStreet' ? [dateDied.label, labelAlone(name)] : [memberColumn(name).label],
  ),
  costumes: [
    'Kleidertyp',
    'Kleidernummer',
    'Mitgliedsnummer',
    'Nachname',
    'Vorname',
    'Geburtstag',
    'Besitz seit',
    'Besitz bis',
    'Angemeldet seit',
    'Abgemeldet am',
    'Kommentar',
  ],
  honors: [
    'Mitgliedsnummer',
    'Nachname',
    'Vorname',
    'Geburtstag',
    'Ehrung',
    'Verliehen am',
    'Kommentar',
  ],
  duties: [
    'Mitgliedsnummer',
    'Nachname',
    'Vorname',
    'Geburtstag',
    'Amt',
    'Von',
    'Bis',
    'Kommentar',
  ],
  paradesBefore: [
    'Mitgliedsnummer',
    'Nachname',
    'Vorname',
    'Geburtstag',
    'Sprünge vor der Erfassung',
    'Gezählt bis',
  ],
  parades: [
    'Datum',
    'Beschreibung',
    'Gastgeber',
    'PLZ',
    'Ort',
    'Umzugsnummer',
    'Preis Erwachsene',
    'Preis Kinder',
    'Anmeldung ab',
    'Anmeldung ab, Uhrzeit',
    'Anmeldung bis',
    'Anmeldung bis, Uhrzeit',
    'Abfahrt',
    'Beginn des Umzugs',
    'Aufstellungsnummer',
    'Aufstellungsort',
    'Kinderumzug',
    'Kommentar',
  ],
  participations: [
    'Mitgliedsnummer',
    'Nachname',
    'Vorname',
    'Geburtstag',
    'Datum',
    'Umzug',
    'Kleidertyp',
    'Kleidernummer',
    'Bestätigt',
    'Bezahlt',
  ],
}
