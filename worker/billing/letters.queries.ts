import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Db } from '#worker/db/db.ts'
import {
  feeBookings,
  feeClaims,
  feeLetterClaims,
  feeLetters,
  letterTexts,
  mails,
  members,
  sepaRuns,
} from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import { defaultDueDate } from '#worker/domain/sepa-due-date.ts'
import { mandateReference } from '#worker/domain/sepa-text.ts'
import { ibanTail } from '#worker/domain/text.ts'
import { eachId } from '#worker/http/many.ts'
import type { FeeLetter } from './billing.contract.ts'
import { selectSettings } from './fees.queries.ts'
import { selectBookings, selectClaims, withBookings } from './ledger.queries.ts'
import { claimObstacles, selectObstacleFacts, toObstacleFacts } from './obstacles.ts'

const member = alias(members, 'member')

/** The recipient of a letter, with the account of a possible debit. */
const addressee = {
  id: members.id,
  firstName: members.firstName,
  lastName: members.lastName,
  birthday: members.birthday,
  memberNumber: members.memberNumber,
  addressStreet: members.addressStreet,
  addressNumber: members.addressNumber,
  addressPlz: members.addressPlz,
  addressTown: members.addressTown,
  eMail: members.eMail,
  membershipState: members.membershipState,
  bankingIban: members.bankingIban,
  bankingSepaAllowedDate: members.bankingSepaAllowedDate,
  mandateReference: members.mandateReference,
}

/** Letters as they were written, newest first. */
export async function findLetters(db: Db, year?: number): Promise<FeeLetter[]> {
  const where = year === undefined ? undefined : eq(feeLetters.year, year)
  const [letters, claims] = await db.batch([
    db
      .select({
        id: feeLetters.id,
        kind: feeLetters.kind,
        step: feeLetters.step,
        year: feeLetters.year,
        runId: feeLetters.runId,
        channel: feeLetters.channel,
        dueOn: feeLetters.dueOn,
        createdAt: feeLetters.createdAt,
        // A batch keys rows by column name, so the name must be distinct.
        payer: { ...addressee, id: sql<number>`${members.id}`.as('addressee_id') },
        mandateId: sql<string | null>`(SELECT b.mandate_id FROM fee_letter_claims lc
          JOIN fee_bookings b ON b.claim_id = lc.claim_id
          WHERE lc.letter_id = ${feeLetters.id} AND b.run_id = ${feeLetters.runId} LIMIT 1)`.as(
          'letter_mandate',
        ),
        opening: feeLetters.opening,
        closing: feeLetters.closing,
        mailState: mails.state,
        voidedAt: feeLetters.voidedAt,
      })
      .from(feeLetters)
      .innerJoin(members, eq(members.id, feeLetters.payerId))
      .leftJoin(mails, eq(mails.letterId, feeLetters.id))
      .where(where)
      .orderBy(desc(feeLetters.id)),
    db
      .select({
        letterId: feeLetterClaims.letterId,
        claimId: feeLetterClaims.claimId,
        openInCent: feeLetterClaims.openInCent,
        year: feeClaims.year,
        member: {
          id: member.id,
          firstName: member.firstName,
          lastName: member.lastName,
          birthday: member.birthday,
        },
      })
      .from(feeLetters)
      .innerJoin(feeLetterClaims, eq(feeLetterClaims.letterId, feeLetters.id))
      .innerJoin(feeClaims, eq(feeClaims.id, feeLetterClaims.claimId))
      .innerJoin(member, eq(member.id, feeClaims.memberId))
      .where(where)
      .orderBy(desc(feeLetters.id), desc(feeClaims.year), asc(feeLetterClaims.claimId)),
  ])
  const ofLetter = Map.groupBy(claims, ({ letterId }) => letterId)
  return letters.map(({ payer, mandateId, ...letter }) => ({
    ...letter,
    ...payerOf(payer, mandateId),
    claims: (ofLetter.get(letter.id) ?? []).map(({ letterId: _, ...claim }) => claim),
  }))
}

type AddresseeRow = Awaited<ReturnType<typeof findFacts>>['payers'][number]

/**
 * The recipient as stated in a letter. The end of the IBAN is only included while the payer still has the
 * mandate of the letter: a new account has a new mandate.
 */
