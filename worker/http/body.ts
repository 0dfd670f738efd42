import type { MiddlewareHandler } from 'hono'
import { DomainError } from '#worker/domain/errors.ts'
import type { AppEnv } from './factory.ts'

/** The largest honest request is a member's form: a few kilobytes. Only a part of a file has more. */
export const mostBytesOfBody = 128 * 1024

/**
 * The body as text, read no further than the limit. Bytes that are no UTF-8 are refused: as
 * replacement characters they would be kept.
 * @throws DomainError PayloadTooLarge, InvalidRequest
 */
export async function readText(request: Request, maxBytes = mostBytesOfBody): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let length = 0
  try {
    for await (const chunk of chunksOf(request)) {
      length += chunk.byteLength
      if (length > maxBytes) throw tooLarge()
      text += decoder.decode(chunk, { stream: true })
    }
    return text + decoder.decode()
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw new DomainError('InvalidRequest', 'Die Anfrage ist nicht lesbar.')
  }
}

/** A form as browsers send it. @throws DomainError UnsupportedMediaType */
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

function tooLarge(): DomainError {
  return new DomainError('PayloadTooLarge', 'Das ist zu viel Text auf einmal.')
}

/** Eight times what is read of an honest request (body.ts): a refusal of more may get lost. */
const mostBytes = 1024 * 1024
const patienceInMs = 5_000

/**
 * Reads what a request still sends before it is answered: the runtime resets a connection whose
 * body nobody has read, and the refusal is lost with it. Nobody waits for who sends without end.
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
    // The client has gone.
  } finally {
    clearTimeout(timer)
  }
}
