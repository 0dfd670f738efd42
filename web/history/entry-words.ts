import {
  type AuditEntity,
  type AuditOp,
  type AuditVia,
  type FeeBookingKind,
  feeBookingKinds,
} from '#worker/domain/codes.ts'
import { memberGroups, namesOfGroup } from '#worker/domain/member.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { fullName } from '#worker/domain/names.ts'
import type { HistoryChanges, HistoryEntry, HistoryLine } from '#worker/history/history.contract.ts'
import { type Field, fieldsOf, type Kind } from './fields.ts'

const takenOver = 'POST /api/imports/:id/commit'

/** Titles of acts that the changed rows would describe less clearly. */
const acts: Readonly<Record<string, string>> = {
  'POST /api/history/:requestId/undo': 'Rückgängig gemacht',
  'POST /api/member/:id/leave': 'Austritt eingetragen',
  'DELETE /api/member/:id/leave': 'Austritt zurückgenommen',
  'POST /api/member/:id/anonymise': 'Mitglied anonymisiert',
  'POST /api/members/merges/:id/undo': 'Zusammenführung zurückgenommen',
  'POST /api/member/honors': 'Ehrung für mehrere eingetragen',
  'POST /api/assembly/:date/enter': 'Ehrungen eingetragen',
  'POST /api/assembly/:date/undo': 'Eintragen zurückgenommen',
  'GET /api/member/:id/disclosure': 'Auskunft erteilt',
  'POST /api/privacy/disclosure': 'Link zur Auskunft verschickt',
  'POST /api/costume/deregister': 'Kleider abgemeldet',
  'POST /api/costume/:id/owner': 'Besitzer geändert',
  'PUT /api/costume/:id/ownerships/:ownershipId': 'Besitzer berichtigt',
  'DELETE /api/costume/:id/ownerships/:ownershipId': 'Besitzer entfernt',
  'POST /api/parades/enrolment-window': 'Anmeldezeit mehrerer Umzüge geändert',
  'POST /api/parades/change': 'Mehrere Umzüge geändert',
  'POST /api/parade/:id/cancel': 'Umzug abgesagt',
  'POST /api/parade/:id/reinstate': 'Absage zurückgenommen',
  'POST /api/parade/:id/participation/atParade': 'Vor Ort eingetragen',
  'POST /api/check-in/acts': 'Vor Ort eingetragen',
  'POST /api/parades/internal-enrol': 'Im Stall angemeldet',
  'POST /api/participation/cancel': 'Teilnahmen gestrichen',
  'POST /api/participation/:id/costumeType': 'Kleid der Teilnahme geändert',
  'POST /api/participation/:id/member': 'Zuordnung geändert',
  'POST /api/participation/:id/member/create': 'Als neues Mitglied angelegt und zugeordnet',
  'POST /api/participation/matches': 'Mitgliedern zugeordnet',
  'POST /api/participation/matched/:act/undo': 'Zuordnung zurückgenommen',
  'POST /api/enrolment/order/places/cancel': 'Selbst abgesagt',
  'POST /api/enrolment/order/places/:id/cancel': 'Selbst abgesagt',
  'POST /api/enrolment/order/places/:id/costume': 'Selbst das Kleid geändert',
  'POST /api/enrolment/order/places/:id/extras': 'Selbst die Zusätze geändert',
  'PUT /api/enrolment/order/email-address': 'Selbst die E-Mail Adresse geändert',
  'POST /api/enrolment/orders/:token/places/:id/cancel': 'Selbst abgesagt',
  'POST /api/enrolment/orders/:token/places/:id/costume': 'Selbst das Kleid geändert',
  'POST /api/enrolment/orders/:token/places/:id/extras': 'Selbst die Zusätze geändert',
  'PUT /api/enrolment/orders/:token/email-address': 'Selbst die E-Mail Adresse geändert',
  'POST /api/circular': 'Rundmail verschickt',
  'POST /api/circular/:id/stop': 'Rundmail angehalten',
  'POST /api/circular/:id/continue': 'Rundmail fortgesetzt',
  'POST /api/circular/opt-out': 'Rundmails abbestellt',
  'POST /api/v1/setup': 'Ersten Zugang angelegt',
  'PUT /api/guild/setup': 'Einrichtung geändert',
  'POST /api/v1/auth/login': 'Angemeldet',
  'POST /api/v1/auth/passkey/login': 'Mit Passkey angemeldet',
  'POST /api/v1/auth/logout': 'Abgemeldet',
  'DELETE /api/v1/auth/sessions/:id': 'Gerät abgemeldet',
  'DELETE /api/v1/auth/sessions': 'Überall sonst abgemeldet',
  'PUT /api/v1/auth/password': 'Passwort geändert',
  'POST /api/v1/auth/password/link': 'Mit einem Link das Passwort gesetzt',
  'POST /api/v1/auth/password/forgotten': 'Neues Passwort angefordert',
  'DELETE /api/user/:id/sessions': 'Zugang überall abgemeldet',
  'POST /api/user/:id/link': 'Link zum Anmelden erstellt',
  'PUT /api/user/:id/waiver': 'Neues Passwort ohne Passkey zugelassen',
  'DELETE /api/user/:id/waiver': 'Neues Passwort wieder nur mit Passkey',
  'GET /api/members/download': 'Mitgliederliste heruntergeladen',
  'GET /api/billing/membershipfees/:year/xml': 'SEPA-Datei heruntergeladen',
  'POST /api/guild/offices': 'Amt der Zunft angelegt',
  'PUT /api/guild/offices/:code': 'Amt der Zunft geändert',
  'DELETE /api/guild/offices/:code': 'Amt der Zunft gelöscht',
  'POST /api/guild/honors': 'Ehrung der Zunft angelegt',
  'PUT /api/guild/honors/:code': 'Ehrung der Zunft geändert',
  'DELETE /api/guild/honors/:code': 'Ehrung der Zunft gelöscht',
  'POST /api/billing/runs': 'SEPA-Datei erzeugt',
  'POST /api/billing/runs/adopt': 'SEPA-Datei nachgetragen',
  'PUT /api/v1/auth/me': 'Eigenen Account geändert',
  'POST /api/v1/auth/calendar': 'Kalender abonniert',
  'DELETE /api/v1/auth/calendar': 'Kalender beendet',
  [takenOver]: 'Aus einer Datei übernommen',
  'POST /api/imports/:id/undo': 'Übernahme zurückgenommen',
  'GET /api/statistics/parades-per-member/csv': 'Sprungauswertung heruntergeladen',
  'GET /api/statistics/members/csv': 'Anstehende Ehrungen heruntergeladen',
}