export function payerOf(
  {
    membershipState: _,
    bankingIban,
    bankingSepaAllowedDate,
    mandateReference: own,
    ...payer
  }: AddresseeRow,
  mandateId: string | null,
): Pick<FeeLetter, 'payer' | 'mandateId' | 'ibanEnd'> {
  const { memberNumber } = payer
  const today = mandateReference({ memberNumber, bankingSepaAllowedDate, mandateReference: own })
  const isCurrentMandate = mandateId !== null && today === mandateId
  return { payer, mandateId, ibanEnd: isCurrentMandate ? ibanTail(bankingIban) : null }
}

/** The guild's own texts. */
export function selectLetterTexts(db: Db) {
  return db
    .select({
      kind: letterTexts.kind,
      opening: letterTexts.opening,
      closing: letterTexts.closing,
      openingFormal: letterTexts.openingFormal,
      closingFormal: letterTexts.closingFormal,
    })
    .from(letterTexts)
    .orderBy(asc(letterTexts.id))
}

type Asked = {
  payerIds: readonly number[]
  today: Day
  runId?: number | undefined
  /** For an invoice: the year whose next file is considered. */
  year?: number | undefined
}

/** Everything that decides who gets a letter, in one round trip. */
export async function findFacts(db: Db, { payerIds, today, runId, year = 0 }: Asked) {
  const given = sql`(SELECT value FROM ${eachId(payerIds)})`
  const claimIds = runId === undefined ? paidBy(given) : inRun(runId, given)
  const ofYear = sql`(SELECT ${feeClaims.id} FROM ${feeClaims} WHERE ${feeClaims.year} = ${year})`
  const [payers, claims, bookings, letters, [run], [settings], texts, ...next] = await db.batch([
    db
      .select(addressee)
      .from(members)
      .where(sql`${members.id} IN ${given} AND ${members.anonymisedAt} IS NULL`),
    selectClaims(db, sql`${feeClaims.id} IN ${claimIds}`),
    selectBookings(db, claimIds),
    db
      .select({
        id: feeLetters.id,
        payerId: feeLetters.payerId,
        kind: feeLetters.kind,
        step: feeLetters.step,
        runId: feeLetters.runId,
        dueOn: feeLetters.dueOn,
        createdAt: feeLetters.createdAt,
        claimIds: sql`(SELECT json_group_array(lc.claim_id) FROM fee_letter_claims lc
          WHERE lc.letter_id = ${feeLetters.id})`
          .mapWith((ids: string): number[] => JSON.parse(ids))
          .as('claim_ids'),
      })
      .from(feeLetters)
      .where(sql`${feeLetters.payerId} IN ${given} AND ${feeLetters.voidedAt} IS NULL`)
      .orderBy(desc(feeLetters.id)),
    db
      .select({ year: sepaRuns.year, dueDate: sepaRuns.dueDate, voidedAt: sepaRuns.voidedAt })
      .from(sepaRuns)
      .where(eq(sepaRuns.id, runId ?? 0)),
    selectSettings(db),
    selectLetterTexts(db),
    selectClaims(db, eq(feeClaims.year, year)),
    selectBookings(db, ofYear),
    ...selectObstacleFacts(db, today),
  ])
  if (!settings) throw new Error('guild_settings has no row')
  const [claimsOfYear, theirs, ...answers] = next
  const collectable = withBookings(claimsOfYear, theirs)
  const dueDate = defaultDueDate(today, settings.sepaLeadDays)
  const judge = { today, dueDate, released: new Set<number>() }
  const obstacles = claimObstacles(collectable, toObstacleFacts(answers), judge)
  return {
    payers,
    claims: withBookings(claims, bookings),
    letters,
    run,
    settings,
    texts,
    /** By claim of the year, why the next file leaves it out; null when it is collected. */
    obstacleOf: new Map(collectable.map(({ id }, index) => [id, obstacles[index] ?? null])),
  }
}

export type LetterFacts = Awaited<ReturnType<typeof findFacts>>

/**
 * The claims that these payers had to pay when the year was closed, their own claims, and those of members for
 * whom they pay today.
 */
function paidBy(given: SQL): SQL {
  return sql`(SELECT c.id FROM fee_claims c WHERE c.payer_id IN ${given}
    UNION SELECT c.id FROM fee_claims c WHERE c.member_id IN ${given}
    UNION SELECT c.id FROM members m CROSS JOIN fee_claims c ON c.member_id = m.id
      WHERE m.payer_id IS NOT NULL AND m.payer_id IN ${given})`
}

function inRun(runId: number, given: SQL): SQL {
  return sql`(SELECT b.claim_id FROM ${feeBookings} b
    WHERE b.run_id = ${runId} AND b.claim_id IN ${paidBy(given)})`
}
