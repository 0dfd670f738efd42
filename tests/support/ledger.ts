import type { BookedFee, FeeClaim, FeeYear } from '#worker/billing/billing.contract.ts'
import { call, json, rows } from './api.ts'

type Options = NonNullable<Parameters<typeof call>[3]>

/** Calls of the ledger for a signed-in user. */
export function ledgerOf(token: string) {
  const ask = (method: string, path: string, body?: unknown, options: Options = {}) =>
    call(method, `/api/billing/${path}`, body, { token, ...options })
  const years = (): Promise<FeeYear[]> => json(ask('GET', 'years'))
  const yearOf = async (year: number): Promise<FeeYear> => {
    const found = (await years()).find((one) => one.year === year)
    if (!found) throw new Error(`nothing is known of ${year}`)
    return found
  }
  const close = async (year: number): Promise<FeeYear> => {
    const { count, sumInCent } = await yearOf(year)
    const response = await ask('POST', 'years', { year, expected: { count, sumInCent } })
    if (response.status !== 201) throw new Error(await response.text())
    return json(response)
  }
  const claims = (query = ''): Promise<FeeClaim[]> => json(ask('GET', `claims${query}`))
  const book = (...bookings: object[]) => ask('POST', 'bookings', { bookings })
  const booked = async (...bookings: object[]): Promise<BookedFee[]> => {
    const response = await book(...bookings)
    if (response.status !== 201) throw new Error(await response.text())
    return json(response)
  }
  const undo = (id: number, note = 'Irrtum') => ask('POST', `bookings/${id}/undo`, { note })
  return { ask, years, yearOf, close, claims, book, booked, undo }
}

let lastRun = 0

/**
 * Inserts a run with one debit per payer directly.
 * @param debits the claims of each debit, with their amounts
 */
export async function aDebit(
  claims: readonly { id: number; openInCent: number }[],
  {
    userId,
    endToEndId = 'MB2027-1',
    year = 2027,
  }: { userId: number; endToEndId?: string; year?: number },
): Promise<number> {
  const sum = claims.reduce((total, { openInCent }) => total + openInCent, 0)
  const key = `run-${++lastRun}-${endToEndId}`
  const [run] = await rows<{
    id: number
  }>(`INSERT INTO sepa_runs (request_key, message_id, created_at,
    created_by, year, due_date, debit_count, claim_count, sum_in_cent, file_sha256)
    VALUES ('${key}', '${key}', '2027-01-02T08:00:00.000Z', ${userId}, ${year}, '2027-01-11', 1,
      ${claims.length}, ${sum}, '') RETURNING id`)
  for (const { id, openInCent } of claims) {
    await rows(`INSERT INTO fee_bookings (claim_id, kind, amount_in_cent, day, run_id, end_to_end_id,
      mandate_id, created_at, created_by) VALUES (${id}, 'collected', ${-openInCent}, '2027-01-11',
      ${run?.id}, '${endToEndId}', 'M1', '2027-01-02T08:00:00.000Z', ${userId})`)
  }
  return run?.id ?? 0
}