/** Titles by row and operation, for all other acts. */
const sentences: Record<AuditEntity, Record<AuditOp, string>> = {
  member: {
    insert: 'Mitglied angelegt',
    update: 'Daten geändert',
    delete: 'Mitglied gelöscht',
    event: 'Mitglied bearbeitet',
  },
  timespan: ofRow('Mitgliedszeit', 'eingetragen'),
  exit: ofRow('Austritt', 'eingetragen'),
  honor: ofRow('Ehrung', 'eingetragen'),
  duty: ofRow('Dienst', 'eingetragen'),
  office: ofRow('Amt der Zunft', 'angelegt'),
  costumeType: ofRow('Kleidertyp', 'angelegt'),
  costume: ofRow('Kleid', 'angelegt'),
  ownership: ofRow('Besitzer', 'eingetragen', 'entfernt'),
  parade: ofRow('Umzug', 'angelegt'),
  participation: ofRow('Teilnahme', 'eingetragen', 'gestrichen'),
  settings: ofRow('Einstellungen', 'angelegt'),
  feeRule: always('Beitragstabelle geändert'),
  honorRule: always('Regel für Ehrungen geändert'),
  honorRuleDuty: always('Regel für Ehrungen geändert'),
  user: ofRow('Zugang', 'angelegt'),
  userRole: {
    insert: 'Rolle gegeben',
    update: 'Rolle geändert',
    delete: 'Rolle genommen',
    event: 'Rolle geändert',
  },
  passkey: ofRow('Passkey', 'angelegt', 'entfernt'),
  session: always('Anmeldung'),
  run: ofRow('SEPA-Datei', 'erzeugt'),
  export: always('Liste heruntergeladen'),
  disclosure: always('Auskunft'),
  import: always('Daten übernommen'),
  merge: always('Zusammengeführt'),
  view: ofRow('Ansicht', 'gespeichert'),
  circular: always('Rundmail'),
  feeYear: always('Beiträge festgeschrieben'),
  feeBooking: always('Auf den Beitrag gebucht'),
  feeLetter: always('Schreiben zum Beitrag'),
  letterText: {
    insert: 'Text der Schreiben geändert',
    update: 'Text der Schreiben geändert',
    delete: 'Text der Schreiben auf den Standard gesetzt',
    event: 'Text der Schreiben',
  },
  circularTemplate: ofRow('Vorlage für Rundmails', 'gespeichert'),
  assemblyHonor: always('Generalversammlung vorbereitet'),
}

