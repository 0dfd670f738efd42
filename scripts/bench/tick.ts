import { setTimeout } from 'node:timers/promises'
import { managementSession } from './management-session.ts'
import { time } from './time.ts'

const warmUps = 20
const runs = 200

/** A check-in tick at the product and a bare UPDATE of another row, in turn; milliseconds. */
export async function measureTick(product: string, bare: string) {
  const { origin, headers, paradeId, places } = await managementSession(product)
  const times = { tick: [] as number[], update: [] as number[] }
  for (let run = -warmUps; run < runs; run += 1) {
    const verb = run % 2 === 0 ? 'confirm' : 'unconfirm'
    // Thirty pairs in turn; one run sets the tick, the next removes it.
    const pair = 2 * (Math.floor((run + warmUps) / 2) % 30)
    const [id, other] = places.slice(pair, pair + 2)
    const path = `/api/parade/${paradeId}/participation/${id}/${verb}`
    const took = {
      update: await time(`${bare}/tick/${other}/${Number(run % 2 === 0)}`),
      tick: await time(origin + path, { method: 'POST', headers }),
    }
    if (run < 0) continue
    for (const what of ['tick', 'update'] as const) times[what].push(took[what])
    await setTimeout(5)
  }
  return times
}
