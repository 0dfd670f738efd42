import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { address, projectDir } from './project.ts'
import { quietest } from './quiet.ts'

const endWithParent = fileURLToPath(new URL('./end-with-parent.ts', import.meta.url))
const cron = `${address}/cdn-cgi/handler/scheduled?cron=${encodeURIComponent('*/5 * * * *')}`
const fiveMinutes = 5 * 60_000
const shell = process.ppid

/** Serves until somebody ends it; this command then ends with the server's own code. */
export async function serve(args: readonly string[], greet: () => void): Promise<void> {
  const server = spawn(process.execPath, ['--no-warnings', '--import', endWithParent, ...args], {
    cwd: projectDir,
    env: { ...process.env, ...quietest },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let isStopping = false
  whenAskedToStop(() => {
    isStopping = true
    if (server.connected) server.disconnect()
  })
  server.on('exit', (code) => process.exit(isStopping ? 0 : (code ?? 1)))
  await untilItAnswers(server)
  greet()
  // No cloud here that would ring every five minutes.
  setInterval(ringCron, fiveMinutes)
}

function whenAskedToStop(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // npm passes a signal on to the shell between us, which dies of it and tells nobody.
  const isRunByNpm = process.env.npm_lifecycle_event !== undefined
  if (isRunByNpm) setInterval(() => process.ppid !== shell && stop(), 500)
}

async function untilItAnswers(server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const answer = await fetch(`${address}/api/v1/health`).catch(() => null)
    await answer?.body?.cancel()
    if (answer) return
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}

/** Refusals are told by the worker itself; a server that is just restarting misses a turn. */
async function ringCron(): Promise<void> {
  const answer = await fetch(cron).catch(() => null)
  await answer?.body?.cancel()
}
