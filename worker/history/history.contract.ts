import { z } from 'zod'
import type { AuditEntity, AuditOp, AuditVia } from '#worker/domain/codes.ts'

/** The changed fields, each with its old and its new value. */
export type HistoryChanges = Record<string, [old: unknown, now: unknown]>

export type HistoryLine = {
  entity: AuditEntity
  /** 0 for rules of honor, which have no number; `changes` name their `type`. */
  entityId: number
  op: AuditOp
  /** null once the member has been anonymised. */
  changes: HistoryChanges | null
}

/** `changedSince`: a later change prevents the undo. `never`: no undo here (elsewhere, or not at all). */
type HistoryUndo = 'possible' | 'changedSince' | 'never' | 'undone'

/** What one request did. */
export type HistoryEntry = {
  requestId: string
  at: string
  via: AuditVia
  by: { id: number; firstName: string; lastName: string } | null
  /** Method and route: `PUT /api/member/:id`. */
  act: string
  lines: HistoryLine[]
  undo: HistoryUndo
}

/** Today's names by number, for the numbers in the lines; deleted rows are left out. */
export type HistoryNames = Record<
  'member' | 'costume' | 'parade' | 'costumeType',
  Record<number, string>
>

/** The ids of the rows that an entry is about, each once. */
export type HistorySubjects = Record<'member' | 'costume' | 'parade', number[]>

export type History = {
  /** Newest first. */
  entries: HistoryEntry[]
  /** The value of `before` that yields the next older page; null = there is none. */
  next: number | null
  names: HistoryNames
  /** The members, costumes and parades that an entry is about, by the entry's `requestId`. */
  about: Record<string, HistorySubjects>
}

const number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** The history of one row or, for management only, of everything. */
export const historyQuery = z
  .object({
    entity: z.enum(['member', 'costume', 'parade']).optional(),
    entityId: number.optional(),
    before: number.optional(),
  })
  .refine(({ entity, entityId }) => (entity === undefined) === (entityId === undefined), {
    message: 'Beides oder keines.',
    path: ['entityId'],
    params: { malformed: true },
  })
export type HistoryQuery = z.infer<typeof historyQuery>
