import type { FeeClaim, FeeLetter } from '#worker/billing/billing.contract.ts'
import { liveDebit } from '#worker/domain/fee-ledger.ts'
import { type Occasion, type PlannedLetter, planLetter } from '#worker/domain/fee-letters.ts'
import { hasFullAddress } from '#worker/domain/households.ts'
import { fullName } from '#worker/domain/names.ts'
import { isEmailAddress } from '#worker/domain/text.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'

export type Recipient = {
  member: MemberRow
  claims: readonly FeeClaim[]
  /** null = none is written; `problem` says why. */
  letter: PlannedLetter | null
  problem: string | null
  /** They have it already. */
  isWritten: boolean
  /** The next file collects all of it: nobody needs to pay. */
  isCollectedNext: boolean
  hasAddress: boolean
  hasEmail: boolean
  /** The newest that was written about it. */
  last: FeeLetter | null
}

type Known = {
  claims: readonly FeeClaim[]
  letters: readonly FeeLetter[]
  members: readonly MemberRow[]
}

/** Everybody who has something to do with it, in the order of the list; who owes nothing is left out. */
export function recipientsOf(occasion: Occasion, { claims, letters, members }: Known): Recipient[] {
  const byId = new Map(members.map((member) => [member.id, member]))
  const ofPayer = Map.groupBy(claims, ({ payer }) => payer.id)
  const counting = letters.filter(({ voidedAt }) => voidedAt === null)
  const lettersOf = Map.groupBy(counting, ({ payer }) => payer.id)
  return members.flatMap((member): Recipient[] => {
    const own = ofPayer.get(member.id) ?? []
    if (own.length === 0) return []
    const written = lettersOf.get(member.id) ?? []
    const answer = planLetter(occasion, {
      name: fullName(member),
      hasDied: member.membershipState === 'Died',
      letters: written.map((letter) => ({
        ...letter,
        claimIds: letter.claims.map(({ claimId }) => claimId),
      })),
      claims: own.map((claim) => ({
        ...claim,
        memberName: fullName(claim.member),
        hasMemberDied: byId.get(claim.member.id)?.membershipState === 'Died',
      })),
    })
    const problem = 'problem' in answer ? answer.problem : null
    if (problem?.code === 'NothingToCollect' || isNotAsked(occasion, own)) return []
    const letter = 'letter' in answer ? answer.letter : null
    const open = own.filter(({ openInCent }) => openInCent > 0)
    return [
      {
        member,
        claims: own,
        letter,
        problem: problem?.message ?? null,
        isWritten: problem?.code === 'NotYet',
        isCollectedNext:
          occasion.kind !== 'notice' && open.every(({ obstacle }) => obstacle === null),
        hasAddress: hasFullAddress(member),
        hasEmail: isEmailAddress(member.eMail),
        last: written[0] ?? null,
      },
    ]
  })
}

/** Who died and owes nothing is nobody to talk of. */
function isNotAsked(occasion: Occasion, claims: readonly FeeClaim[]): boolean {
  if (occasion.kind === 'notice') {
    return claims.every(({ bookings }) => liveDebit(bookings)?.runId !== occasion.runId)
  }
  return claims.every(({ openInCent }) => openInCent <= 0)
}

/** Whom it reaches in this way. */
export function isReached(recipient: Recipient, channel: 'mail' | 'letter'): boolean {
  return channel === 'mail' ? recipient.hasEmail : recipient.hasAddress
}
