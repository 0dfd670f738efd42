import { paths } from '#web/paths.ts'
import type { HistoryEntry } from '#worker/history/history.contract.ts'

/** Why something cannot be undone here, and where its own way back is. */
export type OwnWay = { words: string; to: string | null }

const daysToUndo = 30
const dayInMs = 24 * 60 * 60 * 1000

/** null: there is nothing to take back, or it would be no news. */
export function ownWayOf(entry: HistoryEntry, now: Date): OwnWay | null {
  const { lines, act, at, via } = entry
  const changed = lines.filter(({ op }) => op !== 'event')
  if (changed.length === 0 || act.endsWith('/undo')) return null
  const has = (entity: string, ...fields: string[]) =>
    changed.find(
      (line) =>
        line.entity === entity &&
        (fields.length === 0 || fields.some((name) => name in (line.changes ?? {}))),
    )
  const ownership = has('ownership')
  if (ownership) {
    const id = ownership.costumeId
    return { words: 'Beim Kleid berichtigen', to: id ? paths.costume(id) : null }
  }
  const parade = has('parade', 'cancelledAt')
  if (parade) return { words: 'Beim Umzug zurücknehmen', to: paths.parade(parade.entityId) }
  const exit = has('exit')
  if (exit) {
    const id = exit.memberId
    return { words: 'Beim Mitglied zurücknehmen', to: id ? paths.member(id) : null }
  }
  if (has('participation', 'memberId')) {
    return { words: 'In der Datenkorrektur', to: paths.enrolmentDataCleanup }
  }
  const cash = has('participation', 'cashReturnedAt')
  if (cash?.paradeId) {
    return { words: 'Bei den Gebühren', to: paths.paradeRefunds(cash.paradeId) }
  }
  if (has('user') || has('userRole') || has('passkey')) {
    return { words: 'Unter „Zugänge“ ändern', to: null }
  }
  if (has('run')) return { words: 'Bleibt eingetragen', to: null }
  if (via === 'import') return { words: 'Datenübernahme', to: null }
  if (changed.some(({ changes }) => changes === null)) return null
  if (now.getTime() - Date.parse(at) > daysToUndo * dayInMs) {
    return { words: `Älter als ${daysToUndo} Tage`, to: null }
  }
  if (has('member') || has('settings')) return { words: 'Mit Bankdaten nicht möglich', to: null }
  return has('participation')
    ? { words: 'Online angemeldet: unter „Zahlungen“', to: paths.orders }
    : { words: 'Nicht rückgängig zu machen', to: null }
}
