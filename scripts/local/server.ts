import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ChildNews } from './end-with-parent.ts'
import { address, projectDir } from './project.ts'
import { quietest } from './quiet.ts'

const endWithParent = fileURLToPath(new URL('./end-with-parent.ts', import.meta.url))
const fiveMinutes = 5 * 60_000
const shell = process.ppid

type Serving = {
  /** Where this server is told that the cron's moment has come. */
  cronPath: string
  /** When it answers. */
  greet: () => void
}

/** Serves until somebody ends it; this command then ends with the server's own code. */
export async function serve(args: readonly string[], { cronPath, greet }: Serving): Promise<void> {
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
  const endWhatItLeft = followChildren(server)
  server.on('exit', (code, signal) => {
    if (signal) endWhatItLeft()
    process.exit(isStopping ? 0 : (code ?? 1))
  })
  await untilItAnswers(server)
  greet()
  // No cloud here that would ring every five minutes.
  const cron = `${address}${cronPath}?cron=${encodeURIComponent('*/5 * * * *')}`
  void ringCron(cron)
  setInterval(() => ringCron(cron), fiveMinutes)
}

/** What the server says it has started (end-with-parent.ts): killed, it ends none of it itself. */
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

/** A server that is just restarting misses a turn. */
async function ringCron(cron: string): Promise<void> {
  const answer = await fetch(cron).catch(() => null)
  const word = await answer?.text().catch(() => undefined)
  // Anything but its own word is another address' answer.
  if (word !== undefined && word !== 'ok') {
    console.error(`Was alle fünf Minuten ansteht, ist ausgefallen (${answer?.status}).`)
  }
}
