import { sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { feeRules } from '#worker/db/schema.ts'
import { rowsOf } from '#worker/db/statements.ts'
import { collectFigures, feeFigures, outdatedState } from '#worker/domain/fee-figures.ts'
import { type FeeBooking, feeInCent, feeState, openInCent } from '#worker/domain/fee-ledger.ts'
import { notFoundError } from '#worker/http/validate.ts'
import type { FeeYearFigures } from './billing.contract.ts'
import { listClaims } from './claims.ts'
import { closableYears } from './closable-years.ts'
import type { BillingDeps } from './deps.ts'
import { selectSettings } from './fees.queries.ts'
import { feesToday, selectClaimsByFee } from './fees-today.ts'

/**
 * The figures of a closed year. Only open claims are read one by one.
 * @throws DomainError NotFound when the year is not closed
 */
export async function figuresOf(deps: BillingDeps, year: number): Promise<FeeYearFigures> {
  const { db, today } = deps
  const years = closableYears(today).filter((one) => one === year)
  const [open, [claimGroups, rules, [settings], byFee]] = await Promise.all([
    listClaims(deps, { year, open: 'true' }, []),
    db.batch([
      selectClaimGroups(db, year),
      db.select().from(feeRules),
      selectSettings(db),
      selectClaimsByFee(db, years),
    ]),
  ])
  if (claimGroups.length === 0) throw notFoundError()
  const fees = feesToday(byFee, { rules, capInCent: settings?.familyCapInCent ?? null })
  const accounts = claimGroups.map(toAccount)
  const outdated = { all: 0, recomputable: 0 }
  for (const { claim, ids } of accounts) {
    for (const id of ids) {
      const is = outdatedState(claim, fees.get(id) ?? null)
      if (is !== 'no') outdated.all += 1
      if (is === 'recomputable') outdated.recomputable += 1
    }
  }
  const counted = open.filter(({ merged }) => !merged)
  return {
    ...feeFigures(accounts),
    ...collectFigures(
      counted.map((claim) => {
        const { firstName, lastName } = claim.member
        const { amountInCent, obstacle } = claim
        return { firstName, lastName, amountInCent, obstacle, claim }
      }),
    ),
    outdated,
  }
}

type ClaimGroup = {
  amountInCent: number
  /** The bookings, as a JSON array of `Line`. */
  account: string
  /** The ids of the claims, as a JSON array. */
  claimIds: string
}

type Line = [
  kind: FeeBooking['kind'],
  amountInCent: number,
  runId: number | null,
  /** Only for a debit, else ''. */
  day: string,
  /** The position, from 1, of the line that it reverts. */
  reverses: number | null,
]

/**
 * Accounts with equal amounts and bookings are one row, so that some dozens are read for ten thousand claims.
 */
function selectClaimGroups(db: Db, year: number) {
  return rowsOf<ClaimGroup>(
    db,
    {
      amountInCent: sql`amount_in_cent`,
      account: sql`account`,
      claimIds: sql`json_group_array(id)`,
    },
    sql`(SELECT c.id, c.amount_in_cent, (
        SELECT json_group_array(json_array(b.kind, b.amount_in_cent, b.run_id,
          CASE b.kind WHEN 'collected' THEN b.day ELSE '' END,
          CASE WHEN b.reverses_id IS NOT NULL THEN (SELECT count(*) FROM fee_bookings e
            WHERE e.claim_id = b.claim_id AND e.id <= b.reverses_id) END) ORDER BY b.id)
        FROM fee_bookings b WHERE b.claim_id = c.id) AS account
      FROM fee_claims c WHERE c.year = ${year} AND c.merged = 0)
    GROUP BY amount_in_cent, account`,
  )
}

function toAccount({ amountInCent, account, claimIds }: ClaimGroup) {
  const lines = JSON.parse(account) as Line[]
  const bookings = lines.map(([kind, amount, runId, day, reversesId], index) => ({
    ...unknown,
    id: index + 1,
    kind,
    amountInCent: amount,
    runId,
    day,
    reversesId,
  }))
  const claim = { amountInCent, bookings, openInCent: openInCent({ amountInCent, bookings }) }
  const ids = JSON.parse(claimIds) as number[]
  return {
    amountInCent: feeInCent(claim),
    shown: feeState(claim),
    claim,
    ids,
    times: ids.length,
  }
}

/** Columns of a booking that the figures do not use. */
const unknown = {
  endToEndId: null,
  mandateId: null,
  reasonCode: null,
  bankChargeInCent: null,
  method: null,
  bankKey: null,
  note: '',
}
