import { env } from 'cloudflare:workers'
import type { D1Database } from '@cloudflare/workers-types'
import { expect, onTestFinished } from 'vitest'
import { gatedDatabase } from './machine/gate.ts'

/**
 * The database of a request that somebody overtakes: before its first statement that begins so, they
 * act. A request that never sends one fails the test.
 */
export function overtakenBefore(beginning: string, act: () => Promise<unknown>): D1Database {
  let isOver = false
  onTestFinished(() => expect(isOver, `Nothing was sent that begins with ${beginning}`).toBe(true))
  return gatedDatabase(env.DB, async (queries) => {
    if (isOver || !queries.some((query) => query.startsWith(beginning))) return
    isOver = true
    await act()
  })
}
