import { and, desc, gte, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type Db, write } from '#worker/db/db.ts'
import {
  auditEntries,
  checkInActs,
  circularAttachmentParts,
  circularAttachments,
  circularRecipients,
  circulars,
  disclosures,
  feeBookings,
  feeClaims,
  feeLetterClaims,
  feeLetters,
  journal,
  knownBrowsers,
  mails,
  members,
  orderHistory,
  orderRefunds,
  orders,
  participations,
  paymentEvents,
  refusals,
  retentionRuns,
  sepaRunParts,
  sepaRuns,
  sessions,
  userLinks,
} from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import {
  firstInstantKept,
  lastDayOver,
  lastSeasonOver,
  type RetentionRule,
  retention,
} from '#worker/domain/retention.ts'
import { hasOpenFee, leftOn } from './former-members.queries.ts'

/** Name, phone and consent of a guardian, forgotten. */
export const withoutGuardian = {
  guardianName: null,
  guardianPhone: null,
  guardianConsent: null,
  guardianAt: null,
}

/** Rows that one batch deletes at most; further batches follow in later runs. */
export const batchLimit = 500

type Context = { db: Db; now: Date; today: Day }

/** One batch. Its last statement returns the deleted rows, at most `batchLimit`. */
export type RetentionBatch = readonly [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]]

/** Rules that run at night; the others run every few minutes. */
export type NightlyRule = Exclude<RetentionRule, 'networks' | 'stagedImports'>

