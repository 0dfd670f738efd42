import { Agent, get } from 'node:http'
import { median } from './figures.ts'

const connections = 16
const lastsInMs = 5_000

/**
 * Pages a second, requested one after the other on each of several connections.
 * @throws Error if a request fails
 */
export async function measureVisitors(url: string, headers: Record<string, string> = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const visit = () =>
    new Promise<void>((resolve, reject) => {
      const request = get(url, { agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
        response.on('end', resolve).on('error', reject).resume()
      })
      request.on('error', reject)
    })
  const times: number[] = []
  const began = performance.now()
  const come = async () => {
    while (performance.now() - began < lastsInMs) {
      const since = performance.now()
      await visit()
      times.push(performance.now() - since)
    }
  }
  await Promise.all(Array.from({ length: connections }, come))
  agent.destroy()
  return { ms: median(times), aSecond: times.length / ((performance.now() - began) / 1000) }
}
