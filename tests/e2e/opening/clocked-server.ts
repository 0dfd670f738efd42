import { cp, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Server, startServer } from '#tests/e2e/server.ts'
import { copyState, runFolder } from '#tests/e2e/state.ts'
import { freePort } from '#tests/support/free-port.ts'

// The built worker with a clock that a test sets: a copy of the build gets an entry of its own, so the
// product needs no such setting.

export type ClockedServer = Server & {
  /** Sets the server's clock; `rate` seconds then pass in one, with 0 it stands still. */
  setClock: (instant: number, rate?: number) => Promise<void>
  /** The server's time in ms. */
  now: () => number
}

/** The instant of the server = `at` + (instant of the machine − `since`) × `rate`. */
export type Setting = { at: number; since: number; rate: number }

const entry = `
import worker from './index.js'

const RealDate = Date
let setting = { at: 0, since: 0, rate: 1 }
const now = () => Math.floor(setting.at + (RealDate.now() - setting.since) * setting.rate)
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given))
  }
  static now = now
}

export default {
  ...worker,
  fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== '/api/test-clock') return worker.fetch(request, env, context)
    setting = {
      at: Number(searchParams.get('at')),
      since: RealDate.now(),
      rate: Number(searchParams.get('rate')),
    }
    return Response.json(setting)
  },
}
`

export async function startClockedServer(env?: Record<string, string>): Promise<ClockedServer> {
  const buildDir = join(runFolder, 'clocked')
  await cp(resolve(process.env.BUILD_DIR ?? 'dist'), buildDir, { recursive: true })
  await writeFile(join(buildDir, 'zunft/clocked.js'), entry)
  const config = join(buildDir, 'zunft/wrangler.json')
  const built = JSON.parse(await readFile(config, 'utf8'))
  await writeFile(config, JSON.stringify({ ...built, main: 'clocked.js' }))
  const stateDir = await copyState()
  const server = await startServer({
    port: await freePort(),
    stateDir,
    buildDir,
    ...(env && { env }),
  })
  let setting: Setting = { at: 0, since: 0, rate: 1 }
  const now = () => setting.at + (Date.now() - setting.since) * setting.rate
  const setClock = async (at: number, rate = 1) => {
    const set = () => fetch(`${server.origin}/api/test-clock?at=${at}&rate=${rate}`)
    // The server may close a connection just when it is used again.
    setting = await (await set().catch(set)).json()
  }
  await setClock(Date.now())
  return { ...server, setClock, now }
}
