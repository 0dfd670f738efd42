import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { projectDir, viteBin } from '#scripts/local/project.ts'
import { quietest } from '#scripts/local/quiet.ts'
import { freePort } from '#tests/support/free-port.ts'

const viteConfig = join(projectDir, 'scripts/bench/vite.config.ts')
const endWithParent = join(projectDir, 'scripts/local/end-with-parent.ts')
const serveBuilt = join(projectDir, 'scripts/local/serve-built.ts')

/** Starts the benchmark's own worker on the product's database, built and served as the product is. */
export async function startBareWorker(stateDir: string, buildDir: string) {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env = { ...process.env, ...quietest, STATE_DIR: stateDir, BUILD_DIR: buildDir }
  const run = (args: string[]) =>
    spawn(process.execPath, ['--no-warnings', ...args], {
      cwd: projectDir,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })

  const build = run([viteBin, 'build', '--config', viteConfig, '--logLevel', 'warn'])
  const buildSaid = listenTo(build)
  const [code] = await once(build, 'close')
  if (code !== 0) throw new Error(`The bench's own worker cannot be built:\n${buildSaid()}`)

  const config = join(resolve(projectDir, buildDir), 'bare/zunft_bench/wrangler.json')
  const server = run(['--import', endWithParent, serveBuilt, config, String(port)])
  const serverSaid = listenTo(server)
  const gone = once(server, 'exit')
  const stop = async () => {
    if (server.connected) server.disconnect()
    await gone
  }
  while (server.exitCode === null) {
    const answer = await fetch(origin).catch(() => null)
    await answer?.body?.cancel()
    if (answer) return { origin, stop }
    await setTimeout(150)
  }
  throw new Error(`The bench's own worker did not start:\n${serverSaid()}`)
}

function listenTo({ stdout, stderr }: ChildProcess): () => string {
  const said: Buffer[] = []
  for (const stream of [stdout, stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk))
  return () => Buffer.concat(said).toString()
}
