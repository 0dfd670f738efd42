import { spawn } from 'node:child_process'
import { projectDir } from '#scripts/local/project.ts'
import { quiet } from '#scripts/local/quiet.ts'
import { fail } from './failing.ts'

export type Said = { code: number; output: string; all: string }

/** Runs a tool from the PATH to its end, non-interactively. */
export async function ask(
  tool: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Said> {
  const child = spawn(tool, args, {
    cwd: projectDir,
    env: { ...process.env, ...quiet, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stopChild = (signal: NodeJS.Signals) => void child.kill(signal)
  for (const signal of signals) process.once(signal, stopChild)
  const out: Buffer[] = []
  const all: Buffer[] = []
  child.stdout.on('data', (data: Buffer) => void [out, all].map((list) => list.push(data)))
  child.stderr.on('data', (data: Buffer) => all.push(data))
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      all.push(Buffer.from(error.code === 'ENOENT' ? `${tool}: nicht gefunden` : error.message))
      resolve(127)
    })
    child.once('close', (status) => resolve(status ?? 1))
  })
  for (const signal of signals) process.off(signal, stopChild)
  return { code, output: Buffer.concat(out).toString(), all: Buffer.concat(all).toString() }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** @param failing the messages for a failure: what failed and what to do */
export async function wrangler(
  args: readonly string[],
  failing: readonly [what: string, toDo: string],
) {
  const said = await ask('wrangler', args)
  if (said.code !== 0) fail(...failing, said.all)
  return said
}

/** The JSON in a tool's output, which may follow other lines; undefined without any. */
export function jsonIn({ output }: Said): unknown {
  const [json] = /^[[{][\s\S]*/m.exec(output) ?? []
  try {
    return json === undefined ? undefined : JSON.parse(json)
  } catch {
    return undefined
  }
}
