import { counted } from '#web/lib/german-count.ts'
import type { ErrorCode } from '#worker/domain/errors.ts'
import type { EveningMinute, OpenOrder, RejectionCount } from '#worker/orders/orders.contract.ts'

/** "4 Plätze, 2 Umzüge" */
export function placesInWords({ places, parades }: Pick<OpenOrder, 'places' | 'parades'>): string {
  const words = counted(places, 'Platz', 'Plätze')
  return parades > 1 ? `${words}, ${parades} Umzüge` : words
}

/** "vor 8 Sekunden", "vor 2 Minuten"; after an evening in hours. */
export function agoText(instant: string, now: string): string {
  return `vor ${durationText(instant, now)}`
}

/** "8 Sekunden" between two instants. */
export function durationText(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
  if (seconds < 60) return counted(seconds, 'Sekunde', 'Sekunden')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 120) return counted(minutes, 'Minute', 'Minuten')
  return `${Math.floor(minutes / 60)} Stunden`
}

/** The minutes left, rounded up; 0 when over. */
export function minutesLeft(until: string, now: string): number {
  return Math.max(0, Math.ceil((Date.parse(until) - Date.parse(now)) / 60_000))
}

const unreadable = 'Die Anfrage war nicht lesbar'

// Why an enrolment was rejected, by the codes that can occur there.
const reasons: Partial<Record<ErrorCode, string>> = {
  PersonAlreadyEnrolled: 'Die Person ist schon angemeldet',
  CostumeAlreadyEnrolled: 'Das Kleid ist schon vergeben',
  EnrolmentClosed: 'Die Anmeldung ist geschlossen',
  ParadeCancelled: 'Der Umzug ist abgesagt',
  ParadeFull: 'Der Umzug ist ausgebucht',
  ValidationFailed: 'Angaben fehlen oder stimmen nicht',
  AgeMismatch: 'Der Geburtstag passt nicht zum Preis',
  PriceChanged: 'Der Preis hat sich geändert',
  ChallengeNeeded: 'Erst zeigen, dass ein Mensch da ist',
  TooManyRequests: 'Zu viel von einem Anschluss',
  OrderPaid: 'Die frühere Anmeldung ist schon bezahlt',
  OrderInProgress: 'Die frühere Zahlung wird noch geprüft',
  PaymentFailed: 'Der Zahlungsdienst antwortet nicht',
  PaymentUnavailable: 'Die Bezahlung ist nicht eingerichtet',
  Busy: 'Überlastet',
  OutcomeUnknown: 'Kurze Störung',
  InternalError: 'Fehler im Programm',
  InvalidRequest: unreadable,
  InvalidRedirect: unreadable,
  PayloadTooLarge: unreadable,
  UnsupportedMediaType: unreadable,
}

/** The rejections of these minutes by reason, the most frequent first. */
export function countByReason(
  minutes: readonly EveningMinute[],
): { reason: string; count: number }[] {
  const sums = new Map<string, number>()
  for (const { code, count } of minutes.flatMap(({ refused }) => refused)) {
    const reason = (reasons as Partial<Record<string, string>>)[code] ?? 'Ein anderer Grund'
    sums.set(reason, (sums.get(reason) ?? 0) + count)
  }
  return [...sums]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason, 'de'))
}

export function refusedCount({ refused }: EveningMinute): number {
  return refused.reduce((sum, { count }) => sum + count, 0)
}

const refusalReasons: Partial<Record<ErrorCode, string>> = {
  AuthenticationError: 'Nicht angemeldet, oder die Anmeldung war abgelaufen',
  InvalidCredentials: 'E-Mail Adresse oder Passwort falsch',
  WrongPassword: 'Passwort falsch',
  PasskeyRefused: 'Passkey nicht angenommen',
  SecondFactorNeeded: 'Nach dem Passkey gefragt',
  PasskeyNeeded: 'Nach dem Passkey gefragt',
  ConfirmNeeded: 'Gefragt: Bist Du es?',
  Forbidden: 'Ohne Berechtigung',
  NotYours: 'Ohne Berechtigung',
  LinkInvalid: 'Link oder Code gilt nicht',
  ChallengeNeeded: 'Erst zeigen, dass ein Mensch da ist',
  TooManyRequests: 'Zu viel von einem Anschluss',
}

export function refusalReasonOf({ code }: RejectionCount): string {
  return (refusalReasons as Partial<Record<string, string>>)[code] ?? 'Ein anderer Grund'
}

/** Labels of routes by the beginning of their path. */
const routeWords: readonly (readonly [string, string])[] = [
  ['/api/v1/auth', 'Anmeldung am Programm'],
  ['/api/enrolment/order', 'Meine Anmeldung'],
  ['/api/payments', 'Bezahlung'],
  ['/api/calendar', 'Kalender'],
  ['/api/check-in', 'Abhaken'],
  ['/auskunft', 'Auskunft'],
  ['/abbestellen', 'Rundmails abbestellen'],
  ['/api/circular/opt', 'Rundmails abbestellen'],
  ['/parade-enrolment', 'Umzugsanmeldung'],
]

export function routeInWords({ route }: RejectionCount): string {
  const path = route.slice(route.indexOf(' ') + 1)
  return routeWords.find(([start]) => path.startsWith(start))?.[1] ?? 'Programm'
}
