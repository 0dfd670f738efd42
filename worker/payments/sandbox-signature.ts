import { createHmac, timingSafeEqual } from 'node:crypto'

/** `t=<unix seconds>,v1=<HMAC of "t.body">`, as real providers sign. */
const format = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

export const signatureHeader = 'Sandbox-Signature'

export function sign(secret: string, body: string, now: Date): string {
  const t = Math.floor(now.getTime() / 1000)
  return `t=${t},v1=${hmac(secret, `${t}.${body}`).toString('hex')}`
}

/** Replays are harmless (the event table), so the time is signed but sets no limit. */
export function isSignedBy(secret: string, body: string, signature: string | null): boolean {
  const [, t, v1 = ''] = format.exec(signature ?? '') ?? []
  if (!t) return false
  return timingSafeEqual(hmac(secret, `${t}.${body}`), Buffer.from(v1, 'hex'))
}

// A purpose of its own: a signature here must never fit a token there.
function hmac(secret: string, text: string): Buffer {
  const key = createHmac('sha256', secret).update('sandbox webhook').digest()
  return createHmac('sha256', key).update(text).digest()
}
