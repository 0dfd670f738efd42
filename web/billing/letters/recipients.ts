import type { FeeClaim, FeeLetter } from '#worker/billing/billing.contract.ts'
import type { LetterChannel } from '#worker/domain/codes.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import { liveDebit } from '#worker/domain/fee-ledger.ts'
import {
  channelFor,
  type LetterWay,
  type Occasion,
  type PlannedLetter,
  planLetter,
} from '#worker/domain/fee-letters.ts'
import { hasFullAddress } from '#worker/domain/households.ts'
import { fullName } from '#worker/domain/names.ts'
import { isEmailAddress } from '#worker/domain/text.ts'
import { remindBefore } from '#worker/domain/treasury.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'

export type Recipient = {
  member: MemberRow
  claims: readonly FeeClaim[]
  letter: PlannedLetter
  /** The next SEPA file collects all that the recipient owes, so no payment is needed. */
  isCollectedNext: boolean
  /** A reminder would come within 30 days of an invoice or a reminder about the same fees. */
  isRecent: boolean
  /** A reminder is due: the last invoice or reminder about an open fee was written 30 days ago or earlier. */
  isDue: boolean
  hasAddress: boolean
  hasEmail: boolean
  /** How many of the letter's fees no invoice or reminder has named yet. */
  neverInvoiced: number
  /** The newest letter about the claims; null when there is none. */
  last: FeeLetter | null
}

/** A payer whom the occasion concerns, but who gets no letter. */
export type Refused = {
  member: MemberRow
  problem: string
  /** Whether the reason is that the letter was already written. */
  isWritten: boolean
}

type Known = {
  claims: readonly FeeClaim[]
  letters: readonly FeeLetter[]
  members: readonly MemberRow[]
}

/** Every payer whom the occasion concerns, in list order; payers who owe nothing are left out. */
export function recipientsOf(
  occasion: Occasion,
  { claims, letters, members }: Known,
): { recipients: Recipient[]; refused: Refused[] } {
  const byId = new Map(members.map((member) => [member.id, member]))
  const ofPayer = Map.groupBy(claims, ({ payer }) => payer.id)
  const counting = letters.filter(({ voidedAt }) => voidedAt === null)
  const lettersOf = Map.groupBy(counting, ({ payer }) => payer.id)
  const recipients: Recipient[] = []
  const refused: Refused[] = []
  for (const member of members) {
    const own = ofPayer.get(member.id) ?? []
    if (own.length === 0) continue
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
    if (isNotAsked(occasion, own)) continue
    if ('problem' in answer) {
      const { code, message } = answer.problem
      if (code === 'NothingToCollect') continue
      refused.push({ member, problem: message, isWritten: code === 'NotYet' })
      continue
    }
    const open = own.filter(({ openInCent }) => openInCent > 0)
    const isRecent =
      occasion.kind === 'reminder' &&
      written.some(
        (letter) =>
          letter.kind !== 'notice' &&
          berlinDay(new Date(letter.createdAt)) > remindBefore(occasion.today) &&
          letter.claims.some(({ claimId }) => open.some(({ id }) => id === claimId)),
      )
    const neverInvoiced = answer.letter.claims.filter(
      ({ claimId }) =>
        !written.some(
          ({ kind, claims }) =>
            kind !== 'notice' && claims.some((named) => named.claimId === claimId),
        ),
    ).length
    recipients.push({
      member,
      claims: own,
      letter: answer.letter,
      isCollectedNext:
        occasion.kind !== 'notice' && open.every(({ obstacle }) => obstacle === null),
      isRecent,
      isDue: !isRecent && neverInvoiced < answer.letter.claims.length,
      hasAddress: hasFullAddress(member),
      hasEmail: isEmailAddress(member.eMail),
      neverInvoiced,
      last: written[0] ?? null,
    })
  }
  return { recipients, refused }
}

/** Whether the occasion does not concern the claims: no debit of the run, or nothing open. */
function isNotAsked(occasion: Occasion, claims: readonly FeeClaim[]): boolean {
  if (occasion.kind === 'notice') {
    return claims.every(({ bookings }) => liveDebit(bookings)?.runId !== occasion.runId)
  }
  return claims.every(({ openInCent }) => openInCent <= 0)
}

/** How the recipients get their letters: the way chosen for all, and the members moved to paper. */
export type Sending = { way: LetterWay; onPaper: ReadonlySet<number> }

export function channelOf(
  { member, hasEmail, hasAddress }: Recipient,
  { way, onPaper }: Sending,
): LetterChannel | null {
  return channelFor(way, { hasEmail, hasAddress, onPaper: onPaper.has(member.id) })
}

export const groupKeys = ['mail', 'letter', 'recent', 'collected', 'unreached'] as const
export type GroupKey = (typeof groupKeys)[number]
export type Group = { key: GroupKey; recipients: Recipient[] }

/** The recipients by what they get; a group without recipients is left out. */
export function groupsOf(recipients: readonly Recipient[], sending: Sending): Group[] {
  const groups = Map.groupBy(recipients, (one): GroupKey => {
    const channel = channelOf(one, sending)
    if (channel === null) return 'unreached'
    if (one.isCollectedNext) return 'collected'
    return one.isRecent ? 'recent' : channel
  })
  return groupKeys.flatMap((key) => {
    const found = groups.get(key)
    return found ? [{ key, recipients: found }] : []
  })
}

export function sumOf({ letter }: Recipient): number {
  return letter.claims.reduce((sum, { openInCent }) => sum + openInCent, 0)
}

/**
 * The state of a link to the page of letters; kept in the history, so that the choice survives a reload. With `asks`
 * the page opens with the question whether to write.
 */
export const chosenPayers = (payerIds: readonly number[], { asks = false } = {}) => ({
  payerIds: [...new Set(payerIds)],
  asks,
})

/** In the address: shows and ticks only those to whom a reminder is due. */
export const onlyDueKey = 'due'

export const isAskedAtOnce = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && Reflect.get(state, 'asks') === true

/** null when the page was opened without a choice. */
export function chosenPayerIds(state: unknown): number[] | null {
  const ids = typeof state === 'object' && state !== null ? Reflect.get(state, 'payerIds') : null
  return Array.isArray(ids) ? ids.filter((id) => Number.isInteger(id)) : null
}
