import { sumOfPrices } from '#worker/domain/money.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'

type Rows = readonly Participation[]

export type Payments = {
  /** Who took how much by hand, the most first. */
  takers: { id: number; name: string; rows: Rows }[]
  online: Rows
  unpaid: Rows
}

/** Who has paid how; places that cost nothing stand nowhere. */
export function paymentsOf(participants: Rows): Payments {
  const dear = participants.filter(({ priceInCent }) => priceInCent > 0)
  const paid = dear.filter(({ participationFeePayed }) => participationFeePayed)
  const byTaker = Map.groupBy(paid, ({ feePayedBy }) => feePayedBy?.id ?? null)
  const takers = [...byTaker.values()].flatMap((rows) => {
    const taker = rows[0]?.feePayedBy
    return taker ? [{ ...taker, rows }] : []
  })
  return {
    takers: takers.sort((a, b) => sumOfPrices(b.rows) - sumOfPrices(a.rows)),
    online: byTaker.get(null) ?? [],
    unpaid: dear.filter(({ participationFeePayed }) => !participationFeePayed),
  }
}
