import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Page } from '@playwright/test'
import { decodeJwt } from 'jose'
import { projectDir } from '#scripts/local/project.ts'
import { writeRows } from '#tests/support/local-database.ts'
import { signToken } from '#worker/http/auth.ts'
import type { Stage } from './stage.ts'

const hour = 60 * 60_000
const lifetimeInMs = 12 * hour

/** Makes this browser's session expire that many hours ago, on the phone and on the server. */
export async function expireSession(page: Page, stage: Stage, hours: number): Promise<void> {
  const over = new Date(Date.now() - hours * hour)
  const { sub, tv, sid } = decodeJwt(await page.evaluate(storedToken))
  const claims = { userId: Number(sub), tokenVersion: Number(tv), sessionId: Number(sid) }
  const begun = new Date(over.getTime() - lifetimeInMs)
  const token = await signToken(claims, secretOfThisMachine(), begun)
  await stage.stop()
  const statement = 'UPDATE sessions SET expires_at = ? WHERE id = ?'
  writeRows(stage.stateDir, statement, over.toISOString(), claims.sessionId)
  await stage.startAgain()
  await page.evaluate(storeToken, token)
}

function storedToken(): string {
  return JSON.parse(localStorage.getItem('userAuthenticationInformation') ?? '{}').accessToken
}

function storeToken(accessToken: string): void {
  for (const key of ['user', 'userAuthenticationInformation']) {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...stored, accessToken }))
  }
}

/** The secret with which the local server signs tokens. */
function secretOfThisMachine(): string {
  const { JWT_SECRET } = parseEnv(readFileSync(join(projectDir, '.dev.vars'), 'utf8'))
  if (!JWT_SECRET) throw new Error('There is no secret in .dev.vars')
  return JWT_SECRET
}
