import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { projectDir, wranglerCli } from '#scripts/local/project.ts'
import { quietest } from '#scripts/local/quiet.ts'
import { freePort } from '#tests/support/free-port.ts'

const configPath = join(projectDir, 'scripts/bench/wrangler.toml')

/** The bench's own worker, on the product's database. */
export async function startBareWorker(stateDir: string) {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const child = spawn(
    process.execPath,
    [
      ...['--no-warnings', wranglerCli, 'dev', '--config', configPath, '--port', String(port)],
      ...['--persist-to', stateDir, '--show-interactive-dev-session=false'],
    ],
    {
      cwd: projectDir,
      env: { ...process.env, ...quietest },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => said.push(chunk))
  }
  const gone = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
  }
  while (child.exitCode === null) {
    const answer = await fetch(origin).catch(() => null)
    await answer?.body?.cancel()
    if (answer) return { origin, stop }
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  throw new Error(`The bench's own worker did not start:\n${Buffer.concat(said)}`)
}
