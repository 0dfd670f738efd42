import { test as base, expect } from '@playwright/test'
import { findGuild, type Guild } from '#tests/e2e/guild.ts'
import { type Server, startServer } from '#tests/e2e/server.ts'
import { copyState } from '#tests/e2e/state.ts'
import { freePort } from '#tests/support/free-port.ts'
import { aDevice, type Device } from './device.ts'
import { openPeople, type Person } from './helper-steps.ts'
import { type Line, openLine } from './line.ts'

/** A server that can be killed, with a connection that can be cut. */
export type Stage = {
  guild: Guild
  stateDir: string
  line: Line
  /** The server's own address, used by the office, which is always online. */
  office: () => string
  /** People who are not confirmed and not used by another test. */
  take: (count: number) => Promise<Person[]>
  /** Kills the server with SIGKILL. */
  kill: () => Promise<void>
  stop: () => Promise<void>
  startAgain: () => Promise<void>
}

type Fixtures = { device: Device; aSecondDevice: Device }

export const test = base.extend<Fixtures, { stage: Stage }>({
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed
    async ({}, use) => {
      const stage = await setUp()
      await use(stage)
      await stage.line.cut()
      await stage.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  device: async ({ stage }, use) => {
    await stage.line.mend()
    await borrow(use)
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  aSecondDevice: async ({}, use) => borrow(use),
})

export { expect }

async function borrow(use: (device: Device) => Promise<void>): Promise<void> {
  const device = await aDevice()
  await use(device)
  await device.throwAway()
  expect(device.troubles, 'errors in the console').toEqual([])
}

async function setUp(): Promise<Stage> {
  const stateDir = await copyState()
  const serverPort = await freePort()
  const start = (): Promise<Server> => startServer({ port: serverPort, stateDir })
  let server = await start()
  const line = await openLine({ port: await freePort(), serverPort })
  const guild = await findGuild(server.origin)
  const taken = new Set<number>()
  return {
    guild,
    stateDir,
    line,
    office: () => server.origin,
    async take(count) {
      const open = await openPeople(server.origin, guild.todayId)
      const people = open.filter(({ id }) => !taken.has(id)).slice(0, count)
      expect(people, 'as many as the story needs').toHaveLength(count)
      for (const { id } of people) taken.add(id)
      return people
    },
    kill: () => server.kill(),
    stop: () => server.stop(),
    async startAgain() {
      server = await start()
    },
  }
}
