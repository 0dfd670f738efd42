import { headersOf } from '#tests/e2e/session.ts'
import { time } from './time.ts'

const warmUps = 10
const runs = 60

type Times = Record<'product' | 'sameSelect' | 'plainRows' | 'account', number[]>

/** Milliseconds to the last byte; alternating requests, so that other load affects all alike. */
export async function measureList(product: string, bare: string): Promise<Times> {
  const headers = await headersOf(product, 'management')
  const times: Times = { product: [], sameSelect: [], plainRows: [], account: [] }
  for (let run = -warmUps; run < runs; run++) {
    const took = {
      sameSelect: await time(`${bare}/same-select`),
      product: await time(`${product}/api/member`, { headers }),
      plainRows: await time(`${bare}/plain-rows`),
      account: await time(`${product}/api/v1/auth/me`, { headers }),
    }
    if (run < 0) continue
    for (const [what, ms] of Object.entries(took)) times[what as keyof Times].push(ms)
  }
  return times
}
