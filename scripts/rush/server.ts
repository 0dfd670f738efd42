import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '#tests/e2e/server.ts'
import { getAs, headersOf } from '#tests/e2e/session.ts'
import { freePort } from '#tests/support/free-port.ts'

export type Guild = {
  origin: string
  /** Open for enrolment. */
  parades: number[]
  costumeTypeId: number
  management: Record<string, string>
}

/** Runs `npm start` with the demo guild in a temporary folder. */
export async function withGuild<T>(run: (guild: Guild) => Promise<T>): Promise<T> {
  const stateDir = join(tmpdir(), `zunft-rush-${process.pid}`)
  const buildDir = process.env.BUILD_DIR ?? '.build/rush'
  const build = !process.argv.includes('--built')
  try {
    // Minimal challenges, because one machine computes them for all browsers.
    const env = { CHALLENGE_BITS: '1' }
    const server = await startServer({ port: await freePort(), stateDir, buildDir, build, env })
    try {
      return await run(await guildAt(server.origin))
    } finally {
      await server.stop()
    }
  } finally {
    await rm(stateDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

export async function guildAt(origin: string): Promise<Guild> {
  const open = await (await fetch(`${origin}/api/enrolment/parades`)).json()
  const types = await getAs<{ id: number }[]>(origin, 'management', '/api/costumeType')
  return {
    origin,
    parades: open.map(({ id }: { id: number }) => id),
    costumeTypeId: types[0]?.id ?? 0,
    management: await headersOf(origin, 'management'),
  }
}
