import { createHash, randomBytes } from 'node:crypto'

/** What opens a calendar: 32 bytes that nobody guesses, as 43 letters. */
export function newCalendarToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of it. */
export function calendarHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export function calendarPath(token: string): string {
  return `/api/calendar/${token}.ics`
}

/** The token in the last part of such a path; null: it is none of ours. */
export function tokenIn(file: string): string | null {
  return /^([\w-]{43})\.ics$/.exec(file)?.[1] ?? null
}
