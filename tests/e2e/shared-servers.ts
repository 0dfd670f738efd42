import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#tests/support/free-port.ts'
import { startServer } from './server.ts'
import { copyState, runFolder } from './state.ts'

// The gate runs each story once, in one size, so successive projects of a worker can share a server
// and guild as the files of a project do. Starting one takes ten seconds.

const list = join(runFolder, 'shared-servers.json')

/** Starts a server for each worker. @returns a function that stops them */
export async function startSharedServers(places: number): Promise<() => Promise<void>> {
  const servers = await Promise.all(
    Array.from({ length: places }, async () =>
      startServer({ port: await freePort(), stateDir: await copyState() }),
    ),
  )
  await writeFile(list, JSON.stringify(servers.map(({ origin }) => origin)))
  return async () => void (await Promise.all(servers.map(({ stop }) => stop())))
}

/**
 * The address of this worker's server; null if there is none, or if a worker of the same project
 * used it before: then a test failed, and the new worker gets a guild of its own.
 */
export async function takeShared(place: number, project: string): Promise<string | null> {
  const origins: string[] = JSON.parse(await readFile(list, 'utf8').catch(() => '[]'))
  const taken = join(runFolder, `taken-${place}-${project}`)
  const isFirst = await writeFile(taken, '', { flag: 'wx' }).then(
    () => true,
    () => false,
  )
  return isFirst ? (origins[place] ?? null) : null
}
