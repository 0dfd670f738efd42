import { spawn } from 'node:child_process'
import { projectDir } from '#scripts/local/project.ts'
import { quiet } from '#scripts/local/quiet.ts'
import { fail } from './failing.ts'

export type Said = { code: number; output: string; all: string }

/** Runs a tool that the PATH names, without questions, to its end. */
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

/** @param failing what is said when it fails, and what to do then */
export async function wrangler(
  args: readonly string[],
  failing: readonly [what: string, toDo: string],
) {
  const said = await ask('wrangler', args)
  if (said.code !== 0) fail(...failing, said.all)
  return said
}

/** What stands as JSON in an answer, behind whatever else was said; undefined when nothing does. */
export function jsonIn({ output }: Said): unknown {
  const [json] = /^[[{][\s\S]*/m.exec(output) ?? []
  try {
    return json === undefined ? undefined : JSON.parse(json)
  } catch {
    return undefined
  }
}
