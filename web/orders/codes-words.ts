import type {
  MailKind,
  MailState,
  ParticipationState,
  PaymentProviderId,
  RefundReason,
  RefundState,
} from '#worker/domain/codes.ts'

// What the codes of payments are called on the screen.

export const providerLabels: Record<PaymentProviderId, string> = {
  sandbox: 'Testzahlung',
  stripe: 'Stripe',
  mollie: 'Mollie',
  none: 'Ohne Bezahlung',
}

export const placeStateLabels: Record<ParticipationState, string> = {
  reserved: 'Reserviert',
  booked: 'Angemeldet',
  released: 'Wieder frei',
  cancelled: 'Abgesagt',
}

export const refundStateLabels: Record<RefundState, string> = {
  pending: 'Erstattung läuft',
  done: 'Erstattet',
  failed: 'Erstattung abgelehnt',
  byHand: 'Von Hand erstattet',
}

export const refundReasonLabels: Record<RefundReason, string> = {
  late: 'Zu spät bezahlt',
  double: 'Doppelt bezahlt',
  review: 'Anderer Betrag bezahlt',
  staff: 'Von der Verwaltung',
  paradeCancelled: 'Umzug abgesagt',
  outside: 'Beim Anbieter erstattet',
}

export const mailKindLabels: Record<MailKind, string> = {
  enrolled: 'Bestätigung der Anmeldung',
  refunded: 'Nachricht zur Erstattung',
}

export const mailStateLabels: Record<MailState, string> = {
  waiting: 'Wartet',
  sending: 'Wird verschickt',
  sent: 'Verschickt',
  skipped: 'Nicht verschickt',
  failed: 'Fehlgeschlagen',
}
