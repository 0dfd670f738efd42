import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './factory.ts'

/** Eight times what is read of an honest request (body.ts): a refusal of more may get lost. */
const mostBytes = 1024 * 1024
const patienceInMs = 5_000

/**
 * Reads what a request still sends before it is answered: the runtime resets a connection whose
 * body nobody has read, and the refusal is lost with it. Nobody waits for who sends without end.
 */
export const readToTheEnd: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const { body } = c.req.raw
  if (body && !body.locked) await discard(body)
}

async function discard(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader()
  const tooLate = Promise.withResolvers<null>()
  const timer = setTimeout(tooLate.resolve, patienceInMs, null)
  try {
    let left = mostBytes
    while (left > 0) {
      const part = await Promise.race([reader.read(), tooLate.promise])
      if (!part || part.done) return
      left -= part.value.byteLength
    }
  } catch {
    // Whoever sent it has gone; there is nobody left to answer.
  } finally {
    clearTimeout(timer)
  }
}
