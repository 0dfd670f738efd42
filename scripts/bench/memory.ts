import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { applicantsOf, randomFrom } from '#scripts/rush/people.ts'
import { type Guild, guildAt } from '#scripts/rush/server.ts'
import { startServer } from '#tests/e2e/server.ts'
import { freePort } from '#tests/support/free-port.ts'

/** Memory of process and isolates after so many requests, in megabytes. */
export type MemoryFigures = {
  requests: number
  /** Memory of workerd's process, with the database, the assets and everything that is local only. */
  process: number
  /** JavaScript's heap and buffers after a full collection. */
  worker: number
  /** `worker` before the forced collection, garbage included. */
  workerBefore: number
  database: number
}

/** Names of the isolates in the runtime: the product's, and the one that simulates D1. */
const isolates = { worker: 'core:user:', database: 'd1:db' }

/** Requests of all kinds to the served product, eight at a time, with the memory after each part. */
export async function measureMemory(
  served: { stateDir: string; buildDir: string; build: boolean },
  parts = [1_000, 5_000, 10_000, 15_000, 20_000],
): Promise<MemoryFigures[]> {
  const inspector = await freePort()
  const env = { INSPECTOR_PORT: String(inspector) }
  const server = await startServer({ port: await freePort(), env, ...served })
  try {
    const guild = await guildAt(server.origin)
    const ask = await askerOf(guild, parts.at(-1) ?? 0)
    const pid = runtimeOf(server.command.pid ?? 0)
    const figures: MemoryFigures[] = []
    let sent = 0
    for (const requests of parts) {
      const workers = Array.from({ length: 8 }, async () => {
        while (sent < requests) await ask(sent++)
      })
      await Promise.all(workers)
      const own = await heapOf(inspector, isolates.worker, server.origin)
      const database = await heapOf(inspector, isolates.database, server.origin)
      figures.push({
        requests,
        process: residentOf(pid),
        worker: own.after,
        workerBefore: own.before,
        database: database.after,
      })
    }
    return figures
  } finally {
    await server.stop()
  }
}

/** Requests of office, check-in and public, in turn. */
async function askerOf(guild: Guild, count: number) {
  const { origin, management, parades } = guild
  const applicants = applicantsOf({ ...guild, count, minutes: 0 }, randomFrom(20))
  const places = (await (
    await fetch(`${origin}/api/parade/${parades[0]}/participation`, { headers: management })
  ).json()) as { id: number }[]
  const staff = [
    '/api/member',
    '/api/member/1',
    '/api/home',
    '/api/check-in',
    `/api/parade/${parades[0]}/participation`,
    '/api/costume/info',
    '/api/statistics/parades/enrolments',
    '/api/statistics/parades-per-member',
    '/api/history',
    '/api/orders',
  ]
  return async (index: number): Promise<void> => {
    const round = Math.floor(index / 5)
    const applicant = applicants[index]
    const address = { 'CF-Connecting-IP': applicant?.address ?? '' }
    const json = { ...address, 'Content-Type': 'application/json' }
    const tick = `${places[round % 30]?.id}/${Math.floor(round / 30) % 2 ? 'unconfirm' : 'confirm'}`
    const requests: [string, RequestInit][] = [
      [
        '/api/parades/enrol',
        { method: 'POST', headers: json, body: JSON.stringify(applicant?.body) },
      ],
      ['/parade-enrolment', { headers: address }],
      ['/api/enrolment/parades', { headers: address }],
      [`/api/parade/${parades[0]}/participation/${tick}`, { method: 'POST', headers: management }],
      [staff[round % staff.length] ?? '', { headers: management }],
    ]
    const [path, init] = requests[index % requests.length] ?? ['', {}]
    const response = await fetch(origin + path, init)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  }
}

type Heap = { usedSize: number; embedderHeapUsedSize: number; backingStorageSize: number }

/** Heap of an isolate before and after a full collection, read from its inspector. */
async function heapOf(port: number, isolate: string, origin: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/${isolate}`)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const waiting = new Map<number, (result: unknown) => void>()
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data))
    waiting.get(id)?.(result)
  }
  const send = (id: number, method: string) =>
    new Promise((resolve) => {
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method }))
    })
  const before = (await send(1, 'Runtime.getHeapUsage')) as Heap
  // An isolate collects only when it next runs.
  let isCollected = false
  const collected = send(2, 'HeapProfiler.collectGarbage').then(() => {
    isCollected = true
  })
  while (!isCollected) {
    const answer = await fetch(`${origin}/api/v1/health`)
    await answer.arrayBuffer()
    await Promise.race([collected, setTimeout(100)])
  }
  const after = (await send(3, 'Runtime.getHeapUsage')) as Heap
  socket.close()
  return { before: sizeOf(before), after: sizeOf(after) }
}

const sizeOf = ({ usedSize, embedderHeapUsedSize, backingStorageSize }: Heap) =>
  inMegabytes(usedSize + embedderHeapUsedSize + backingStorageSize)

const inMegabytes = (bytes: number) => Math.round(bytes / 100_000) / 10

/** Process id of the runtime that the command started; Linux only. */
function runtimeOf(command: number): number {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,comm='], { encoding: 'utf8' }).split('\n')
  const processes = lines.map((line) => line.trim().split(/\s+/))
  const below = (pid: string): string[] => [
    pid,
    ...processes.filter(([, parent]) => parent === pid).flatMap(([child = '']) => below(child)),
  ]
  const own = below(String(command))
  const [found] =
    processes.find(([pid = '', , name]) => own.includes(pid) && name === 'workerd') ?? []
  if (!found) throw new Error('The runtime was not found')
  return Number(found)
}

function residentOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return inMegabytes(Number(kilobytes) * 1024)
}
