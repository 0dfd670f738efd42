import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { startServer } from '#tests/e2e/server.ts'
import { copyState } from '#tests/e2e/state.ts'
import { freePort } from '#tests/support/free-port.ts'

// However the command ends, nothing of what it has started goes on serving.

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
  test(`asked by ${signal}, it ends in good order`, async () => {
    const port = await freePort()
    const { command } = await startServer({ port, stateDir })
    const gone = once(command, 'exit')
    command.kill(signal)
    expect(await gone).toEqual([0, null])
    await expectEnd(port)
  })
}

test('killed, it can end nothing, and what it has started ends by itself', async () => {
  const port = await freePort()
  const { command } = await startServer({ port, stateDir })
  command.kill('SIGKILL')
  await expectEnd(port)
})

test('when its server is killed, it ends with an error and takes the runtime along', async () => {
  const port = await freePort()
  const { command } = await startServer({ port, stateDir })
  const gone = once(command, 'exit')
  const [server = 0, ...others] = childrenOf(command.pid)
  expect(others).toEqual([])
  process.kill(server, 'SIGKILL')
  expect(await gone).toEqual([1, null])
  await expectEnd(port)
})

test('when the shell dies between npm and it, it ends', async () => {
  const port = await freePort()
  // The second command keeps the shell from becoming the first one.
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
