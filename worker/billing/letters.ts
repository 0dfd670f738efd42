import { eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { z } from 'zod'
import { commit, guard } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { feeLetterClaims, feeLetters, letterTexts, mails } from '#worker/db/schema.ts'
import { insertSelected, rowsOf } from '#worker/db/statements.ts'
import type { LetterTextKind } from '#worker/domain/codes.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { DomainError, type RejectedRow } from '#worker/domain/errors.ts'
import { openInCent } from '#worker/domain/fee-ledger.ts'
import { feeReference, type LetterText, textsFor } from '#worker/domain/fee-letter-words.ts'
import {
  channelFor,
  type Occasion,
  type Payer,
  planLetter,
  unreachableWords,
} from '#worker/domain/fee-letters.ts'
import { hasFullAddress } from '#worker/domain/households.ts'
import { fullName } from '#worker/domain/names.ts'
import { mandateReference } from '#worker/domain/sepa-text.ts'
import { isEmailAddress } from '#worker/domain/text.ts'
import { eachId, rowsRejectedError } from '#worker/http/many.ts'
import { validationError } from '#worker/http/validate.ts'
import type { Mailer } from '#worker/mail/mailer.ts'
import type { FeeLetter, lettersBody, OwnLetterText, voidLettersBody } from './billing.contract.ts'
import { assertCreditorAccount, toCreditor } from './creditor.ts'
import type { BillingDeps } from './deps.ts'
import { findFacts, findLetters, type LetterFacts, payerOf } from './letters.queries.ts'

type Body = z.output<typeof lettersBody>

/** The letters of a year, or of all years, newest first. */
export function listLetters({ db }: Pick<BillingDeps, 'db'>, year?: number): Promise<FeeLetter[]> {
  return findLetters(db, year)
}

/**
 * Stores letters to these payers, and puts those by mail into the outbox.
 * @throws DomainError RowsRefused with the payers who get no letter, and why
 */
export async function writeLetters(
  { db, now, today, user, mailer }: BillingDeps & { mailer: Mailer | null },
  body: Body,
): Promise<FeeLetter[]> {
  if (body.channel === 'mail') assertMailer(mailer)
  const { payerIds } = body
  const facts = await findFacts(db, factsQueryOf(body, today))
  const planned = plan(facts, body, today)
  const channels = new Set(planned.map(({ letter }) => letter.channel))
  if (channels.has('mail')) assertMailer(mailer)
  const at = now.toISOString()
  // A concurrent request has written a letter, booked or merged a member: read again to find the reason.
  const whyNot = async () => {
    plan(await findFacts(db, factsQueryOf(body, today)), body, today)
    return rowsRejectedError([], payerIds.length)
  }
  const [, , written] = await commit(
    db,
    [
      guard('newestLetter', isNewestLetter(facts, payerIds)),
      guard('newestBooking', isNewestBooking(facts)),
      insertLetters(planned, { body, at, userId: user.id }),
      ...insertBehind(planned, at),
      recordEvent({
        entity: 'feeLetter',
        entityId: sql`(SELECT max(id) FROM fee_letters)`,
        changes: {
          kind: body.kind,
          year: body.year,
          count: planned.length,
          // Letters by both channels have the way as their channel.
          channel: channels.size === 1 ? [...channels].join('') : body.channel,
        },
      }),
    ],
    { newestLetter: whyNot, newestBooking: whyNot, foreignKey: whyNot },
  )
  const ids = new Map(written.map(({ id, payerId }) => [payerId, id]))
  return planned.map(({ letter }) => ({
    ...letter,
    id: ids.get(letter.payer.id) ?? 0,
    createdAt: at,
  }))
}

function assertMailer(mailer: Mailer | null): void {
  if (mailer) return
  const message = 'Es ist kein Absender eingerichtet. Drucke die Schreiben stattdessen.'
  throw new DomainError('MailUnavailable', message)
}

/**
 * Voids printed letters that were not sent, or reverts that; voided letters are ignored by later ones. Letters
 * with the wanted state keep it.
 * @throws DomainError RowsRefused with letters by mail and unknown ids
 */
export async function voidLetters(
  { db, now, user }: BillingDeps,
  { ids, voided }: z.output<typeof voidLettersBody>,
): Promise<void> {
  const named = sql`${eachId(ids)} AS wanted LEFT JOIN fee_letters l ON l.id = wanted.value`
  const isPrinted = sql`l.channel IS 'letter'`
  const fields = voided
    ? { voidedAt: now.toISOString(), voidedBy: user.id }
    : { voidedAt: null, voidedBy: null }
  const [others] = await commit(db, [
    rowsOf<{ id: number }>(db, { id: sql`wanted.value` }, sql`${named} WHERE NOT (${isPrinted})`),
    write
      .update(feeLetters)
      .set(fields)
      .where(
        sql`${feeLetters.id} IN (SELECT value FROM ${eachId(ids)})
          AND (${feeLetters.voidedAt} IS NULL) = ${Number(voided)}
          AND NOT EXISTS (SELECT 1 FROM ${named} WHERE NOT (${isPrinted}))`,
      ),
    recordEvent({
      entity: 'feeLetter',
      entityId: ids[0] ?? 0,
      changes: { count: ids.length, voided },
      onlyIf: sql`changes() > 0`,
    }),
  ])
  if (others.length === 0) return
  const message = 'Zurücknehmen lässt sich nur, was gedruckt wurde: Eine E-Mail ist unterwegs.'
  throw rowsRejectedError(
    others.map(({ id }) => ({ id, code: 'InvalidRequest', message })),
    ids.length,
  )
}

function factsQueryOf({ kind, runId, payerIds, year }: Body, today: string) {
  switch (kind) {
    case 'notice':
      return { payerIds, today, runId: runId ?? 0 }
    case 'invoice':
      return { payerIds, today, year }
    case 'reminder':
      return { payerIds, today }
  }
}

type Planned = { letter: Omit<FeeLetter, 'id' | 'createdAt'> }

/** All letters, or an error with the reasons; never only some of them. */
function plan(facts: LetterFacts, body: Body, today: string): Planned[] {
  assertDueDay(facts, body, today)
  if (body.kind === 'notice') toCreditor(facts.settings)
  else assertCreditorAccount(facts.settings)
  const occasion = occasionOf(body, today)
  const rows = new Map(facts.payers.map((row) => [row.id, row]))
  const claims = Map.groupBy(facts.claims, ({ payer }) => payer.id)
  const letters = Map.groupBy(facts.letters, ({ payerId }) => payerId)
  const onPaper = new Set(body.onPaper)
  const rejectedRows: RejectedRow[] = []
  const planned: Planned[] = []
  for (const id of body.payerIds) {
    const row = rows.get(id)
    if (!row) {
      rejectedRows.push({ id, code: 'NotFound', message: 'Ein Mitglied gibt es nicht mehr.' })
      continue
    }
    const own = (claims.get(id) ?? []).filter(
      (claim) => body.kind !== 'notice' || isCollectedFrom(row, claim, body),
    )
    const payer: Payer = {
      name: fullName(row),
      hasDied: row.membershipState === 'Died',
      letters: letters.get(id) ?? [],
      claims: own.map((claim) => ({
        ...claim,
        openInCent: openInCent(claim),
        obstacle: facts.obstacleOf.get(claim.id) ?? null,
        memberName: fullName(claim.member),
        hasMemberDied: claim.member.membershipState === 'Died',
      })),
    }
    const answer = planLetter(occasion, payer)
    if ('problem' in answer) {
      rejectedRows.push({ id, ...answer.problem })
      continue
    }
    const channel = channelFor(body.channel, {
      hasEmail: isEmailAddress(row.eMail),
      hasAddress: hasFullAddress(row),
      onPaper: onPaper.has(id),
    })
    if (channel === null) {
      const lacks = unreachableWords[onPaper.has(id) ? 'letter' : body.channel]
      const message = `${payer.name} hat ${lacks}.`
      rejectedRows.push({ id, code: 'ValidationFailed', message })
      continue
    }
    const { step, year } = answer.letter
    const statedClaims = answer.letter.claims.flatMap(({ claimId, openInCent }) => {
      const claim = own.find((one) => one.id === claimId)
      if (!claim) return []
      const { id: memberId, firstName, lastName, birthday } = claim.member
      const member = { id: memberId, firstName, lastName, birthday }
      return [{ claimId, year: claim.year, member, openInCent }]
    })
    const mandateId = body.kind === 'notice' ? mandateOf(own, body.runId) : null
    planned.push({
      letter: {
        kind: body.kind,
        step,
        year,
        runId: body.kind === 'notice' ? (body.runId ?? null) : null,
        channel,
        dueOn: body.dueOn,
        ...textsFor({ kind: body.kind, step, payer: row }, facts.texts),
        ...payerOf(row, mandateId),
        claims: statedClaims.toSorted((a, b) => b.year - a.year || a.claimId - b.claimId),
        mailState: channel === 'mail' ? 'waiting' : null,
        voidedAt: null,
      },
    })
  }
  if (rejectedRows.length > 0) throw rowsRejectedError(rejectedRows, body.payerIds.length)
  return planned
}

function assertDueDay(
  { run }: LetterFacts,
  { kind, runId, year, dueOn }: Body,
  today: string,
): void {
  if (kind === 'notice') {
    if (runId === undefined) throw validationError({ runId: 'Wähle die Datei.' })
    if (!run || run.year !== year) {
      throw validationError({ runId: `Diese Datei gibt es für ${year} nicht.` })
    }
    if (run.voidedAt) throw validationError({ runId: 'Diese Datei wurde verworfen.' })
    if (run.dueDate !== dueOn) {
      throw validationError({ dueOn: `Diese Datei ist am ${germanDate(run.dueDate)} fällig.` })
    }
  }
  if (dueOn < today) throw validationError({ dueOn: 'Wähle einen Tag ab heute.' })
}

function occasionOf({ kind, runId = 0, year }: Body, today: string): Occasion {
  switch (kind) {
    case 'notice':
      return { kind, today, runId }
    case 'invoice':
      return { kind, today, year }
    case 'reminder':
      return { kind, today }
  }
}

/**
 * Whether the file collects this claim from the payer's account. A member who became the payer after the death
 * of another one only counts for later files, recognised by their mandate or number.
 */
function isCollectedFrom(
  row: LetterFacts['payers'][number],
  { payerAtClosing, bookings }: LetterFacts['claims'][number],
  { runId, year }: Body,
): boolean {
  if (payerAtClosing === row.id) return true
  const own = feeReference(year, row)
  return bookings.some(
    (line) =>
      line.kind === 'collected' &&
      line.runId === runId &&
      (line.mandateId === mandateReference(row) ||
        line.endToEndId === own ||
        line.endToEndId?.startsWith(`${own}-`)),
  )
}

function mandateOf(claims: LetterFacts['claims'], runId?: number): string | null {
  const bookings = claims.flatMap(({ bookings }) => bookings)
  return bookings.find((booking) => booking.runId === runId)?.mandateId ?? null
}

/** For a guard: no letter to these payers is newer than those read, so two concurrent requests write one letter. */
function isNewestLetter({ letters }: LetterFacts, payerIds: readonly number[]) {
  const newest = Math.max(0, ...letters.map(({ id }) => id))
  return sql`(SELECT coalesce(max(id), 0) FROM fee_letters
    WHERE payer_id IN (SELECT value FROM ${eachId(payerIds)}) AND voided_at IS NULL) = ${newest}`
}

/** Whether nothing has been booked on these claims since they were read. */
function isNewestBooking({ claims }: LetterFacts) {
  const newest = Math.max(0, ...claims.flatMap(({ bookings }) => bookings.map(({ id }) => id)))
  return sql`(SELECT coalesce(max(id), 0) FROM fee_bookings
    WHERE claim_id IN (SELECT value FROM ${eachId(claims.map(({ id }) => id))})) = ${newest}`
}

type Writing = { body: Body; at: string; userId: number }

function insertLetters(planned: readonly Planned[], { body, at, userId }: Writing) {
  const rows = planned.map(({ letter }) => ({
    payerId: letter.payer.id,
    step: letter.step,
    year: letter.year,
    channel: letter.channel,
    opening: letter.opening,
    closing: letter.closing,
  }))
  return insertSelected(
    feeLetters,
    {
      kind: body.kind,
      step: sql`j.value ->> '$.step'`,
      year: sql`j.value ->> '$.year'`,
      runId: body.kind === 'notice' ? (body.runId ?? null) : null,
      payerId: sql`j.value ->> '$.payerId'`,
      channel: sql`j.value ->> '$.channel'`,
      dueOn: body.dueOn,
      opening: sql`j.value ->> '$.opening'`,
      closing: sql`j.value ->> '$.closing'`,
      createdAt: at,
      createdBy: userId,
    },
    sql`json_each(${JSON.stringify(rows)}) AS j WHERE 1 ORDER BY j.key`,
  ).returning({ id: feeLetters.id, payerId: feeLetters.payerId })
}

/** The payer's newest letter, inserted by the statement before. */
const newestOfPayer = sql`(SELECT max(l.id) FROM fee_letters l
  WHERE l.payer_id = (j.value ->> '$.payerId'))`

/** Inserts the claims and the mails of the letters that the statement before has inserted. */
function insertBehind(planned: readonly Planned[], at: string): BatchItem<'sqlite'>[] {
  const claimRows = planned.flatMap(({ letter }) =>
    letter.claims.map(({ claimId, openInCent }) => ({
      payerId: letter.payer.id,
      claimId,
      openInCent,
    })),
  )
  const claims = insertSelected(
    feeLetterClaims,
    {
      letterId: newestOfPayer,
      claimId: sql`j.value ->> '$.claimId'`,
      openInCent: sql`j.value ->> '$.openInCent'`,
    },
    sql`json_each(${JSON.stringify(claimRows)}) AS j WHERE 1`,
  )
  const addresses = planned.flatMap(({ letter: { payer, channel } }) =>
    channel === 'mail' ? [{ payerId: payer.id, emailAddress: payer.eMail.trim() }] : [],
  )
  if (addresses.length === 0) return [claims]
  return [
    claims,
    insertSelected(
      mails,
      {
        key: sql`'letter-' || ${newestOfPayer}`,
        kind: 'feeLetter',
        letterId: newestOfPayer,
        emailAddress: sql`j.value ->> '$.emailAddress'`,
        state: 'waiting',
        notBefore: at,
        createdAt: at,
      },
      sql`json_each(${JSON.stringify(addresses)}) AS j WHERE 1 ORDER BY j.key`,
    ),
  ]
}

/** Stores the guild's own texts of a kind of letter; letters already written keep theirs. */
export async function saveLetterText(
  { db }: Pick<BillingDeps, 'db'>,
  kind: LetterTextKind,
  text: LetterText,
): Promise<OwnLetterText> {
  await commit(db, [
    write
      .insert(letterTexts)
      .values({ kind, ...text })
      .onConflictDoUpdate({ target: letterTexts.kind, set: text }),
  ])
  return { kind, ...text }
}

/** Deletes the guild's own texts of a kind of letter; the default text applies again. */
export async function resetLetterText(
  { db }: Pick<BillingDeps, 'db'>,
  kind: LetterTextKind,
): Promise<void> {
  await commit(db, [write.delete(letterTexts).where(eq(letterTexts.kind, kind))])
}
