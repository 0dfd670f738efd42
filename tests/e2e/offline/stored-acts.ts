import { readRows } from '#tests/support/local-database.ts'
import type { ActKind, ActOutcome } from '#worker/domain/codes.ts'

export type StoredAct = {
  id: string
  kind: ActKind
  outcome: ActOutcome
  participationId: number | null
  userId: number
  device: string
  actedAt: string
  /** The participant's name as entered. */
  lastName: string | null
}

/** The stored acts of a parade's phones, ordered by the time of the tap. */
export function actsOf(stateDir: string, paradeId: number): StoredAct[] {
  return readRows<StoredAct>(
    stateDir,
    `SELECT a.id, a.kind, a.outcome, a.participation_id AS participationId, a.user_id AS userId, a.device,
       a.acted_at AS actedAt, p.last_name AS lastName
     FROM check_in_acts a LEFT JOIN participations p ON p.id = a.participation_id
     WHERE a.parade_id = ? AND a.device <> '' ORDER BY a.acted_at, a.rowid`,
    paradeId,
  ).map((row) => ({ ...row }))
}

type Confirmation = {
  id: number
  confirmed: number
  confirmedAt: string | null
  confirmedBy: number | null
}

export function confirmationsOf(stateDir: string, paradeId: number): Map<number, Confirmation> {
  const rows = readRows<Confirmation>(
    stateDir,
    `SELECT id, participation_confirmed AS confirmed, participation_confirmed_at AS confirmedAt,
       confirmed_by AS confirmedBy
     FROM participations WHERE parade_id = ?`,
    paradeId,
  )
  return new Map(rows.map((row) => [row.id, { ...row }]))
}
