import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { projectDir } from '#scripts/local/project.ts'
import type { Counts } from './counts.ts'

export type Step = {
  title: string
  command: string
  args: string[]
  env?: Record<string, string>
  count: (exitCode: number) => Counts | Promise<Counts>
}

export type Result = { title: string; counts: Counts; seconds: string }

/** Runs one step with direct output to the console. */
export async function runAlone(step: Step): Promise<Result> {
  console.log(`\n── ${step.title} ──`)
  return run(step, 'inherit')
}

/** Runs several steps at once; the output of each is printed when it ends. */
export function runTogether(steps: readonly Step[]): Promise<Result[]> {
  return Promise.all(
    steps.map(async (step) => {
      const said: Buffer[] = []
      const result = await run(step, 'pipe', said)
      console.log(`\n── ${step.title} ──\n${Buffer.concat(said).toString()}`.trimEnd())
      return result
    }),
  )
}

async function run(
  { title, command, args, env, count }: Step,
  output: 'inherit' | 'pipe',
  said: Buffer[] = [],
): Promise<Result> {
  const start = performance.now()
  // The project's tools, whether or not npm started this; and no control characters in a log.
  const PATH = [join(projectDir, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
  const child = spawn(command, args, {
    cwd: projectDir,
    stdio: ['ignore', output, output],
    env: { ...process.env, PATH, ...colours, ...env },
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => said.push(chunk))
  }
  const [code] = await once(child, 'close')
  const counts = await count(code ?? 1)
  return { title, counts, seconds: ((performance.now() - start) / 1000).toFixed(1) }
}
