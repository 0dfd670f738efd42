import { sha256 } from '@noble/hashes/sha2.js'

// Proof of work for times of many requests: for each part the browser finds a number whose hash
// begins with zero bits. Many small parts make the duration predictable. Synchronous SHA-256 is
// used, since the browser's own hashing is asynchronous and slower here.

/** The content of a ticket before its signature; `id` is random. */
export type Ticket = { id: string; madeAt: number; parts: number; bits: number }

export function readTicket(ticket: string): Ticket | null {
  const [, id, madeAt, parts, bits] =
    /^([0-9a-f]{32})\.(\d{13})\.(\d{1,3})\.(\d{1,2})\.[\w-]{43}$/.exec(ticket) ?? []
  if (id === undefined) return null
  return { id, madeAt: Number(madeAt), parts: Number(parts), bits: Number(bits) }
}

const encoder = new TextEncoder()

function isPart({ id, bits }: Ticket, part: number, number: number): boolean {
  // The text has less than 56 bytes, so it fits into one block of SHA-256.
  const hash = sha256(encoder.encode(`${id}:${part}:${number.toString(36)}`))
  const [a = 0, b = 0, c = 0, d = 0] = hash
  return Math.clz32((a << 24) | (b << 16) | (c << 8) | d) >= bits
}

/** The ticket with the computed numbers; null for an invalid ticket. */
export function solveTicket(text: string): string | null {
  const ticket = readTicket(text)
  if (!ticket) return null
  const numbers = Array.from({ length: ticket.parts }, (_, part) => {
    let number = 0
    while (!isPart(ticket, part, number)) number += 1
    return number.toString(36)
  })
  return `${text}~${numbers.join('.')}`
}

/** Whether all parts are solved; the signature of the ticket is verified elsewhere. */
export function isSolved(ticket: Ticket, numbers: readonly string[]): boolean {
  return (
    numbers.length === ticket.parts &&
    numbers.every((text, part) => {
      const number = Number.parseInt(text, 36)
      return number.toString(36) === text && isPart(ticket, part, number)
    })
  )
}
