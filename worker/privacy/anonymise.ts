import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { write } from '#worker/db/db.ts'
import {
  assemblyHonors,
  auditEntries,
  circularRecipients,
  disclosures,
  dutyEntries,
  honors,
  importRows,
  journal,
  mails,
  memberExits,
  members,
  orderHistory,
  orderRefunds,
  orders,
  participations,
  preparedStatistics,
  sandboxPayments,
} from '#worker/db/schema.ts'
import { pick } from '#worker/domain/conflicts.ts'
import {
  emptyMember,
  type MemberFields,
  memberField,
  memberFieldNames,
  type NameWith,
} from '#worker/domain/member.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { withoutGuardian } from './retention.queries.ts'

/** Replaces an anonymised name. */
const nameOfAnonymised = 'Anonymisiert'

/**
 * The statements of one batch that anonymise a member. What statistics count stays: days of membership,
 * honors, offices, costumes, places. Running them again changes nothing more; a restored archive runs them
 * for everyone it still contains.
 */
export function anonymise(id: number, at: string) {
  const places = sql`(SELECT p.id FROM participations p WHERE p.member_id = ${id})`
  const ordersOfPlaces = sql`(SELECT p.order_id FROM participations p WHERE p.member_id = ${id})`
  // Orders in which every person is anonymised, including this member.
  const anonymisedOrders = sql`(SELECT o.id FROM orders o WHERE o.id IN ${ordersOfPlaces}
    AND NOT EXISTS (SELECT 1 FROM participations q LEFT JOIN members m ON m.id = q.member_id
      WHERE q.order_id = o.id AND q.member_id IS NOT ${id} AND m.anonymised_at IS NULL))`
  const addresses = sql`(SELECT lower(trim(e_mail)) FROM members WHERE id = ${id} AND e_mail <> ''
    UNION SELECT lower(email_address) FROM orders
      WHERE id IN ${anonymisedOrders} AND email_address <> '')`
  const isOfAnonymisedOrder = sql`${orderHistory.orderId} IN ${anonymisedOrders}`
  const statements = [
    // Runs while the names still exist: an entry of an order with several people begins with the name ("Emma
    // Straßer, Ringtreffen Moosried").
    write
      .update(orderHistory)
      .set({
        detail: sql`CASE WHEN ${isOfAnonymisedOrder} THEN NULL ELSE (
          SELECT ${nameOfAnonymised} || substr(${orderHistory.detail}, length(p.first_name || p.last_name) + 2)
          FROM participations p WHERE p.order_id = ${orderHistory.orderId} AND p.member_id = ${id}
            AND instr(${orderHistory.detail}, p.first_name || ' ' || p.last_name || ', ') = 1
          LIMIT 1) END`,
      })
      .where(
        sql`${orderHistory.orderId} IN ${ordersOfPlaces} AND ${orderHistory.detail} IS NOT NULL
          AND (${isOfAnonymisedOrder} OR EXISTS (SELECT 1 FROM participations p
            WHERE p.order_id = ${orderHistory.orderId} AND p.member_id = ${id} AND p.last_name <> ''
              AND instr(${orderHistory.detail}, p.first_name || ' ' || p.last_name || ', ') = 1))`,
      ),
    write
      .update(mails)
      .set({ emailAddress: null })
      .where(
        sql`${mails.userId} IS NULL AND ${mails.emailAddress} IS NOT NULL
          AND (${mails.participationId} IN ${places} OR ${mails.orderId} IN ${anonymisedOrders}
            OR lower(${mails.emailAddress}) IN ${addresses})`,
      ),
    write
      .update(mails)
      .set({ emailAddress: null })
      .where(
        sql`${mails.letterId} IN (SELECT l.id FROM fee_letters l WHERE l.payer_id = ${id})
          AND ${mails.emailAddress} IS NOT NULL`,
      ),
    ...anonymiseCirculars(id),
    write.delete(disclosures).where(sql`lower(${disclosures.emailAddress}) IN ${addresses}`),
    // A provider's message may name the payer.
    write
      .update(orderRefunds)
      .set({ error: null })
      .where(
        sql`${orderRefunds.orderId} IN ${anonymisedOrders} AND ${orderRefunds.error} IS NOT NULL`,
      ),
    write
      .update(sandboxPayments)
      .set({ description: '' })
      .where(
        sql`${sandboxPayments.ref} IN (SELECT provider_ref FROM orders WHERE id IN ${anonymisedOrders})`,
      ),
    write
      .update(orders)
      .set({ firstName: '', lastName: '', emailAddress: '' })
      .where(sql`${orders.id} IN ${anonymisedOrders}`),
    // The request key contains name and birthday of each person, and is not needed once the order is decided.
    write
      .update(orders)
      .set({ requestKey: sql`'x:' || ${orders.id}` })
      .where(sql`${orders.id} IN ${ordersOfPlaces}`),
    write
      .update(participations)
      .set({
        firstName: '',
        lastName: '',
        birthday: null,
        givenKey: sql`'x:' || (SELECT min(p.id) FROM participations p WHERE p.member_id = ${id})`,
        // Undoing the match would need the name.
        matchActId: null,
        // Sent mails contain the code, which would identify the person.
        checkInCode: '',
        ...withoutGuardian,
      })
      .where(eq(participations.memberId, id)),
    write
      .update(honors)
      .set({ comment: '', version: sql`${honors.version} + 1` })
      .where(eq(honors.memberId, id)),
    write
      .update(dutyEntries)
      .set({ comment: '', version: sql`${dutyEntries.version} + 1` })
      .where(eq(dutyEntries.memberId, id)),
    // Honors not yet entered are removed; entered ones are needed for counts, orders and handing over.
    write
      .delete(assemblyHonors)
      .where(and(eq(assemblyHonors.memberId, id), isNull(assemblyHonors.honorId))),
    write.update(assemblyHonors).set({ note: '' }).where(eq(assemblyHonors.memberId, id)),
    // Stored statistics may contain the member's name; the cron computes them again.
    write.delete(preparedStatistics),
    write
      .update(importRows)
      .set({ memberId: null, decision: null })
      .where(
        sql`${importRows.importId} IN (SELECT i.id FROM imports i WHERE i.state = 'staged')
          AND ${importRows.memberId} = ${id}`,
      ),
    // Exits are only used to undo them.
    write.delete(memberExits).where(eq(memberExits.memberId, id)),
    write
      .update(members)
      .set({
        ...anonymisedFields,
        firstNameKey: '',
        version: sql`${members.version} + 1`,
        anonymisedAt: sql`coalesce(${members.anonymisedAt}, ${at})`,
        updatedAt: at,
      })
      .where(eq(members.id, id)),
  ] as const
  return [...statements, ...anonymiseChanges(id, places)] as const
}

