import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ChildNews } from './end-with-parent.ts'
import { address, projectDir } from './project.ts'
import { quietest } from './quiet.ts'

const endWithParent = fileURLToPath(new URL('./end-with-parent.ts', import.meta.url))
const fiveMinutes = 5 * 60_000
const shell = process.ppid

type Serving = {
  /** Path that triggers the cron on this server. */
  cronPath: string
  /** Called when the server answers. */
  greet: () => void
}

/** Serves until it is stopped; this command then ends with the server's exit code. */
export async function serve(args: readonly string[], { cronPath, greet }: Serving): Promise<void> {
  const server = spawn(process.execPath, ['--no-warnings', '--import', endWithParent, ...args], {
    cwd: projectDir,
    env: { ...process.env, ...quietest },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let isStopping = false
  onStopSignal(() => {
    isStopping = true
    if (server.connected) server.disconnect()
  })
  const endWhatItLeft = followChildren(server)
  server.on('exit', (code, signal) => {
    if (signal) endWhatItLeft()
    process.exit(isStopping ? 0 : (code ?? 1))
  })
  await waitForAnswer(server)
  greet()
  // Locally no cloud triggers the cron, so this command does every five minutes.
  const cron = `${address}${cronPath}?cron=${encodeURIComponent('*/5 * * * *')}`
  void triggerCron(cron)
  setInterval(() => triggerCron(cron), fiveMinutes)
}

/** Tracks the processes that the server has started (end-with-parent.ts), to end them if it is killed. */
function followChildren(server: ChildProcess): () => void {
  const running = new Set<number>()
  server.on('message', ({ started, ended }: ChildNews) => {
    if (started) running.add(started)
    if (ended) running.delete(ended)
  })
  return () => {
    for (const pid of running) process.kill(pid, 'SIGKILL')
  }
}

function onStopSignal(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // npm passes a signal to the shell in between, which dies without passing it on.
  const isRunByNpm = process.env.npm_lifecycle_event !== undefined
  if (isRunByNpm) setInterval(() => process.ppid !== shell && stop(), 500)
}

async function waitForAnswer(server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const answer = await fetch(`${address}/api/v1/health`).catch(() => null)
    await answer?.body?.cancel()
    if (answer) return
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}

/** Calls the cron of the server once; a server that is restarting misses it. */
async function triggerCron(cron: string): Promise<void> {
  const answer = await fetch(cron).catch(() => null)
  const word = await answer?.text().catch(() => undefined)
  // Another answer does not come from this server.
  if (word !== undefined && word !== 'ok') {
    console.error(`Was alle fünf Minuten ansteht, ist ausgefallen (${answer?.status}).`)
  }
}