function ofRow(noun: string, begun: string, gone = 'gelöscht'): Record<AuditOp, string> {
  const of = (verb: string) => `${noun} ${verb}`
  return { insert: of(begun), update: of('geändert'), delete: of(gone), event: noun }
}

function always(sentence: string): Record<AuditOp, string> {
  return { insert: sentence, update: sentence, delete: sentence, event: sentence }
}

/** The actor when it was not a user. */
const vias: Record<AuditVia, string> = {
  staff: 'Verwaltung',
  public: 'Öffentliche Anmeldung',
  provider: 'Zahlungsdienst',
  cron: 'Automatisch',
  cli: 'Wartung',
  import: 'Datenübernahme',
  outside: 'Direkt in der Datenbank',
}

export function actorOf({ by, via }: HistoryEntry): string {
  return by ? fullName(by) : vias[via]
}

/** "Anschrift geändert"; of several different changes the first two are named. */
export function entryTitle({ act, lines }: HistoryEntry): string {
  const file = act === takenOver && lines.find(({ entity }) => entity === 'import')
  if (file) return `Übernommen aus ${file.changes?.fileName?.[1] ?? 'einer Datei'}`
  const known = Object.hasOwn(acts, act) ? acts[act] : undefined
  if (known) return actsOfExits.includes(act) && isDeath(lines) ? ofDeath(known) : known
  const merged = findMerge(lines)
  if (merged) return `Zusammengeführt mit ${merged.name}`
  const different = [...new Set(lines.map(sentenceOf))]
  const [first = 'Geändert', second, ...more] = different
  if (!second) return first
  return more.length > 0 ? `${first}, ${second} und mehr` : `${first}, ${second}`
}

/** Whether the entry is an exit or a death, or takes one back. */
export const isExitEntry = ({ act }: HistoryEntry): boolean => actsOfExits.includes(act)

/** The acts of exits, also of deaths, which are stored like exits but with another state. */
const actsOfExits: readonly string[] = [
  'POST /api/member/:id/leave',
  'DELETE /api/member/:id/leave',
]

/** Whether a death was entered or undone. Only the member's line has the state of an undone death. */
function isDeath(lines: readonly HistoryLine[]): boolean {
  return lines.some(
    ({ entity, op, changes }) =>
      (entity === 'exit' && op === 'insert' && changes?.state?.[1] === 'Died') ||
      (entity === 'member' && changes?.membershipState?.includes('Died')),
  )
}

const ofDeath = (words: string) => words.replace('Austritt', 'Todesfall')

/** The merge in these lines, with the name of the removed record; null when there is none. */
export function findMerge(lines: readonly HistoryLine[]): { id: number; name: string } | null {
  const line = lines.find(({ entity }) => entity === 'merge')
  const name = line?.changes?.goneName?.[1]
  return line && typeof name === 'string' ? { id: line.entityId, name } : null
}

function sentenceOf({ entity, op, changes }: HistoryLine): string {
  if (op === 'event' && entity === 'feeBooking' && changes) return feeBookingWords(changes)
  if (entity === 'feeLetter' && changes?.voided) {
    return changes.voided[1] ? 'Schreiben zurückgenommen' : 'Schreiben gelten wieder'
  }
  const special = op === 'update' && changes ? specialOf(entity, changes) : null
  return special ?? sentences[entity][op]
}

const groupsOfMember = Object.keys(memberGroups) as (keyof typeof memberGroups)[]

function specialOf(entity: AuditEntity, changes: HistoryChanges): string | null {
  const names = Object.keys(changes)
  const became = (name: string) => changes[name]?.[1]
  const isSet = (name: string) => became(name) !== null
  if (entity === 'member') {
    const group = groupsOfMember.find((one) => {
      const fields: readonly string[] = namesOfGroup(one)
      return names.every((name) => fields.includes(name))
    })
    const only = names.length === 1 ? fieldsOf.member[names[0] ?? ''] : undefined
    if (group) return `${memberGroups[group]} geändert`
    return only ? `${only.label} geändert` : null
  }
  if (entity === 'parade' && 'cancelledAt' in changes) {
    return isSet('cancelledAt') ? 'Umzug abgesagt' : 'Absage zurückgenommen'
  }
  if (entity === 'exit') {
    if ('undoneAt' in changes) return 'Austritt zurückgenommen'
    if ('effectiveAt' in changes) return 'Austritt wirksam geworden'
  }
  if (entity === 'participation') {
    if ('cashReturnedAt' in changes) {
      return isSet('cashReturnedAt') ? 'Bargeld zurückgegeben' : 'Rückgabe zurückgenommen'
    }
    if ('memberId' in changes) return 'Zuordnung geändert'
    if ('isGuest' in changes)
      return became('isGuest') ? 'Als Gast geführt' : 'Nicht mehr als Gast geführt'
    if (became('state') === 'cancelled') return 'Teilnahme gestrichen'
  }
  if (entity === 'user') {
    if (names.join() === 'passwordHash') return 'Passwort geändert'
    if (names.join() === 'locked') return became('locked') ? 'Zugang gesperrt' : 'Zugang entsperrt'
  }
  if (entity === 'run') {
    if (isSet('voidedAt') && 'voidedAt' in changes) return 'SEPA-Datei verworfen'
    if (isSet('creditedOn') && 'creditedOn' in changes) return 'SEPA-Datei gutgeschrieben'
    if (names.join() === 'submittedOn')
      return isSet('submittedOn') ? 'SEPA-Datei eingereicht' : 'Einreichung zurückgenommen'
  }
  if (entity === 'ownership' && 'ownedTo' in changes && names.length === 1) {
    return isSet('ownedTo') ? 'Besitz beendet' : 'Besitz läuft weiter'
  }
  return null
}

