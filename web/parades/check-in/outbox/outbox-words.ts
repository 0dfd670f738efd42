import { spokenName } from '#web/parades/participant-words.ts'
import { notHelpersDay } from '#worker/domain/check-in.ts'
import type { ActKind } from '#worker/domain/codes.ts'
import { addDays, berlinDay, berlinTime, germanDate } from '#worker/domain/dates.ts'
import type { KeptList, StoredAct, StoredResult } from './acts.ts'
import { dependentActsOf } from './edits.ts'
import type { Trouble } from './sender.ts'

/** Shown when a request failed in a browser that cannot store acts. */
export const actFailureTexts: Record<ActKind, string> = {
  confirm:
    'Die Umzugsteilnahme konnte nicht bestätigt werden. Stelle sicher, dass Du Internet hast.',
  unconfirm: 'Die Umzugsteilnahme konnte nicht geändert werden',
  pay: 'Die Umzugsteilnahme konnte nicht geändert werden',
  unpay: 'Die Umzugsteilnahme konnte nicht geändert werden',
  enter: 'Die Umzugsteilnahme konnte nicht eingetragen werden',
}

/** Why acts cannot be sent, in the specification's words, and the consequence; null without trouble. */
export function troubleWords(
  acts: readonly StoredAct[],
  { trouble, userId }: { trouble: Trouble | null; userId: number },
): string | null {
  const first = waitingActsOf(acts).find((act) => act.userId === userId)
  if (!trouble || !first) return null
  const sentence = actFailureTexts[first.kind].replace(/\.?$/, '.')
  return `${sentence} ${troubleAdvice[trouble]}`
}

const troubleAdvice: Record<Trouble, string> = {
  server: 'Sie bleibt auf dem Gerät und wird weiter gesendet. Lass die Seite offen.',
  notAllowed:
    'Dir fehlt die Berechtigung: Sag der Verwaltung Bescheid. Bis dahin bleibt sie auf dem Gerät.',
}

export const listMissingText =
  'Diese Liste ist noch nicht auf dem Gerät. Öffne sie einmal mit Netz.'

const keepsNothing = 'Dieser Browser merkt sich nichts: Haken brauchen Netz.'

export type OutboxNotice = {
  text: string
  /** What the notice opens. */
  leadsTo: 'rejected' | 'signIn' | null
}

type HeadFacts = {
  keepsNothing: boolean
  acts: readonly StoredAct[]
  signIn: 'fine' | 'over' | 'ended'
  syncedAt: number | null
}

/** The state of the outbox for the page's head. */
export function outboxNoticeOf(
  { acts, signIn, syncedAt, ...facts }: HeadFacts,
  now: number,
): OutboxNotice {
  if (facts.keepsNothing) return { text: keepsNothing, leadsTo: null }
  const rejected = rejectedActsOf(acts).length
  if (rejected > 0) return { text: `${rejected} zu klären`, leadsTo: 'rejected' }
  const waiting = waitingActsOf(acts).length
  const waits = `${waiting} ${waiting === 1 ? 'wartet' : 'warten'}`
  if (waiting > 0 && signIn !== 'fine') return { text: `${waits} · Anmelden`, leadsTo: 'signIn' }
  const synced = syncedAt === null ? '' : `abgeglichen ${timeText(syncedAt, now)}`
  const parts = waiting > 0 ? [waits, synced && `zuletzt ${synced}`] : ['Alles gesendet', synced]
  return { text: parts.filter(Boolean).join(' · '), leadsTo: null }
}

export function waitingActsOf(acts: readonly StoredAct[]): readonly StoredAct[] {
  return acts.filter(({ state }) => state === 'waiting')
}

/**
 * The acts that are listed in "Zu klären". Acts that depend on a rejected entry are left out, since they
 * are settled together with the entry.
 */
export function rejectedActsOf(acts: readonly StoredAct[]): readonly StoredAct[] {
  const rejected = acts.filter(({ state }) => state === 'rejected')
  const along = new Set(
    rejected.flatMap((act) => (act.kind === 'enter' ? dependentActsOf(act, acts) : [])),
  )
  return rejected.filter((act) => act.kind === 'enter' || !along.has(act))
}

export function timeText(at: number, now: number): string {
  const time = berlinTime(new Date(at))
  const day = dayOf(at, now)
  return day === 'today' ? time : day === 'yesterday' ? `gestern ${time}` : `${day} ${time}`
}

