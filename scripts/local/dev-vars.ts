import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectDir } from './project.ts'

/** The secret that signs sessions: one's own on every machine, and never in the repository. */
export function ensureDevVars(): void {
  const path = join(projectDir, '.dev.vars')
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (/^JWT_SECRET=./m.test(text)) return
  const secret = `JWT_SECRET=${randomBytes(32).toString('base64url')}\n`
  writeFileSync(path, text && !text.endsWith('\n') ? `${text}\n${secret}` : text + secret, {
    mode: 0o600,
  })
}
