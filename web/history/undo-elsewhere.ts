import { paths } from '#web/paths.ts'
import type { HistoryEntry, HistorySubjects } from '#worker/history/history.contract.ts'
import { findMerge } from './entry-words.ts'

/** Why an entry cannot be undone in the history, with a link to where it can. */
export type UndoHint = { words: string; to: string | null }

const entered = 'POST /api/assembly/:date/enter'
const exitTakenBack = 'DELETE /api/member/:id/leave'
const daysToUndo = 30
const dayInMs = 24 * 60 * 60 * 1000

/** The hint for an entry; null when there is nothing to undo, or nothing to explain. */
export function undoHintOf(
  { lines, act, at, via }: HistoryEntry,
  about: HistorySubjects,
  now: Date,
): UndoHint | null {
  const [member, costume, paradeId] = [about.member[0], about.costume[0], about.parade[0]]
  const changed = lines.filter(({ op }) => op !== 'event')
  const bookings = lines.filter(({ entity }) => entity === 'feeBooking')
  if (bookings.length > 0 && !act.endsWith('/undo')) {
    return { words: 'Im Beitragskonto zurücknehmen', to: accountOf(bookings) }
  }
  if (lines.some(isPrintedLetter)) {
    return { words: 'Bei den Schreiben zurücknehmen', to: paths.feeLetters }
  }
  if (act === 'POST /api/imports/:id/commit') {
    return { words: 'Unter „Daten übernehmen“ zurücknehmen', to: paths.imports }
  }
  if (act.endsWith('/undo') || act === exitTakenBack) return null
  if (changed.length === 0 && !findMerge(lines)) return null
  const has = (entity: string, ...fields: string[]) =>
    changed.find(
      (line) =>
        line.entity === entity &&
        (fields.length === 0 || fields.some((name) => name in (line.changes ?? {}))),
    )
  if (findMerge(lines)) {
    const isOver = now.getTime() - Date.parse(at) > daysToUndo * dayInMs
    return isOver ? { words: `Älter als ${daysToUndo} Tage`, to: null } : null
  }
  if (act === entered) {
    const date = has('honor', 'date')?.changes?.date?.[1]
    const to = typeof date === 'string' ? `${paths.assembly}?date=${date}` : paths.assembly
    return { words: 'Bei der Generalversammlung zurücknehmen', to }
  }
  if (has('ownership')) {
    return { words: 'Beim Kleid berichtigen', to: costume ? paths.costume(costume) : null }
  }
  const parade = has('parade', 'cancelledAt')
  if (parade) return { words: 'Beim Umzug zurücknehmen', to: paths.parade(parade.entityId) }
  if (has('exit')) {
    return { words: 'Beim Mitglied zurücknehmen', to: member ? paths.member(member) : null }
  }
  if (has('participation', 'memberId')) {
    return { words: 'In der Datenkorrektur', to: paths.enrolmentDataCleanup }
  }
  if (paradeId && has('participation', 'cashReturnedAt')) {
    return { words: 'Bei den Gebühren', to: paths.paradeRefunds(paradeId) }
  }
  if (has('user') || has('userRole') || has('passkey')) {
    return { words: 'Unter „Zugänge“ ändern', to: paths.users }
  }
  if (
    has('run', 'voidedAt', 'submittedOn', 'creditedOn') &&
    changed.every(({ op }) => op === 'update')
  )
    return null
  if (has('run')) return { words: 'Bei den Beiträgen verwerfen', to: paths.membershipFees }
  if (via === 'import') return { words: 'Datenübernahme', to: null }
  if (changed.some(({ changes }) => changes === null)) return null
  if (now.getTime() - Date.parse(at) > daysToUndo * dayInMs) {
    return { words: `Älter als ${daysToUndo} Tage`, to: null }
  }
  if (has('settings', 'passkeysRequired')) {
    return { words: 'In den Einstellungen', to: paths.settings }
  }
  if (has('member') || has('settings')) return { words: 'Mit Bankdaten nicht möglich', to: null }
  return has('participation')
    ? { words: 'Online angemeldet: unter „Zahlungen“', to: paths.orders }
    : { words: 'Nicht rückgängig zu machen', to: null }
}

/** Whether some of the letters are printed, also of those "E-Mail, sonst Papier": only they can be voided. */
function isPrintedLetter({ entity, changes }: HistoryEntry['lines'][number]): boolean {
  const channel = changes?.channel?.[1]
  return entity === 'feeLetter' && (channel === 'letter' || channel === 'mailElseLetter')
}

/** The link to the claim's account; with several bookings to their year. */
function accountOf(bookings: HistoryEntry['lines']): string {
  const [first, ...others] = bookings
  const year = first?.changes?.year?.[1]
  if (!first || typeof year !== 'number') return paths.membershipFees
  const account = others.length === 0 ? `&account=${first.entityId}` : ''
  return `${paths.membershipFees}?year=${year}${account}`
}
