import { z } from 'zod'
import type { Env } from '#worker/env.ts'

/** Origin of Turnstile's script and frame; pages add it to their policy when Turnstile is configured. */
export const turnstileOrigin = 'https://challenges.cloudflare.com'

/** Verifies that a request was made by a person. */
export type Turnstile = {
  siteKey: string
  /** Cloudflare's verdict on the token that the browser got from the challenge. */
  isSolved(challenge: string): Promise<boolean>
}

const patienceInMs = 4000

const verdict = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
})

/** Error codes that mean a fault of this installation, which must not lock everyone out. */
const ownFaults = ['missing-input-secret', 'invalid-input-secret', 'internal-error']

/** The check by Turnstile; null unless both settings are configured. */
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
          // Cloudflare also accepts the visitor's address, but does not need it.
          body: JSON.stringify({ secret, response: challenge }),
          // The secret must not be sent to another host.
          redirect: 'manual',
          signal: AbortSignal.timeout(patienceInMs),
        })
        const { success, 'error-codes': errors } = verdict.parse(await response.json())
        if (success) return true
        const ownFault = errors.find((error) => ownFaults.includes(error))
        if (ownFault) logUnanswered(ownFault)
        return ownFault !== undefined
      } catch (error) {
        // Turnstile does not respond: accept the request, so that enrolment goes on.
        logUnanswered(error instanceof Error ? error.name : 'unknown')
        return true
      }
    },
  }
}

function logUnanswered(reason: string): void {
  console.warn(JSON.stringify({ level: 'warn', event: 'turnstile_no_answer', reason }))
}
