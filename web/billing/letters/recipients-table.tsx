import { paths } from '#web/paths.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import {
  RowLink,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableRow,
} from '#web/ui/table.tsx'
import type { FeeClaim, FeeLetter } from '#worker/billing/billing.contract.ts'
import type { LetterChannel } from '#worker/domain/codes.ts'
import { liveDebit } from '#worker/domain/fee-ledger.ts'
import { type Occasion, type PlannedLetter, planLetter } from '#worker/domain/fee-letters.ts'
import { hasFullAddress } from '#worker/domain/households.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { fullName, listName } from '#worker/domain/names.ts'
import { isEmailAddress } from '#worker/domain/text.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'
import { letterSummary } from './letter-words.ts'

type RecipientsTableProps = {
  recipients: readonly Recipient[]
  channel: LetterChannel
  isTicked: (recipient: Recipient) => boolean
  mayTick: boolean
  onTick: (id: number, isOn: boolean) => void
  /** Ticks all reachable recipients, or none. */
  onTickAll: (isOn: boolean) => void
}

/** Recipients who cannot be reached come first, because the clerk has to act on them. */
export function RecipientsTable({
  recipients,
  channel,
  isTicked,
  mayTick,
  onTick,
  onTickAll,
}: RecipientsTableProps) {
  const rows = recipients.toSorted(
    (a, b) => Number(hasAddressFor(a, channel)) - Number(hasAddressFor(b, channel)),
  )
  const reached = rows.filter((one) => hasAddressFor(one, channel))
  return (
    <>
      {mayTick && reached.length > 1 && (
        <div className="px-6 max-md:px-4">
          <Checkbox
            checked={reached.every(isTicked)}
            onChange={(event) => onTickAll(event.target.checked)}
          >
            Alle {reached.length}
          </Checkbox>
        </div>
      )}
      <Table size="sm" aria-labelledby="recipients">
        <TableHead>
          <TableRow>
            <TableHeadCell>Name</TableHeadCell>
            <TableHeadCell numeric>Summe</TableHeadCell>
            <TableHeadCell>E-Mail</TableHeadCell>
            <TableHeadCell>Zuletzt geschrieben</TableHeadCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((one) => (
            <TableRow key={one.member.id}>
              <TableCell at="first">
                <span className="flex flex-wrap items-center gap-2">
                  {mayTick && (
                    <Checkbox
                      aria-label={listName(one.member)}
                      checked={isTicked(one)}
                      disabled={!hasAddressFor(one, channel)}
                      onChange={(event) => onTick(one.member.id, event.target.checked)}
                    />
                  )}
                  <RowLink to={paths.member(one.member.id)}>{listName(one.member)}</RowLink>
                </span>
                <Hint recipient={one} channel={channel} />
              </TableCell>
              <TableCell numeric at="right">
                {germanEuro(sumOf(one))}
              </TableCell>
              <TableCell at="below" before="E-Mail">
                {one.hasEmail ? 'Ja' : 'Nein'}
              </TableCell>
              <TableCell {...(one.last ? { at: 'below', before: 'Zuletzt' } : { at: 'nowhere' })}>
                {one.last ? letterSummary(one.last) : ''}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </>
  )
}

function Hint({ recipient, channel }: { recipient: Recipient; channel: LetterChannel }) {
  const why = hintOf(recipient, channel)
  return why && <span className="block text-muted-foreground text-sm">{why}</span>
}

function hintOf(recipient: Recipient, channel: LetterChannel): string | null {
  if (!hasAddressFor(recipient, channel)) {
    return channel === 'mail' ? 'Keine E-Mail Adresse' : 'Keine vollständige Anschrift'
  }
  return recipient.isCollectedNext ? 'Kommt in die nächste SEPA-Datei' : null
}

function sumOf({ letter }: Recipient): number {
  return letter?.claims.reduce((sum, { openInCent }) => sum + openInCent, 0) ?? 0
}

export type Recipient = {
  member: MemberRow
  claims: readonly FeeClaim[]
  /** null when no letter is written; `problem` then gives the reason. */
  letter: PlannedLetter | null
  problem: string | null
  /** The letter was already written. */
  isWritten: boolean
  /** The next SEPA file collects all of it, so no payment is needed. */
  isCollectedNext: boolean
  hasAddress: boolean
  hasEmail: boolean
  /** The newest letter about these fees. */
  last: FeeLetter | null
}

type Known = {
  claims: readonly FeeClaim[]
  letters: readonly FeeLetter[]
  members: readonly MemberRow[]
}

/** Every payer whom the occasion concerns, in list order; payers who owe nothing are left out. */
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

/** A deceased member who owes nothing is left out. */
function isNotAsked(occasion: Occasion, claims: readonly FeeClaim[]): boolean {
  if (occasion.kind === 'notice') {
    return claims.every(({ bookings }) => liveDebit(bookings)?.runId !== occasion.runId)
  }
  return claims.every(({ openInCent }) => openInCent <= 0)
}

/** Whether the recipient has an address for this channel. */
export function hasAddressFor(recipient: Recipient, channel: 'mail' | 'letter'): boolean {
  return channel === 'mail' ? recipient.hasEmail : recipient.hasAddress
}
