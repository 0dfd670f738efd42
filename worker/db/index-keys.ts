import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** `mailboxOf` (domain/text.ts) in SQL, as the index `orders_by_mailbox` uses it. */
export function mailbox(address: SQLWrapper): SQL {
  const local = sql`substr(${address}, 1, min(instr(${address} || '+', '+'), instr(${address}, '@')) - 1)`
  const host = sql`substr(${address}, instr(${address}, '@'))`
  return sql`lower(CASE WHEN instr(${address}, '@') = 0 THEN ${address}
    WHEN lower(${host}) IN ('@gmail.com', '@googlemail.com')
    THEN replace(${local}, '.', '') || '@gmail.com' ELSE ${local} || ${host} END)`
}

/** `unmatchedGroupKey` (domain/enrolment.ts) in SQL, as the index `participations_unmatched` uses it. */
export const unmatchedPersonKey = `CASE WHEN birthday IS NOT NULL OR person_key GLOB 'x:*' THEN person_key
      ELSE person_key || ' ' || coalesce(order_id, created_at) END`
