import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Db } from '#worker/db/db.ts'
import {
  feeClaims,
  feeLetterClaims,
  feeLetters,
  guildSettings,
  mails,
  members,
} from '#worker/db/schema.ts'
import { letterWords } from '#worker/domain/fee-letter-words.ts'
import { mandateReference } from '#worker/domain/sepa-text.ts'
import { ibanTail, isEmailAddress } from '#worker/domain/text.ts'
import { type MailDocument, paragraph } from './mail-document.ts'
import { type MailMessage, messageOf, senderName } from './mailer.ts'

type Context = {
  db: Db
  /** The site's public address; "" = none, then the mail has no links. */
  origin: string
}

const member = alias(members, 'member')

/**
 * Whether the letter still applies: all debits of a notice are booked; for other kinds, a part of its fees is
 * still open.
 */
const stillApplies = sql<boolean>`CASE ${feeLetters.kind} WHEN 'notice' THEN NOT EXISTS (
    SELECT 1 FROM fee_letter_claims lc WHERE lc.letter_id = ${feeLetters.id} AND NOT EXISTS (
      SELECT 1 FROM fee_bookings b WHERE b.claim_id = lc.claim_id AND b.run_id = ${feeLetters.runId}
        AND b.amount_in_cent < 0
        AND NOT EXISTS (SELECT 1 FROM fee_bookings r WHERE r.reverses_id = b.id)))
  ELSE EXISTS (SELECT 1 FROM fee_letter_claims lc JOIN fee_open o ON o.claim_id = lc.claim_id
    WHERE lc.letter_id = ${feeLetters.id} AND o.open_in_cent > 0) END`.mapWith(Boolean)

/**
 * The mail of a fee letter, to the address it was written for. `skip` when the letter no longer applies:
 * paid, file voided, or one of its members has died. null when there is no such mail.
 */
export async function renderFeeLetterMail(
  { db, origin }: Context,
  mailId: number,
): Promise<MailMessage | null | 'skip'> {
  const [[letter], claims, [guild]] = await db.batch([
    db
      .select({
        kind: feeLetters.kind,
        step: feeLetters.step,
        year: feeLetters.year,
        dueOn: feeLetters.dueOn,
        opening: feeLetters.opening,
        closing: feeLetters.closing,
        emailAddress: mails.emailAddress,
        stillApplies: stillApplies.as('is_true'),
        mandateId: sql<string | null>`(SELECT b.mandate_id FROM fee_letter_claims lc
          JOIN fee_bookings b ON b.claim_id = lc.claim_id
          WHERE lc.letter_id = ${feeLetters.id} AND b.run_id = ${feeLetters.runId} LIMIT 1)`.as(
          'letter_mandate',
        ),
        payer: {
          id: members.id,
          firstName: members.firstName,
          lastName: members.lastName,
          memberNumber: members.memberNumber,
          membershipState: members.membershipState,
          anonymisedAt: members.anonymisedAt,
          bankingIban: members.bankingIban,
          bankingSepaAllowedDate: members.bankingSepaAllowedDate,
          mandateReference: members.mandateReference,
        },
      })
      .from(mails)
      .innerJoin(feeLetters, eq(feeLetters.id, mails.letterId))
      .innerJoin(members, eq(members.id, feeLetters.payerId))
      .where(eq(mails.id, mailId)),
    db
      .select({
        year: feeClaims.year,
        openInCent: feeLetterClaims.openInCent,
        member: {
          firstName: member.firstName,
          lastName: member.lastName,
          membershipState: member.membershipState,
        },
      })
      .from(mails)
      .innerJoin(feeLetterClaims, eq(feeLetterClaims.letterId, mails.letterId))
      .innerJoin(feeClaims, eq(feeClaims.id, feeLetterClaims.claimId))
      .innerJoin(member, eq(member.id, feeClaims.memberId))
      .where(eq(mails.id, mailId))
      .orderBy(sql`${feeClaims.year} DESC`, feeClaims.id),
    db
      .select({
        name: guildSettings.name,
        contactEmail: guildSettings.contactEmail,
        creditorName: guildSettings.creditorName,
        creditorId: guildSettings.creditorId,
        creditorIban: guildSettings.creditorIban,
        creditorBic: guildSettings.creditorBic,
      })
      .from(guildSettings),
  ])
  if (!letter?.emailAddress || !guild) return null
  const { payer } = letter
  const isOver = payer.anonymisedAt !== null || !letter.stillApplies
  const people = [payer, ...claims.map((claim) => claim.member)]
  if (isOver || people.some(({ membershipState }) => membershipState === 'Died')) return 'skip'
  const isTheirs = letter.mandateId !== null && mandateReference(payer) === letter.mandateId
  const ibanEnd = isTheirs ? ibanTail(payer.bankingIban) : null
  const words = letterWords({ ...letter, claims, ibanEnd }, guild)
  const guildName = senderName(guild.name)
  const document: MailDocument = {
    subject: words.subject,
    blocks: [
      paragraph(words.greeting),
      ...words.opening.map(paragraph),
      {
        is: 'list',
        entries: words.fees.map(({ title, amount }) => ({ title, lines: [amount] })),
      },
      { is: 'emphasis', text: words.sum },
      {
        is: 'list',
        entries: [
          {
            title: letter.kind === 'notice' ? 'Einzug' : 'Überweisung',
            lines: words.facts.map(({ label, value }) => `${label}: ${value}`),
          },
        ],
      },
      ...words.closing.map(paragraph),
    ],
    signature: ['Viele Grüße', guildName],
  }
  const message = await messageOf(document, { to: letter.emailAddress, guildName, origin })
  const { contactEmail } = guild
  return { ...message, ...(isEmailAddress(contactEmail) && { replyTo: contactEmail.trim() }) }
}
