import { env } from 'cloudflare:workers'
import type { D1Database } from '@cloudflare/workers-types'
import { expect, onTestFinished } from 'vitest'
import { gatedDatabase } from './machine/gate.ts'

/**
 * A database for a request that is overtaken by another one: `act` runs before the first statement that
 * starts with `beginning`. The test fails if no such statement is sent.
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
