import { z } from 'zod'
import {
  type MergeField,
  mergeFields,
  type ParadesBeforeChoice,
  paradesBeforeChoices,
  type Side,
  sides,
} from '#worker/domain/merge.ts'
import { id } from '#worker/http/fields.ts'
import type { LikenessKind } from '#worker/members/likeness.ts'
import type { StoredMember } from '#worker/members/members.contract.ts'

// GET    /api/members/duplicates                  200 Duplicates
// POST   /api/members/duplicates/dismissed        204 · "Kein Duplikat"; idempotent
// DELETE /api/members/duplicates/dismissed/{a}/{b} 204 · the pair is proposed again
// GET    /api/member/{id}/merge?gone={id}         200 MergePreview
// POST   /api/member/{id}/merge                   200 Merged · 409 MergeRefused, Conflict (with `seen`)
// POST   /api/members/merges/{id}/undo            200 Merged · 409 MergeRefused, NotUndoable

/** Two records that may be one person, the older first. */
export type DuplicatePair = {
  members: [DuplicateMember, DuplicateMember]
  /** Why the pair is proposed. */
  kind: LikenessKind
}

export type DuplicateMember = Pick<
  StoredMember,
  'id' | 'firstName' | 'lastName' | 'maidenName' | 'birthday' | 'memberNumber' | 'membershipState'
>

export type Duplicates = {
  pairs: DuplicatePair[]
  /** Pairs that a user has marked as different persons. */
  dismissed: DuplicatePair[]
  /** There are more pairs than listed. */
  hasMore: boolean
}

export const dismissedBody = z
  .object({ memberId: id(), otherId: id() })
  .refine(({ memberId, otherId }) => memberId !== otherId, {
    message: 'Das ist derselbe Eintrag.',
    path: ['otherId'],
  })

const number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
export const mergeQuery = z.object({ gone: number })

const side = z.enum(sides).optional()
const chosen = Object.fromEntries(mergeFields.map((field) => [field, side])) as Record<
  MergeField,
  typeof side
>

export const mergeBody = z.object({
  goneId: id(),
  /** Which record's value is kept, by the field that names its group; left out = the preset. */
  fields: z.strictObject(chosen).default({}),
  /** Which Sprünge before the register are kept, or the sum; left out = the preset. */
  paradesBefore: z.enum(paradesBeforeChoices).optional(),
  /** Hash of the preview; the merge is rejected when the preview would differ now. */
  seen: z.string().max(100).optional(),
})
export type MergeBody = z.infer<typeof mergeBody>

/** A member without the exit, which has a route of its own. */
export type MergeMember = Omit<StoredMember, 'exit'>

export type MergePreview = {
  kept: MergeMember
  gone: MergeMember
  preset: Record<MergeField, Side>
  /** The mandate reference of each record; null without a mandate. */
  mandates: Record<Side, string | null>
  /** Name of each record's payer; null = the member pays. */
  payers: Record<Side, string | null>
  /** The spans of membership after the merge. */
  timespans: StoredMember['membershipActiveTimespan']
  stands: ParadesBeforePreview[]
  presetStand: ParadesBeforeChoice
  /** Values in which the records contradict each other: German sentences. */
  conflicts: string[]
  /** Why the merge is not possible: German sentences. */
  refusals: string[]
  /** Counts of rows that move to the kept record. */
  moves: {
    participations: number
    ownerships: number
    honors: number
    duties: number
    exits: number
    fees: number
  }
  seen: string
}

type ParadesBeforePreview = {
  choice: ParadesBeforeChoice
  paradesBefore: number
  paradesBeforeUntil: string | null
  /** All Sprünge with this choice. */
  total: number
}

/** `mergeId` identifies the merge for its undo. */
export type Merged = { mergeId: number; keptId: number; goneId: number }