function dayOf(at: number, now: number): string {
  const day = berlinDay(new Date(at))
  const today = berlinDay(new Date(now))
  if (day === today) return 'today'
  return day === addDays(today, -1) ? 'yesterday' : germanDate(day).slice(0, 6)
}

function when(at: number, now: number): string {
  const time = berlinTime(new Date(at))
  const day = dayOf(at, now)
  if (day === 'today') return `um ${time}`
  return day === 'yesterday' ? `gestern um ${time}` : `am ${day} um ${time}`
}

export type Button = {
  label: string
  /** `change` opens the entry's form (`addAct` with `replaces`); all others call `press`. */
  does: 'again' | 'existing' | 'withoutNumber' | 'change' | 'discard'
}

export type Explanation = { sentence: string; buttons: readonly Button[] }

const fine: Button = { label: 'Gut', does: 'discard' }
const discard: Button = { label: 'Verwerfen', does: 'discard' }
const change: Button = { label: 'Ändern', does: 'change' }

/** Why an act was rejected, and the possible actions. */
export function explanationOf(act: StoredAct, now: number): Explanation {
  return act.kind === 'enter' ? entryExplanation(act) : rowExplanation(act, now)
}

function entryExplanation({
  memberName,
  result,
  entry,
}: StoredAct & { kind: 'enter' }): Explanation {
  const name = spokenName(memberName)
  switch (result?.outcome) {
    case 'refused':
      return {
        sentence: [result.message ?? `${name} ließ sich nicht eintragen.`, costumeOwnerText(result)]
          .filter(Boolean)
          .join(' '),
        buttons: [
          ...(result.code === 'PersonAlreadyEnrolled' && result.row
            ? ([{ label: 'Vorhandene Anmeldung bestätigen', does: 'existing' }] as const)
            : []),
          ...(result.code === 'CostumeAlreadyEnrolled' && entry.costumeNumber
            ? ([{ label: 'Ohne Nummer', does: 'withoutNumber' }] as const)
            : []),
          change,
          discard,
        ],
      }
    case 'paradeCancelled':
      return {
        sentence: `Der Umzug ist abgesagt. ${name} ist nicht eingetragen.`,
        buttons: [discard],
      }
    case 'gone':
      return {
        sentence: `Diesen Umzug gibt es nicht mehr. ${name} ist nicht eingetragen.`,
        buttons: [discard],
      }
    default:
      return { sentence: notTransferred(name), buttons: [change, discard] }
  }
}

/** The person enrolled with a costume that is taken; '' when the server has not named them. */
function costumeOwnerText({ code, row }: StoredResult): string {
  if (code !== 'CostumeAlreadyEnrolled' || !row?.memberName) return ''
  return `Damit ist ${spokenName(row.memberName)} angemeldet.`
}

const notTransferred = (name: string) =>
  `Der Haken für ${name} ließ sich nicht übertragen. Sag der Verwaltung Bescheid.`

type RowAct = Exclude<StoredAct, { kind: 'enter' }>

function rowExplanation(act: RowAct, now: number): Explanation {
  const name = spokenName(act.memberName)
  const explanationOnly = (sentence: string): Explanation => ({ sentence, buttons: [fine] })
  switch (act.result?.outcome) {
    case 'overtaken':
      return overtakenExplanation(act, now)
    case 'already':
      return explanationOnly(
        `${name} hat schon bezahlt${howPaid(act, now)}. Gib das Geld zurück oder sprecht Euch ab.`,
      )
    case 'refused':
      return explanationOnly(
        `${name}: ${act.result.message ?? notHelpersDay}${laterRefusalText(act, now)}`,
      )
    case 'gone':
      return explanationOnly(`${name} ist von diesem Umzug abgemeldet.${removedText(act, now)}`)
    case 'notYours': {
      const by = act.result.by ?? 'jemand anderes'
      return explanationOnly(
        act.kind === 'unpay'
          ? `${name} bleibt als bezahlt eingetragen: Das Geld hat ${by} angenommen.`
          : `${name} bleibt bestätigt: Den Haken hat ${by} gesetzt.`,
      )
    }
    case 'paidOnline':
      return explanationOnly(
        `${name} hat online bezahlt. Das lässt sich nur unter „Zahlungen“ erstatten.`,
      )
    case 'paradeCancelled':
      return explanationOnly(
        act.kind === 'unconfirm'
          ? `Der Umzug ist abgesagt. ${name} bleibt bestätigt.`
          : `Der Umzug ist abgesagt. Dein Haken für ${name} zählt nicht.`,
      )
    default:
      return explanationOnly(notTransferred(name))
  }
}

