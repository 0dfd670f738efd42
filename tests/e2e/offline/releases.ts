import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { join, resolve } from 'node:path'
import { type Server, startServer } from '#tests/e2e/server.ts'
import { copyState, runFolder } from '#tests/e2e/state.ts'
import { freePort } from '#tests/support/free-port.ts'

/** The build of this run. */
export const builtFolder = resolve(process.env.BUILD_DIR ?? 'dist')

const hashed = /-([\w-]{8})\.(js|css|woff2)$/

/**
 * Copies the build as another release: each of its files has another name of the same length.
 * @returns its folder
 */
export async function anotherRelease(mark: string): Promise<string> {
  const folder = join(runFolder, `release-${mark}`)
  await cp(builtFolder, folder, { recursive: true })
  const assets = join(folder, 'client/assets')
  const names = new Map<string, string>()
  for (const name of await readdir(assets)) {
    const [, hash = ''] = hashed.exec(name) ?? []
    names.set(name, name.replace(hash, mark.padEnd(3, '_') + hash.slice(0, 5)))
  }
  const texts = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const { name, parentPath } of texts.filter((entry) => entry.isFile())) {
    if (!/\.(js|css|html|json)$/.test(name)) continue
    const path = join(parentPath, name)
    const text = await readFile(path, 'utf8')
    const renamed = [...names].reduce((now, [old, other]) => now.replaceAll(old, other), text)
    await writeFile(path, name === 'sw.js' ? renamed.replace(/"version":"./, `$&${mark}`) : renamed)
  }
  for (const [old, other] of names) await rename(join(assets, old), join(assets, other))
  return folder
}

/** The path of the script that the release's page loads. */
export async function entryOf(folder: string): Promise<string> {
  const html = await readFile(join(folder, 'client/index.html'), 'utf8')
  return /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1] ?? ''
}

type Said = { status?: number; headers: Record<string, string>; body?: string }

/** One address at which releases are served in turn, or nothing. */
export type ReleaseServer = {
  origin: string
  /** Stops the previous release. */
  serve: (folder: string) => Promise<void>
  /** Stops the server. */
  close: () => Promise<void>
  /** Replaces the server's answer for a path; null restores it. */
  say: (path: string, said: Said | null) => void
  /** The paths requested so far. */
  asked: readonly string[]
}

export async function openFront(): Promise<ReleaseServer> {
  const serverPort = await freePort()
  const port = await freePort()
  const stateDir = await copyState()
  const sayings = new Map<string, Said>()
  const asked: string[] = []
  let server: Server | null = null

  const proxy = createServer((from, to) => {
    const { method, headers, url: path = '/' } = from
    asked.push(path)
    const said = sayings.get(path)
    if (said) return to.writeHead(said.status ?? 200, said.headers).end(said.body)
    const onward = request({ host: 'localhost', port: serverPort, method, path, headers })
    onward.on('response', (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(to)
    })
    onward.on('error', () => to.destroy())
    from.pipe(onward)
  })
  await new Promise<void>((done) => proxy.listen(port, 'localhost', done))

  const close = async () => {
    await server?.kill()
    server = null
  }
  return {
    origin: `http://localhost:${port}`,
    async serve(folder) {
      await close()
      server = await startServer({ port: serverPort, stateDir, buildDir: folder })
    },
    async close() {
      await close()
      sayings.clear()
    },
    say: (path, said) => void (said ? sayings.set(path, said) : sayings.delete(path)),
    asked,
  }
}
