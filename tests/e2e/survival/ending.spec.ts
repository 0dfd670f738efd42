import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { startServer } from '#tests/e2e/server.ts'
import { copyState } from '#tests/e2e/state.ts'
import { freePort } from '#tests/support/free-port.ts'

// However the command ends, no process it has started keeps serving.

const start = fileURLToPath(new URL('../../../scripts/start.ts', import.meta.url))

let stateDir: string

test.beforeAll(async () => {
  stateDir = await copyState()
})

function isServing(port: number): Promise<boolean> {
  const socket = connect(port, 'localhost')
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}

const expectEnd = (port: number) =>
  expect.poll(() => isServing(port), { timeout: 30_000 }).toBe(false)

function childrenOf(parent: number | undefined): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' }).split('\n')
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([ppid, pid]) => (ppid === parent && pid ? [pid] : []))
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`On ${signal} npm start exits with code 0 and ends the processes it started`, async () => {
    const port = await freePort()
    const { command } = await startServer({ port, stateDir })
    const gone = once(command, 'exit')
    command.kill(signal)
    expect(await gone).toEqual([0, null])
    await expectEnd(port)
  })
}

test('If npm start is killed (SIGKILL), the processes it started end on their own', async () => {
  const port = await freePort()
  const { command } = await startServer({ port, stateDir })
  command.kill('SIGKILL')
  await expectEnd(port)
})

test('If the server of npm start is killed, npm start exits with code 1 and stops the runtime', async () => {
  const port = await freePort()
  const { command } = await startServer({ port, stateDir })
  const gone = once(command, 'exit')
  const [server = 0, ...others] = childrenOf(command.pid)
  expect(others).toEqual([])
  process.kill(server, 'SIGKILL')
  expect(await gone).toEqual([1, null])
  await expectEnd(port)
})

test('The start script ends if the shell that npm runs it in is killed', async () => {
  const port = await freePort()
  // The second command prevents the shell from replacing itself with the first one.
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${start}" --built; true`], {
    env: {
      ...process.env,
      PORT: String(port),
      STATE_DIR: stateDir,
      npm_lifecycle_event: 'start',
    },
    stdio: 'ignore',
  })
  await expect.poll(() => isServing(port), { timeout: 60_000 }).toBe(true)
  shell.kill('SIGKILL')
  await expectEnd(port)
})