function overtakenExplanation({ kind, memberName, at, result }: RowAct, now: number): Explanation {
  const name = spokenName(memberName)
  const since = result?.at === undefined ? 'inzwischen' : when(Date.parse(result.at), now)
  const other = `${name}: ${since[0]?.toUpperCase()}${since.slice(1)} hat ${result?.by ?? 'jemand'}`
  const own = Date.parse(at)
  const ofOwn = `${/^\d\d\./.test(timeText(own, now)) ? 'vom' : 'von'} ${timeText(own, now)}`
  const again = (sentence: string, label: string): Explanation => ({
    sentence: `${other} ${sentence}`,
    buttons: [{ label, does: 'again' }, fine],
  })
  switch (kind) {
    case 'confirm':
      return again(
        `die Bestätigung zurückgenommen, Dein Haken ist ${ofOwn}.`,
        'Trotzdem bestätigen',
      )
    case 'unconfirm':
      return again(
        `die Teilnahme bestätigt, Du hast sie ${when(own, now)} zurückgenommen.`,
        'Trotzdem zurücknehmen',
      )
    case 'pay':
      return again(
        `die Bezahlung zurückgenommen, Dein Eintrag ist ${ofOwn}. Wer hat das Geld?`,
        'Trotzdem als bezahlt eintragen',
      )
    case 'unpay':
      return again(
        `die Bezahlung eingetragen, Du hast sie ${when(own, now)} zurückgenommen. Wer hat das Geld?`,
        'Trotzdem zurücknehmen',
      )
  }
}

/** " (bar bei Jonas K., 12:40)"; '' when the server has sent only the outcome. */
function howPaid({ result }: RowAct, now: number): string {
  if (!result || result.participationId === undefined) return ''
  if (result.by === undefined) return ' (online)'
  const at = result.at === undefined ? [] : [timeText(Date.parse(result.at), now)]
  return ` (${[`bar bei ${result.by}`, ...at].join(', ')})`
}

function laterRefusalText({ kind, at }: RowAct, now: number): string {
  if (kind === 'confirm') return ` Dein Haken ${when(Date.parse(at), now)} zählt nicht.`
  return kind === 'pay' ? ' Gib das Geld der Verwaltung.' : ''
}

function removedText({ kind, at }: RowAct, now: number): string {
  switch (kind) {
    case 'confirm':
      return ` Dein Haken ${when(Date.parse(at), now)} zählt nicht.`
    case 'pay':
      return ' Gib das Geld zurück.'
    case 'unconfirm':
    case 'unpay':
      return ''
  }
}

/** For each other helper with waiting acts on this device, the question whether to send those acts. */
export function adoptQuestions(
  acts: readonly StoredAct[],
  me: { id: number; name: string },
): readonly string[] {
  const counts = new Map<string, number>()
  for (const { userId, userName } of waitingActsOf(acts)) {
    if (userId !== me.id) counts.set(userName, (counts.get(userName) ?? 0) + 1)
  }
  return [...counts].map(
    ([name, count]) =>
      `${count} Haken von ${name} ${count === 1 ? 'wartet' : 'warten'} noch. Als ${me.name} senden?`,
  )
}

/** The warning before signing out; '' when no act would be lost. */
export function signOutLossText(acts: readonly StoredAct[]): string {
  const count = waitingActsOf(acts).length
  if (count === 0) return ''
  return count === 1
    ? '1 Haken ist noch nicht angekommen. Beim Abmelden geht er verloren.'
    : `${count} Haken sind noch nicht angekommen. Beim Abmelden gehen sie verloren.`
}

export function savedForOffline({ parade, rows, askedAt }: KeptList, now: number): string {
  const people = rows.length === 1 ? '1 Person' : `${rows.length} Personen`
  return `Für unterwegs gespeichert: ${parade.title}, ${people}, ${timeText(askedAt, now)} Uhr`
}
