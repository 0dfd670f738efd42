import { type MailKind, type NoticeMailKind, noticeMailKinds } from '#worker/domain/codes.ts'
import { berlinDay, berlinTime, germanDate } from '#worker/domain/dates.ts'
import { type MailDocument, paragraph } from '#worker/mail/mail-document.ts'

// Mails about a change of a user's account. They hold no link, so that users do not learn to follow links of
// such mails.

export function isNotice(kind: MailKind): kind is NoticeMailKind {
  return noticeMailKinds.some((one) => one === kind)
}

type Notice = {
  subject: string
  /** What happened, when, and where as far as it is known. */
  what: string
  /** What to do for who did not do it. */
  otherwise: string
}

type Facts = { at: Date; device: string | null }

const renew =
  'Öffne das Programm, drücke beim Anmelden auf „Passwort vergessen?“ und lege ein neues Passwort fest. Damit wirst Du überall sonst abgemeldet.'

export const noticeWords: Record<NoticeMailKind, (facts: Facts) => Notice> = {
  passwordChanged: (facts) => ({
    subject: 'Dein Passwort wurde geändert',
    what: `Das Passwort zu Deinem Zugang wurde ${when(facts)} geändert${where(facts)}.`,
    otherwise: renew,
  }),
  passkeyAdded: (facts) => ({
    subject: 'Du hast einen neuen Passkey',
    what: `Für Deinen Zugang wurde ${when(facts)} ein Passkey angelegt${where(facts)}.`,
    otherwise: `Melde Dich an und entferne ihn unter „Mein Account“. ${renew}`,
  }),
  passkeyRemoved: (facts) => ({
    subject: 'Ein Passkey wurde entfernt',
    what: `Bei Deinem Zugang wurde ${when(facts)} ein Passkey entfernt.`,
    otherwise: renew,
  }),
  newSignIn: (facts) => ({
    subject: 'Neue Anmeldung mit Deinem Zugang',
    what: `Mit Deinem Zugang hat sich ${when(facts)} jemand auf einem Gerät angemeldet, auf dem Du noch nie angemeldet warst${where(facts)}.`,
    otherwise: renew,
  }),
}

export function noticeOf(
  { subject, what, otherwise }: Notice,
  firstName: string,
  guildName: string,
): MailDocument {
  return {
    subject,
    blocks: [
      paragraph(`Hallo ${firstName},`),
      paragraph(what),
      paragraph('Warst Du das? Dann musst Du nichts tun.'),
      paragraph(`Warst Du es nicht? ${otherwise} Sag danach jemandem aus der Verwaltung Bescheid.`),
    ],
    signature: ['Viele Grüße', guildName],
  }
}

function when({ at }: Facts): string {
  return `am ${germanDate(berlinDay(at))} um ${berlinTime(at)} Uhr`
}

function where({ device }: Facts): string {
  return device ? ` (${device})` : ''
}
