import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectDir } from './project.ts'

/** Creates the secret that signs sessions: a different one on each machine, never in the repository. */
export function ensureDevVars(): void {
  const path = join(projectDir, '.dev.vars')
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (/^JWT_SECRET=./m.test(text)) return
  const secret = `JWT_SECRET=${randomBytes(32).toString('base64url')}\n`
  writeFileSync(path, text && !text.endsWith('\n') ? `${text}\n${secret}` : text + secret, {
    mode: 0o600,
  })
}
