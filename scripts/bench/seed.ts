import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { projectDir } from '#scripts/local/project.ts'

/** Loads the large demo guild into a folder of its own; returns the script's output. */
export async function seed(stateDir: string): Promise<string> {
  const args = ['scripts/seed.ts', '--members', '5000', '--seasons', '20']
  const child = spawn(process.execPath, args, {
    cwd: projectDir,
    env: { ...process.env, STATE_DIR: stateDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error('The large demo guild could not be loaded')
  return Buffer.concat(said).toString().trim()
}
