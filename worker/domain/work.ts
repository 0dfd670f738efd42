import { sha256 } from '@noble/hashes/sha2.js'

// What a browser computes when very many come at once: for each part a number whose hash begins with zeros.
// Many small parts instead of a large one: so it takes nearly as long each time. The browser's own hashing
// answers later, one at a time, and would be slower than this.

/** What stands in a ticket before its seal; the first word is by chance. */
export type Ticket = { id: string; madeAt: number; parts: number; bits: number }

export function readTicket(ticket: string): Ticket | null {
  const [, id, madeAt, parts, bits] =
    /^([0-9a-f]{32})\.(\d{13})\.(\d{1,3})\.(\d{1,2})\.[\w-]{43}$/.exec(ticket) ?? []
  if (id === undefined) return null
  return { id, madeAt: Number(madeAt), parts: Number(parts), bits: Number(bits) }
}

const encoder = new TextEncoder()

function isPart({ id, bits }: Ticket, part: number, number: number): boolean {
  // 55 bytes are one block.
  const hash = sha256(encoder.encode(`${id}:${part}:${number.toString(36)}`))
  const [a = 0, b = 0, c = 0, d = 0] = hash
  return Math.clz32((a << 24) | (b << 16) | (c << 8) | d) >= bits
}

/** The ticket with what was computed for it; `null` for what is no ticket. */
export function solve(text: string): string | null {
  const ticket = readTicket(text)
  if (!ticket) return null
  const numbers = Array.from({ length: ticket.parts }, (_, part) => {
    let number = 0
    while (!isPart(ticket, part, number)) number += 1
    return number.toString(36)
  })
  return `${text}~${numbers.join('.')}`
}

/** Whether all of it was computed; whether the ticket is ours is another question. */
export function isSolved(ticket: Ticket, numbers: readonly string[]): boolean {
  return (
    numbers.length === ticket.parts &&
    numbers.every((text, part) => {
      const number = Number.parseInt(text, 36)
      return number.toString(36) === text && isPart(ticket, part, number)
    })
  )
}
