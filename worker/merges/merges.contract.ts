import { z } from 'zod'
import {
  type MergeField,
  mergeFields,
  type Side,
  type StandChoice,
  sides,
  standChoices,
} from '#worker/domain/merge.ts'
import { id } from '#worker/http/fields.ts'
import type { LikenessKind } from '#worker/members/likeness.ts'
import type { Member } from '#worker/members/members.contract.ts'

// GET    /api/members/duplicates                  200 Duplicates
// POST   /api/members/duplicates/dismissed        204 · "Kein Duplikat"; again changes nothing
// DELETE /api/members/duplicates/dismissed/{a}/{b} 204 · they are asked about again
// GET    /api/member/{id}/merge?gone={id}         200 MergePreview
// POST   /api/member/{id}/merge                   200 Merged · 409 MergeRefused, Conflict (with `seen`)
// POST   /api/members/merges/{id}/undo            200 Merged · 409 MergeRefused, NotUndoable

/** Two who may be one, the older record first. */
export type DuplicatePair = {
  members: [DuplicateMember, DuplicateMember]
  /** Why they are asked about. */
  kind: LikenessKind
}

export type DuplicateMember = Pick<
  Member,
  'id' | 'firstName' | 'lastName' | 'maidenName' | 'birthday' | 'memberNumber' | 'membershipState'
>

export type Duplicates = {
  pairs: DuplicatePair[]
  /** Of whom somebody said that they are two. */
  dismissed: DuplicatePair[]
  /** There are more than are told. */
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
  /** Whose field stays, by the field that names what is chosen as one; left out: as preset. */
  fields: z.strictObject(chosen).default({}),
  /** Whose Sprünge before the register, or both; left out: as preset. */
  paradesBefore: z.enum(standChoices).optional(),
  /** Of the preview: what is done then is what stood there. */
  seen: z.string().max(100).optional(),
})
export type MergeBody = z.infer<typeof mergeBody>

/** A member without what is asked for elsewhere. */
export type MergeMember = Omit<Member, 'exit'>

export type MergePreview = {
  kept: MergeMember
  gone: MergeMember
  preset: Record<MergeField, Side>
  /** The reference under which the bank knows each one's mandate; null without one. */
  mandates: Record<Side, string | null>
  /** Who pays each one's fee, by name; null = themselves. */
  payers: Record<Side, string | null>
  /** The times of membership then. */
  timespans: Member['membershipActiveTimespan']
  stands: StandPreview[]
  presetStand: StandChoice
  /** What cannot be as it was in both: German sentences. */
  conflicts: string[]
  /** Why it does not go; German sentences. */
  refusals: string[]
  /** What moves to the record that stays. */
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

type StandPreview = {
  choice: StandChoice
  paradesBefore: number
  paradesBeforeUntil: string | null
  /** Sprünge in all, were it chosen. */
  total: number
}

/** `mergeId`: what its undo is called by. */
export type Merged = { mergeId: number; keptId: number; goneId: number }
