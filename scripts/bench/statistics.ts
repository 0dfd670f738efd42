import type { Cost } from './counting-database.ts'
import { median } from './figures.ts'

const warmUps = 1
const runs = 7
const ways = ['bare', 'fresh', 'prepared'] as const

type Way = (typeof ways)[number]
type Figures = Record<Way, Cost & { ms: number }>

/** Each statistic as bare SQL, computed, and prepared, in turn. */
export async function measureStatistics(bare: string): Promise<Map<string, Figures>> {
  const names = (await (await fetch(`${bare}/statistics`)).json()) as string[]
  const figures = new Map<string, Figures>()
  for (const name of names) figures.set(name, await measureOne(`${bare}/statistics/${name}`))
  return figures
}

async function measureOne(address: string): Promise<Figures> {
  const times: Record<Way, number[]> = { bare: [], fresh: [], prepared: [] }
  const costs: Partial<Record<Way, Cost>> = {}
  for (let run = -warmUps; run < runs; run++) {
    for (const way of ways) {
      // The first prepared request after a computed one stores the result.
      if (way === 'prepared') await (await fetch(`${address}/${way}`)).arrayBuffer()
      const start = performance.now()
      const response = await fetch(`${address}/${way}`)
      await response.arrayBuffer()
      const took = performance.now() - start
      if (!response.ok) throw new Error(`${address}/${way} answered ${response.status}`)
      costs[way] = JSON.parse(response.headers.get('X-Cost') ?? '{}')
      if (run >= 0) times[way].push(took)
    }
  }
  const of = (way: Way) => ({
    trips: 0,
    rowsRead: 0,
    rowsWritten: 0,
    ...costs[way],
    ms: median(times[way]),
  })
  return { bare: of('bare'), fresh: of('fresh'), prepared: of('prepared') }
}