/** Deletes recipients without other members; waiting mails to them are not sent. */
function anonymiseCirculars(id: number) {
  const memberIds = sql`(SELECT ${id} UNION SELECT g.gone_id FROM member_merges g
    WHERE g.kept_id = ${id} AND g.undone_at IS NULL)`
  // Circulars of at most a year. They are not searched by address, because the member may have had another one.
  const written = sql`(SELECT r.mail_id FROM circulars c
    CROSS JOIN circular_recipients r ON r.circular_id = c.id
    WHERE c.id > 0 AND EXISTS (SELECT 1 FROM json_each(r.member_ids) j WHERE j.value IN ${memberIds}))`
  const others = sql`(SELECT json_group_array(j.value) FROM json_each(${circularRecipients.memberIds}) j
    WHERE j.value NOT IN ${memberIds})`
  const isWritten = sql`${circularRecipients.mailId} IN ${written}`
  const mailsWithoutMembers = sql`(SELECT mail_id FROM circular_recipients WHERE mail_id IN ${written}
    AND NOT EXISTS (SELECT 1 FROM json_each(member_ids) j WHERE j.value NOT IN ${memberIds}))`
  return [
    write
      .update(mails)
      .set({ state: 'skipped' })
      .where(sql`${mails.id} IN ${mailsWithoutMembers} AND ${mails.state} = 'waiting'`),
    write
      .delete(circularRecipients)
      .where(sql`${circularRecipients.mailId} IN ${mailsWithoutMembers}`),
    write.update(circularRecipients).set({ memberIds: others }).where(isWritten),
  ] as const
}

/** An anonymised member keeps days and state of the membership; every other field is empty. */
const anonymisedFields = {
  ...(pick(
    emptyMember,
    memberFieldNames.filter((name) => !memberField(name).staysAnonymised),
  ) as Omit<MemberFields, NameWith<{ staysAnonymised: true }>>),
  lastName: nameOfAnonymised,
  lastNameKey: normaliseName(nameOfAnonymised),
  maidenNameKey: '',
}

/** Pairs of history events: a merge and its undo. */
const mergeEvents = sql`audit_entries g CROSS JOIN audit_entries u
  ON g.entity = 'merge' AND u.entity = 'merge' AND u.entity_id = g.entity_id AND u.id > g.id`

/** Has to run last, so that the history entries of the statements before it are included. */
function anonymiseChanges(id: number, places: SQL) {
  // Includes the ids of records merged into this one.
  const memberIds = sql`(SELECT ${id} UNION SELECT g.gone_id FROM member_merges g
    WHERE g.kept_id = ${id} AND g.undone_at IS NULL)`
  // History of the record that this one was merged into, between the merge and its undo.
  const whileMerged = (
    table: 'audit_entries' | 'journal',
  ) => sql`(WITH RECURSIVE merged(kept_id, since, until) AS (
      SELECT g.member_id, g.at, u.at FROM ${mergeEvents} WHERE g.changes ->> '$.goneId[1]' = ${id}
      UNION SELECT g.member_id, g.at, u.at FROM merged m CROSS JOIN ${mergeEvents}
        WHERE g.changes ->> '$.goneId[1]' = m.kept_id AND g.at BETWEEN m.since AND m.until)
    SELECT l.id FROM merged m CROSS JOIN ${sql.raw(table)} l
      ON l.member_id = m.kept_id AND l.at BETWEEN m.since AND m.until)`
  const forget = (condition: SQL) =>
    write.update(auditEntries).set({ changes: null }).where(condition)
  return [
    write.delete(journal).where(sql`${journal.id} IN ${whileMerged('journal')}`),
    forget(sql`${auditEntries.id} IN ${whileMerged('audit_entries')}`),
    forget(sql`${auditEntries.memberId} IN ${memberIds} AND ${auditEntries.memberId} IS NOT NULL`),
    forget(sql`${auditEntries.entity} = 'member' AND ${auditEntries.entityId} IN ${memberIds}`),
    forget(sql`${auditEntries.entity} = 'participation' AND ${auditEntries.entityId} IN ${places}`),
    // An import can be undone without these rows, a merge of this member no longer.
    write
      .delete(journal)
      .where(sql`${journal.memberId} IN ${memberIds} AND ${journal.memberId} IS NOT NULL`),
    write
      .delete(journal)
      .where(sql`${journal.entity} = 'participations' AND ${journal.rowId} IN ${places}`),
    write
      .delete(journal)
      .where(sql`${journal.requestId} IN (SELECT l.request_id FROM member_merges g
      CROSS JOIN audit_entries l ON l.entity = 'merge' AND l.entity_id = g.id WHERE g.kept_id = ${id})`),
  ] as const
}
