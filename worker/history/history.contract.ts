import { z } from 'zod'
import type { AuditEntity, AuditOp, AuditVia } from '#worker/domain/codes.ts'

/** A field as it was and as it became: what did not change is not there. */
export type HistoryChanges = Record<string, [old: unknown, now: unknown]>

export type HistoryLine = {
  entity: AuditEntity
  /** 0 for what has no number: rules of honor, which name their `type`. */
  entityId: number
  op: AuditOp
  /** null = forgotten: whose data these were is nobody any more. */
  changes: HistoryChanges | null
}

/** `changedSince`: what came later stands in the way. `never`: it has a way back of its own, or none. */
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

/** What the numbers in the lines are called today, by number; who is gone is not there. */
export type HistoryNames = Record<
  'member' | 'costume' | 'parade' | 'costumeType',
  Record<number, string>
>

/** Whom and what an entry is about, each once. */
export type HistorySubjects = Record<'member' | 'costume' | 'parade', number[]>

export type History = {
  /** Newest first. */
  entries: HistoryEntry[]
  /** Given back as `before` it shows what is older; null = there is nothing. */
  next: number | null
  names: HistoryNames
  /** By the entries' `requestId`. */
  about: Record<string, HistorySubjects>
}

const number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** Of one thing, or, for management, of everything. */
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
