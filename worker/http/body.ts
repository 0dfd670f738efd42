import type { MiddlewareHandler } from 'hono'
import { DomainError } from '#worker/domain/errors.ts'
import type { AppEnv } from './factory.ts'

/** The largest regular request is a member's form with a few kilobytes; only uploaded parts are larger. */
export const mostBytesOfBody = 128 * 1024

/**
 * Reads the body as text, up to the limit. Invalid UTF-8 is rejected; otherwise replacement characters would be
 * stored.
 * @throws DomainError PayloadTooLarge, InvalidRequest
 */
export async function readText(
  request: Request,
  maxBytes = mostBytesOfBody,
  tooLarge = 'Das ist zu viel Text auf einmal.',
): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let length = 0
  try {
    for await (const chunk of chunksOf(request)) {
      length += chunk.byteLength
      if (length > maxBytes) throw new DomainError('PayloadTooLarge', tooLarge)
      text += decoder.decode(chunk, { stream: true })
    }
    return text + decoder.decode()
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw new DomainError('InvalidRequest', 'Die Anfrage ist nicht lesbar.')
  }
}

/** Reads a form as browsers send it. @throws DomainError UnsupportedMediaType */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw new DomainError('UnsupportedMediaType', 'Die Anfrage muss ein Formular enthalten.')
  }
  return new URLSearchParams(await readText(request))
}

async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader()
  if (!reader) return
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    reader.releaseLock()
  }
}

/** Eight times `mostBytesOfBody`; the response to an even larger body may get lost. */
const mostBytes = 1024 * 1024
const patienceInMs = 5_000

/**
 * Reads the rest of a request's body after the handler: the runtime resets a connection with an unread body,
 * and the error response would be lost. Bytes and time are limited.
 */
export const drainBody: MiddlewareHandler<AppEnv> = async (c, next) => {
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
    // The client has disconnected, so nothing is left to read.
  } finally {
    clearTimeout(timer)
  }
}
