import { z } from 'zod'
import type { Env } from '#worker/env.ts'

/** Where its script and its frame come from; pages name it in their policy when it is set up. */
export const turnstileOrigin = 'https://challenges.cloudflare.com'

/** Checks that a person asks. */
export type Turnstile = {
  siteKey: string
  /** Cloudflare's word on what the browser got from the challenge. */
  isSolved(challenge: string): Promise<boolean>
}

const patienceInMs = 4000

const verdict = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
})

/** Errors of our own configuration: they must not lock everyone out. */
const ownFaults = ['missing-input-secret', 'invalid-input-secret', 'internal-error']

/** Null when it is not set up: both settings, or none. */
export function turnstileOf({
  TURNSTILE_SITE_KEY: siteKey,
  TURNSTILE_SECRET: secret,
}: Env): Turnstile | null {
  if (!siteKey || !secret) return null
  return {
    siteKey,
    async isSolved(challenge) {
      try {
        const response = await fetch(`${turnstileOrigin}/turnstile/v0/siteverify`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          // Without the visitor's address: Cloudflare needs none.
          body: JSON.stringify({ secret, response: challenge }),
          // The secret goes to Cloudflare alone.
          redirect: 'manual',
          signal: AbortSignal.timeout(patienceInMs),
        })
        const { success, 'error-codes': errors } = verdict.parse(await response.json())
        if (success) return true
        const ownFault = errors.find((error) => ownFaults.includes(error))
        if (ownFault) logUnanswered(ownFault)
        return ownFault !== undefined
      } catch (error) {
        // It does not answer: the guild's evening goes on without it.
        logUnanswered(error instanceof Error ? error.name : 'unknown')
        return true
      }
    },
  }
}

function logUnanswered(reason: string): void {
  console.warn(JSON.stringify({ level: 'warn', event: 'turnstile_unanswered', reason }))
}