/** The batches of each rule delete what is overdue: run again, they find nothing more. */
export const retentionBatches: Record<NightlyRule, (context: Context) => RetentionBatch[]> = {
  unpaidOrders: ({ today }) => {
    const over = sql`(SELECT o.id FROM orders o
      WHERE o.state IN ('expired', 'cancelled', 'failed')
        AND o.created_at < ${lastDayOver(retention.unpaidOrders, today)}
        AND o.paid_at IS NULL AND coalesce(o.received_in_cent, 0) = 0
        AND o.attention IS NULL AND o.disputed_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM order_refunds r WHERE r.order_id = o.id)
        AND NOT EXISTS (SELECT 1 FROM participations p WHERE p.order_id = o.id
          AND (p.state IN ('reserved', 'booked') OR p.participation_fee_payed = 1))
      ORDER BY o.created_at, o.id LIMIT ${batchLimit})`
    return [
      [
        write.delete(mails).where(sql`${mails.orderId} IN ${over}`),
        write.delete(orderHistory).where(sql`${orderHistory.orderId} IN ${over}`),
        write.delete(paymentEvents).where(sql`${paymentEvents.orderId} IN ${over}`),
        write.delete(participations).where(sql`${participations.orderId} IN ${over}`),
        // Orders are deleted last, because the other statements select by them.
        write.delete(orders).where(sql`${orders.id} IN ${over}`).returning({ id: orders.id }),
      ],
    ]
  },

  eMailOfParticipants: ({ today }) => {
    const until = lastDayOver(retention.eMailOfParticipants, today)
    const isOver = (paradeId: SQL) => sql`NOT EXISTS (SELECT 1 FROM parades d
      WHERE d.id = ${paradeId} AND d.date > ${until})`
    const overOrders = sql`(SELECT o.id FROM orders o WHERE o.created_at < ${dayAfter(until)}
      AND (o.email_address <> '' OR o.request_key NOT GLOB 'x:*') AND o.state NOT IN ('pending', 'waiting')
      AND NOT EXISTS (SELECT 1 FROM participations p JOIN parades d ON d.id = p.parade_id
        WHERE p.order_id = o.id AND d.date > ${until})
      ORDER BY o.created_at, o.id LIMIT ${batchLimit})`
    const overMails = sql`(SELECT m.id FROM mails m WHERE m.email_address IS NOT NULL
      AND m.user_id IS NULL AND m.disclosure_id IS NULL AND m.created_at < ${dayAfter(until)}
      AND ${isOver(sql`m.parade_id`)} LIMIT ${batchLimit})`
    return [
      [
        write
          .update(orders)
          // The request key contains addresses and birthdays, and is no longer needed.
          .set({ emailAddress: '', requestKey: sql`'x:' || ${orders.id}` })
          .where(sql`${orders.id} IN ${overOrders}`)
          .returning({ id: orders.id }),
      ],
      [
        write
          .update(mails)
          .set({ emailAddress: null })
          .where(sql`${mails.id} IN ${overMails}`)
          .returning({ id: mails.id }),
      ],
    ]
  },

  guardians: ({ today }) => {
    const over = sql`(SELECT p.id FROM parades d CROSS JOIN participations p
      ON p.parade_id = d.id AND p.guardian_name IS NOT NULL
      WHERE d.date <= ${lastDayOver(retention.guardians, today)} LIMIT ${batchLimit})`
    return [
      [
        // The journal is left as it is: it keeps whole rows, but only for 30 days.
        write
          .update(participations)
          .set(withoutGuardian)
          .where(sql`${participations.id} IN ${over}`)
          .returning({ id: participations.id }),
      ],
    ]
  },

  birthdayOfUnmatched: ({ today }) => {
    // All places of a person at once, after the last of their seasons, so that the person keeps one key. Rows
    // without a birthday need nothing.
    const people = sql`(SELECT p.person_key AS key, 'x:' || min(p.id) AS forgotten
      FROM participations p JOIN parades d ON d.id = p.parade_id
      WHERE p.member_id IS NULL GROUP BY p.person_key
      HAVING max(p.birthday) IS NOT NULL AND max(d.date) <= ${lastSeasonOver(today)}
      LIMIT ${batchLimit}) AS people`
    const columnOfPlaces = (
      column: 'id' | 'order_id',
    ) => sql`(SELECT p.${sql.raw(column)} FROM ${people}
      CROSS JOIN participations p WHERE p.person_key = people.key AND p.member_id IS NULL)`
    // Of places deleted with their parade only the history remains.
    const ofDeleted = sql`(SELECT l.id FROM audit_entries l WHERE l.entity = 'participation'
      AND l.member_id IS NULL AND l.at < ${dayAfter(lastSeasonOver(today))}
      AND l.changes ->> '$.birthday' IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM participations p WHERE p.id = l.entity_id) LIMIT ${batchLimit})`
    const withoutBirthday = sql`json_remove(${auditEntries.changes}, '$.birthday')`
    return [
      [
        write
          .update(auditEntries)
          .set({ changes: withoutBirthday })
          .where(sql`${auditEntries.id} IN ${ofDeleted}`)
          .returning({ id: auditEntries.id }),
      ],
      [
        // Entries made by staff are in the history as well.
        write
          .update(auditEntries)
          .set({ changes: withoutBirthday })
          .where(
            sql`${auditEntries.entity} = 'participation' AND ${auditEntries.entityId} IN ${columnOfPlaces('id')}
              AND ${auditEntries.changes} IS NOT NULL`,
          ),
        write
          .delete(journal)
          .where(
            sql`${journal.entity} = 'participations' AND ${journal.rowId} IN ${columnOfPlaces('id')}`,
          ),
        // The request key contains the birthdays of all people of the order.
        write
          .update(orders)
          .set({ requestKey: sql`'x:' || ${orders.id}` })
          .where(
            sql`${orders.id} IN ${columnOfPlaces('order_id')} AND ${orders.state} NOT IN ('pending', 'waiting')`,
          ),
        write
          .update(participations)
          .set({
            birthday: null,
            personKey: sql`people.forgotten`,
            givenKey: sql`people.forgotten`,
          })
          .from(people)
          .where(
            and(sql`${participations.personKey} = people.key`, isNull(participations.memberId)),
          )
          .returning({ id: participations.id }),
      ],
    ]
  },

  bookings: ({ today }) => {
    const kept = firstInstantKept(retention.bookings, today)
    const over = sql`(SELECT o.id FROM orders o WHERE o.created_at < ${kept}
      AND (o.first_name <> '' OR o.last_name <> '') AND o.state NOT IN ('pending', 'waiting')
      AND coalesce(o.paid_at, '') < ${kept} AND coalesce(o.closed_at, '') < ${kept}
      AND NOT EXISTS (SELECT 1 FROM order_refunds r WHERE r.order_id = o.id
        AND (r.state = 'pending' OR coalesce(r.done_at, r.requested_at) >= ${kept}))
      ORDER BY o.created_at, o.id LIMIT ${batchLimit})`
    return [
      [
        write
          .update(orderHistory)
          .set({ detail: null })
          .where(and(sql`${orderHistory.orderId} IN ${over}`, isNotNull(orderHistory.detail))),
        write
          .update(orderRefunds)
          .set({ error: null })
          .where(and(sql`${orderRefunds.orderId} IN ${over}`, isNotNull(orderRefunds.error))),
        write
          .update(orders)
          .set({ firstName: '', lastName: '', requestKey: sql`'x:' || ${orders.id}` })
          .where(sql`${orders.id} IN ${over}`)
          .returning({ id: orders.id }),
      ],
    ]
  },

  directDebits: ({ today }) => {
    const kept = firstInstantKept(retention.directDebits, today)
    const year = Number(kept.slice(0, 4))
    const isOver = (l: string) => sql.raw(`${l}.year <= ${year} AND ${l}.created_at < '${kept}'`)
    // A fee is kept as a whole as long as one of its bookings or letters has to be kept.
    const claims = sql`(SELECT c.id FROM fee_claims c WHERE ${isOver('c')}
      AND NOT EXISTS (SELECT 1 FROM fee_bookings b WHERE b.claim_id = c.id
        AND (b.created_at >= ${kept} OR b.day > ${`${year}-12-31`}))
      AND NOT EXISTS (SELECT 1 FROM fee_letter_claims t JOIN fee_letters l ON l.id = t.letter_id
        WHERE t.claim_id = c.id AND l.created_at >= ${kept})
      ORDER BY c.year, c.id LIMIT ${batchLimit})`
    const letters = sql`(SELECT l.id FROM fee_letters l WHERE ${isOver('l')}
      AND NOT EXISTS (SELECT 1 FROM fee_letter_claims t WHERE t.letter_id = l.id)
      ORDER BY l.year, l.id LIMIT ${batchLimit})`
    const runs = sql`(SELECT r.id FROM sepa_runs r WHERE ${isOver('r')}
      AND NOT EXISTS (SELECT 1 FROM fee_bookings b WHERE b.run_id = r.id)
      AND NOT EXISTS (SELECT 1 FROM fee_letters l WHERE l.run_id = r.id)
      ORDER BY r.year, r.id LIMIT ${batchLimit})`
    return [
      [
        write.delete(feeLetterClaims).where(sql`${feeLetterClaims.claimId} IN ${claims}`),
        // All bookings of a fee in one statement, because they refer to each other.
        write.delete(feeBookings).where(sql`${feeBookings.claimId} IN ${claims}`),
        write
          .delete(feeClaims)
          .where(sql`${feeClaims.id} IN ${claims}`)
          .returning({ id: feeClaims.id }),
      ],
      [
        write.delete(mails).where(sql`${mails.letterId} IN ${letters}`),
        write
          .delete(feeLetters)
          .where(sql`${feeLetters.id} IN ${letters}`)
          .returning({ id: feeLetters.id }),
      ],
      [
        write.delete(sepaRunParts).where(sql`${sepaRunParts.runId} IN ${runs}`),
        write.delete(sepaRuns).where(sql`${sepaRuns.id} IN ${runs}`).returning({ id: sepaRuns.id }),
      ],
    ]
  },

  bankDataOfFormerMembers: ({ today }) => {
    const until = lastDayOver(retention.bankDataOfFormerMembers, today)
    const over = sql`(SELECT m.id FROM members m
      WHERE m.membership_state IN ('Left', 'Died') AND ${leftOn} <= ${until}
        AND (m.banking_iban <> '' OR m.banking_bic <> '' OR m.banking_account_owner <> ''
          OR m.banking_bank <> '' OR m.banking_sepa_allowed = 1
          OR m.banking_sepa_allowed_date IS NOT NULL OR m.mandate_reference <> '')
        AND NOT ${hasOpenFee}
        AND NOT EXISTS (SELECT 1 FROM members k WHERE k.payer_id = m.id
          AND k.membership_state NOT IN ('Left', 'Died'))
      LIMIT ${batchLimit})`
    return [
      [
        write
          .update(members)
          .set({
            bankingIban: '',
            bankingBic: '',
            bankingAccountOwner: '',
            bankingBank: '',
            bankingSepaAllowed: false,
            bankingSepaAllowedDate: null,
            mandateReference: '',
            version: sql`${members.version} + 1`,
          })
          .where(sql`${members.id} IN ${over}`)
          .returning({ id: members.id }),
      ],
    ]
  },

  signIns: ({ db, today }) => {
    const until = lastDayOver(retention.signIns, today)
    const links = db
      .select({ id: userLinks.id })
      .from(userLinks)
      .where(lt(userLinks.expiresAt, until))
      .limit(batchLimit)
    const ended = db
      .select({ id: sessions.id })
      .from(sessions)
      .where(lt(sessions.expiresAt, until))
      .limit(batchLimit)
    return [
      [write.delete(sessions).where(inArray(sessions.id, ended)).returning({ id: sessions.id })],
      [
        write.delete(mails).where(inArray(mails.userLinkId, links)),
        write.delete(userLinks).where(inArray(userLinks.id, links)).returning({ id: userLinks.id }),
      ],
      // Mails about an account that have no link.
      [
        write
          .delete(mails)
          .where(
            sql`${mails.id} IN (SELECT m.id FROM mails m WHERE m.user_id IS NOT NULL
              AND m.user_link_id IS NULL AND m.created_at < ${until} LIMIT ${batchLimit})`,
          )
          .returning({ id: mails.id }),
      ],
    ]
  },

  knownBrowsers: ({ today }) => {
    const until = lastDayOver(retention.knownBrowsers, today)
    const over = sql`(SELECT k.user_id, k.browser_key FROM known_browsers k
      WHERE k.last_seen_at < ${until} LIMIT ${batchLimit})`
    return [
      [
        write
          .delete(knownBrowsers)
          .where(sql`(${knownBrowsers.userId}, ${knownBrowsers.browserKey}) IN ${over}`)
          .returning({ userId: knownBrowsers.userId }),
      ],
    ]
  },

  history: ({ db, today }) => {
    const until = lastDayOver(retention.history, today)
    const over = db
      .select({ id: auditEntries.id })
      .from(auditEntries)
      .where(lt(auditEntries.at, until))
      .limit(batchLimit)
    return [
      [
        write
          .delete(auditEntries)
          .where(inArray(auditEntries.id, over))
          .returning({ id: auditEntries.id }),
      ],
      [
        write
          .delete(retentionRuns)
          .where(lt(retentionRuns.at, until))
          .returning({ id: retentionRuns.id }),
      ],
    ]
  },

  disclosures: ({ db, now }) => {
    const over = db
      .select({ id: disclosures.id })
      .from(disclosures)
      .where(lte(disclosures.expiresAt, now.toISOString()))
      .limit(batchLimit)
    return [
      [
        write.delete(mails).where(inArray(mails.disclosureId, over)),
        write
          .delete(disclosures)
          .where(inArray(disclosures.id, over))
          .returning({ id: disclosures.id }),
      ],
    ]
  },

  checkIn: ({ db, today }) => {
    const over = db
      .select({ id: checkInActs.id })
      .from(checkInActs)
      .where(lt(checkInActs.receivedAt, lastDayOver(retention.checkIn, today)))
      .limit(batchLimit)
    return [
      [
        write
          .delete(checkInActs)
          .where(inArray(checkInActs.id, over))
          .returning({ id: checkInActs.id }),
      ],
    ]
  },

  circulars: ({ today }) => {
    const until = lastDayOver(retention.circulars, today)
    const recipients = sql`(SELECT r.circular_id, r.email_address FROM circulars c
      CROSS JOIN circular_recipients r ON r.circular_id = c.id
      WHERE c.created_at < ${until} LIMIT ${batchLimit})`
    const letters = sql`(SELECT m.id FROM circulars c CROSS JOIN mails m ON m.circular_id = c.id
      WHERE c.created_at < ${until}
        AND NOT EXISTS (SELECT 1 FROM circular_recipients r WHERE r.mail_id = m.id)
      LIMIT ${batchLimit})`
    const empty = sql`(SELECT c.id FROM circulars c WHERE c.created_at < ${until}
      AND NOT EXISTS (SELECT 1 FROM mails m WHERE m.circular_id = c.id) LIMIT ${batchLimit})`
    return [
      [
        write
          .delete(circularRecipients)
          .where(
            sql`(${circularRecipients.circularId}, ${circularRecipients.emailAddress}) IN ${recipients}`,
          )
          .returning({ id: circularRecipients.mailId }),
      ],
      [write.delete(mails).where(sql`${mails.id} IN ${letters}`).returning({ id: mails.id })],
      [
        write
          .delete(circularAttachmentParts)
          .where(sql`${circularAttachmentParts.circularId} IN ${empty}`),
        write.delete(circularAttachments).where(sql`${circularAttachments.circularId} IN ${empty}`),
        write
          .delete(circulars)
          .where(sql`${circulars.id} IN ${empty}`)
          .returning({ id: circulars.id }),
      ],
    ]
  },

  journal: ({ today }) => {
    // Lines are compared by id, which has the order of time.
    const isOver = sql`at < ${lastDayOver(retention.journal, today)}`
    const first = sql`(SELECT min(id) FROM journal)`
    return [
      [
        write
          .delete(journal)
          .where(sql`${journal.id} < ${first} + ${batchLimit} AND ${isOver}`)
          .returning({ id: journal.id }),
      ],
    ]
  },

  refusals: ({ today }) => [
    [
      write
        .delete(refusals)
        .where(lt(refusals.minute, lastDayOver(retention.refusals, today)))
        .returning({ minute: refusals.minute }),
    ],
  ],
}

/** Instants up to the end of this day are less than this text; an hour more or less does not matter. */
const dayAfter = (day: Day) => `${day}T24`

/** The runs of the last nights, newest first. */
export function listRuns(db: Db, since: string) {
  return db
    .select({ at: retentionRuns.at, rule: retentionRuns.rule, rowCount: retentionRuns.rowCount })
    .from(retentionRuns)
    .where(gte(retentionRuns.at, since))
    .orderBy(desc(retentionRuns.at))
}
