import type { Scan } from './query-plans.ts'

type Reason = {
  table: string
  /** A part of the statement. */
  of: string
  because: string
}

/**
 * Statements that may scan a growing table. The list may only become shorter: a row without a scan fails the
 * test.
 */
export const scanReasons: readonly Reason[] = [
  {
    table: 'fee_claims',
    of: 'select "fee_claims"."id", "fee_claims"."year", "fee_claims"."amount_in_cent", "fee_claims"."reason"',
    because: 'all claims are read when no year is given',
  },
  {
    table: 'sepa_runs',
    of: 'from "sepa_runs" inner join "users" on "users"."id" = "sepa_runs"."created_by" order by "sepa_runs"."id" desc',
    because: 'the list of years has every file made; some in a year',
  },
  {
    table: 'members',
    of: 'jsonb_object(\'id\', "members"."id", \'memberNumber\'',
    because: 'the member list shows every member',
  },
  {
    table: 'members',
    of: 'select "member_number", "first_name", "last_name", "maiden_name", "address_street"',
    because: 'the CSV of the member list has every member',
  },
  {
    table: 'members',
    of: 'select "id", "member_number", "first_name", "last_name", "maiden_name", "first_name_key"',
    because: 'an imported list of members is compared with all members',
  },
  {
    table: 'members',
    of: 'select "id", "first_name", "last_name", "birthday", "maiden_name", "member_number", "membership_state", "first_name_key"',
    because: 'possible duplicates are searched among all members',
  },
  {
    table: 'member_no_duplicates',
    of: 'select "member_id", "other_id" from "member_no_duplicates"',
    because: 'pairs that staff marked as different people; some dozens in a guild',
  },
  {
    table: 'parades',
    of: 'select "id", "title", "host", "host_town", "host_plz", "date" from "parades" order by',
    because: 'the search finds every parade; it asks once when it is opened',
  },
  {
    table: 'parades',
    of: 'parades d CROSS JOIN participations ON participations.parade_id = d.id',
    because: 'a key of a member is searched in each parade by an index; a merge is rare',
  },
  {
    table: 'member_timespans',
    of: 'CROSS JOIN member_timespans',
    because: 'honors and pictures are computed from all members, once for each version of the data',
  },
  {
    table: 'members',
    of: 'm.date_left as "dateLeft" from (SELECT 1 WHERE NOT EXISTS',
    because: 'the chart of members counts all members ever, once for each version',
  },
  {
    table: 'members',
    of: 'm.anonymised_at IS NOT NULL as "isAnonymised" from members m ORDER BY m.last_name_key',
    because: 'the report of a year counts all members ever; it is opened a few times a year',
  },
  {
    table: 'honors',
    of: 'CROSS JOIN honors',
    because: 'due honors are computed from all honors, once for each version of the data',
  },
  {
    table: 'duty_entries',
    of: 'CROSS JOIN duty_entries',
    because: 'the evaluation reads all offices',
  },
  {
    table: 'duty_entries',
    of: 'm.id IN (SELECT member_id FROM duty_entries)',
    because: 'the evaluation has every member who ever had an office',
  },
  {
    table: 'parades',
    of: 'instr("parades"."search_key", ?) > 0',
    because: 'a search for a part of a word can use no index; some ten parades a year',
  },
  {
    table: 'parades',
    of: 'select distinct "host"',
    because: 'what the parade form suggests, read from the index alone',
  },
  {
    table: 'parades',
    of: 'select distinct "title"',
    because: 'what the parade form suggests, read from the index alone',
  },
  {
    table: 'payment_events',
    of: 'order by "payment_events"."received_at" desc limit ?',
    because: 'the newest rows from the end of an index, up to a limit',
  },
  {
    table: 'member_timespans',
    of: 'select "id", "member_id", "from_date", "to_date" from "member_timespans"',
    because: 'an imported list of members is compared with all members',
  },
  {
    table: 'member_exits',
    of: 'from "member_exits" where "member_exits"."undone_at" is null',
    because: 'an imported list of members is compared with all members',
  },
  {
    table: 'members',
    of: '"parades_before", "parades_before_until", "updated_at" from "members" where "members"."anonymised_at" is null',
    because: 'the people in a file are searched among all members',
  },
  {
    table: 'duty_entries',
    of: 'select "id", "member_id", "duty", "from_date", "to_date", "comment", "version" from "duty_entries"',
    because: 'an imported list of offices is compared with all offices',
  },
  {
    table: 'honors',
    of: 'select "id", "member_id", "type", "date", "comment", "version" from "honors"',
    because: 'an imported list of honors is compared with all honors',
  },
  {
    table: 'costumes',
    of: '"registered_since", "registered_until", "comment", "version" from "costumes"',
    because: 'an imported costume register is compared with the whole register',
  },
  {
    table: 'costume_ownerships',
    of: 'select "id", "costume_id", "member_id", "owned_from", "owned_to" from "costume_ownerships"',
    because: 'an imported costume register is compared with the whole register',
  },
  {
    table: 'parades',
    of: 'select "id", "title", "host", "date", "cancelled_at" from "parades"',
    because: 'a row or a column of a file may name any parade; some ten a year',
  },
  {
    table: 'parades',
    of: '"registration_count", "confirmed_count", "taken_count" from "parades"',
    because: 'an imported list of parades is compared with all parades; some ten a year',
  },
  {
    table: 'fee_letters',
    of: 'as "letter_mandate", "fee_letters"."opening", "fee_letters"."closing", "mails"."state", "fee_letters"."voided_at" from "fee_letters"',
    because: 'the page of letters has all letters of the retained years',
  },
  {
    table: 'fee_letter_claims',
    of: 'select "fee_letter_claims"."letter_id", "fee_letter_claims"."claim_id"',
    because: 'the page of letters has all letters of the retained years',
  },
]

const isReason = ({ table, of }: Reason, scan: Scan) =>
  scan.table === table && scan.query.includes(of)

export function withoutReason(scans: readonly Scan[]): Scan[] {
  return scans.filter((scan) => !scanReasons.some((reason) => isReason(reason, scan)))
}

/** Rows of the list that none of these scans needs. */
export function reasonsForNothing(scans: readonly Scan[]): Reason[] {
  return scanReasons.filter((reason) => !scans.some((scan) => isReason(reason, scan)))
}
