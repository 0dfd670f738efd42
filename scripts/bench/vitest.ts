import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { projectDir } from '#scripts/local/project.ts'

/**
 * Runs a file of tests/bench in workerd.
 * @returns the lines it prints
 */
export async function linesOfBench<Line>(file: string, rounds: number): Promise<Line[]> {
  const path = `tests/bench/${file}.test.ts`
  const args = ['run', path, '--project', 'bench', '--disable-console-intercept']
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: projectDir,
    env: { ...process.env, BENCH_ROUNDS: String(rounds) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const lines: Line[] = []
  const said: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('bench ')) lines.push(JSON.parse(line.slice('bench '.length)))
    else said.push(line)
  }
  if ((await ended) !== 0) throw new Error(`${file} cannot be measured:\n${said.join('\n')}`)
  return lines
}
