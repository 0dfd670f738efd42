import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectDir, wranglerCli } from '#scripts/local/project.ts'
import { accountId } from './cloudflare-api.ts'

/** The database id that the operator has entered in wrangler.toml. */
export const deployedId = '11111111-1111-4111-8111-111111111111'

export type Ran = { code: number; output: string }

/**
 * A copy of the checkout as an operator has it: with a database id in wrangler.toml, and `npx` and `npm`
 * commands that run the project's own tools against a fake of Cloudflare.
 */
export function deployedCheckout(apiUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'zunft-checkout-'))
  const inside = (...path: string[]) => join(folder, ...path)
  for (const name of ['worker', 'node_modules', 'web', 'migrations']) {
    symlinkSync(join(projectDir, name), inside(name))
  }
  // Copied instead of linked: a script finds the project from its own real path.
  for (const name of ['scripts', 'package.json', 'wrangler.toml']) {
    cpSync(join(projectDir, name), inside(name), { recursive: true })
  }
  const node = process.execPath
  mkdirSync(inside('bin'))
  const command = (name: string, lines: string[]) => {
    writeFileSync(inside('bin', name), ['#!/bin/sh', 'set -e', ...lines, ''].join('\n'))
    chmodSync(inside('bin', name), 0o755)
  }
  command('npx', [`[ "$1" = wrangler ]`, 'shift', `exec "${node}" "${wranglerCli}" "$@"`])
  // Handles `npm run user -- create …`, and the list of libraries that a deploy writes.
  command('npm', [
    `if [ "$1" = sbom ]; then echo '{}'; exit; fi`,
    `[ "$1" = run ]`,
    'script=$2',
    'shift 2',
    `if [ "$1" = -- ]; then shift; fi`,
    `exec "${node}" --no-warnings "scripts/$script.ts" "$@"`,
  ])

  const edit = (from: string | RegExp, to: string) => {
    const text = readFileSync(inside('wrangler.toml'), 'utf8')
    const edited = text.replace(from, to)
    if (edited === text) throw new Error(`wrangler.toml has no ${from}`)
    writeFileSync(inside('wrangler.toml'), edited)
  }
  edit(/database_id = "<[^"]*>"/, `database_id = "${deployedId}"`)

  const run = async (line: string, stdin = '', env: Record<string, string> = {}): Promise<Ran> => {
    const child = spawn('sh', ['-c', line], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        PATH: `${inside('bin')}:${process.env.PATH}`,
        HOME: folder,
        CI: '1',
        NO_COLOR: '1',
        CLOUDFLARE_API_BASE_URL: `${apiUrl}/client/v4`,
        CLOUDFLARE_API_TOKEN: 'of-nobody',
        CLOUDFLARE_ACCOUNT_ID: accountId,
        WRANGLER_SEND_METRICS: 'false',
        WRANGLER_WRITE_LOGS: 'false',
        ...env,
      },
    })
    child.stdin.end(stdin)
    const said: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => said.push(data))
    const code = await new Promise<number>((resolve) =>
      child.on('close', (code) => resolve(code ?? 1)),
    )
    return { code, output: Buffer.concat(said).toString() }
  }

  return { folder, inside, edit, run, remove: () => rmSync(folder, { recursive: true }) }
}
