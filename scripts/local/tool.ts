import { spawn } from 'node:child_process'
import { projectDir } from './project.ts'
import { quiet } from './quiet.ts'
import { stop } from './stop.ts'

/**
 * Runs a tool to its end, silently; its output is printed when it fails.
 * @returns its output
 */
export async function runTool(what: string, args: readonly string[]): Promise<string> {
  const tool = spawn(process.execPath, args, {
    cwd: projectDir,
    env: { ...process.env, ...quiet },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out: Buffer[] = []
  const errors: Buffer[] = []
  tool.stdout.on('data', (data: Buffer) => out.push(data))
  tool.stderr.on('data', (data: Buffer) => errors.push(data))
  const code = await new Promise((resolve) => tool.on('close', resolve))
  if (code === 0) return Buffer.concat(out).toString()
  console.error(Buffer.concat([...out, ...errors]).toString())
  return stop(`${what} ist fehlgeschlagen.`)
}
