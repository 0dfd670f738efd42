import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type Server = {
  origin: string
  /** The process of the command itself. */
  command: ChildProcess
  /** Stops it like Ctrl+C. */
  stop: () => Promise<void>
  /** Everything printed so far. */
  said: () => string
  /** Kills all its processes with SIGKILL. */
  kill: () => Promise<void>
}

type Settings = {
  port: number
  stateDir: string
  /** The build to be served; by default BUILD_DIR. */
  buildDir?: string
  /** Builds first; otherwise serves the existing build. */
  build?: boolean
  /** An empty guild instead of the demo. */
  isEmpty?: boolean
  /** Added to this process's environment. */
  env?: Record<string, string>
}

/** Runs `npm start` with its own port and data. */
export async function startServer(settings: Settings): Promise<Server> {
  const { port, stateDir, buildDir, build, isEmpty, env } = settings
  const options = [...(build ? [] : ['--built']), ...(isEmpty ? ['--empty'] : [])]
  const child = spawn(process.execPath, ['scripts/start.ts', ...options], {
    cwd: root,
    env: {
      ...process.env,
      ...env,
      PORT: String(port),
      STATE_DIR: stateDir,
      ...(buildDir && { BUILD_DIR: buildDir }),
    },
    // A process group of its own, so that a signal also reaches the worker that the script started.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  }
  const gone = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    if (child.pid && child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, signal)
    }
    await gone
  }

  const origin = `http://localhost:${port}`
  const server = {
    origin,
    command: child,
    stop: () => end('SIGTERM'),
    said: () => said.join(''),
    kill: () => end('SIGKILL'),
  }
  const isUp = await Promise.race([answers(origin), gone.then(() => false)])
  if (isUp) return server
  await server.kill()
  throw new Error(`The server did not start:\n${server.said()}`)
}

const patienceInMs = 120_000

async function answers(origin: string): Promise<boolean> {
  const end = Date.now() + patienceInMs
  while (Date.now() < end) {
    const response = await fetch(`${origin}/api/v1/health`).catch(() => null)
    if (response?.ok) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}