const bookingWords: Record<FeeBookingKind, string> = {
  collected: 'eingezogen',
  paid: 'bezahlt',
  waived: 'erlassen',
  returned: 'von der Bank zurückgegeben',
  refunded: 'erstattet',
  charged: 'Bankgebühr weiterbelastet',
  corrected: 'berichtigt',
  undone: 'zurückgenommen',
}

/** "20,00 € bezahlt" */
function feeBookingWords({ kind, amountInCent }: HistoryChanges): string {
  const known = feeBookingKinds.find((one) => one === kind?.[1])
  const amount = amountInCent?.[1]
  if (!known || typeof amount !== 'number') return sentences.feeBooking.event
  const sum = known === 'corrected' ? amount : Math.abs(amount)
  return `${germanEuro(sum)} ${bookingWords[known]}`
}

/** A field's old and new value; undefined or null when there is none. */
export type FieldChange = {
  key: string
  line: HistoryLine
  field: Field
  was: unknown
  is: unknown
}

const nothing = [null, undefined, '']
/** Whether the value counts as empty, as an unticked box does. */
const isNothing = (value: unknown) => nothing.some((none) => none === value)

export function fieldChangesOf(entry: HistoryEntry): FieldChange[] {
  return entry.lines.flatMap((line, place) => {
    const { entity, entityId, op, changes } = line
    return Object.entries(changes ?? {}).flatMap(([name, [was, is]]): FieldChange[] => {
      const field = fieldOf(entry, entity, name)
      const isTold =
        field &&
        !(isNothing(was) && isNothing(is)) &&
        !(op !== 'update' && isInTitle(line, name, field))
      const key = [place, entity, entityId, name].join('-')
      if (!isTold) return []
      const there = { was: op === 'insert' ? null : was, is: op === 'delete' ? null : is }
      return [{ key, line, field, ...there }]
    })
  })
}

/** What an exit ends besides the membership. */
const endLabels: Partial<Record<AuditEntity, string>> = {
  timespan: 'Mitgliedszeit bis',
  duty: 'Dienst bis',
}

/** The field with its label in this entry; undefined when it is not shown. */
function fieldOf(entry: HistoryEntry, entity: AuditEntity, name: string): Field | undefined {
  const field = Object.hasOwn(fieldsOf[entity], name) ? fieldsOf[entity][name] : undefined
  if (!field || !isExitEntry(entry)) return field
  // The member's line has the same day.
  const isInMember = entry.lines.some((line) => line.changes && 'dateLeft' in line.changes)
  if (entity === 'exit' && isInMember) return undefined
  if (name === 'dateLeft' && isDeath(entry.lines)) return { ...field, label: 'Todestag' }
  return { ...field, label: (name === 'to' && endLabels[entity]) || field.label }
}

const subjects: readonly Kind[] = ['member', 'costume', 'parade']
const person = ['firstName', 'lastName', 'birthday']

/** Whether the title about a created or deleted row already contains the field. */
function isInTitle({ entity, changes }: HistoryLine, name: string, { kind }: Field): boolean {
  if (subjects.includes(kind)) return true
  if (entity !== 'participation') return false
  return ['state', 'ageClass'].includes(name) || (hasMember(changes) && person.includes(name))
}

/** Whether the changed place belongs to a member. */
export function hasMember(changes: HistoryChanges | null): boolean {
  return changes?.memberId?.some((id) => !isNothing(id)) ?? false
}

/** Whether the entry's details were anonymised. */
export function isAnonymisedEntry({ lines }: HistoryEntry): boolean {
  return lines.some(({ changes }) => changes === null)
}
