import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#tests/support/free-port.ts'
import { startServer } from './server.ts'
import { copyState, runFolder } from './state.ts'

// The gate tells each story once, in one size: there the projects that follow each other in a worker's place can
// speak to one server and one guild, as the files of a project do. To start one takes ten seconds.

const list = join(runFolder, 'shared-servers.json')

/** One for each place of a worker. @returns what ends them */
export async function startShared(places: number): Promise<() => Promise<void>> {
  const servers = await Promise.all(
    Array.from({ length: places }, async () =>
      startServer({ port: await freePort(), stateDir: await copyState() }),
    ),
  )
  await writeFile(list, JSON.stringify(servers.map(({ origin }) => origin)))
  return async () => void (await Promise.all(servers.map(({ stop }) => stop())))
}

/**
 * The address of the server of this place; null where there is none, or when a worker of the same project has had
 * it before: a test of that one failed, and its successor gets a guild of its own.
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
