import { createHash, randomBytes } from 'node:crypto'
import { requireRight } from '#worker/http/auth.ts'
import { factory, publicAddress } from '#worker/http/factory.ts'
import { limitPerNetwork } from '#worker/http/rate-limit.ts'
import { entityTag, hasMatchingTag } from '#worker/http/responses.ts'
import { notFoundError } from '#worker/http/validate.ts'
import { findCalendar, guildCalendar, setCalendar } from './guild-calendar.ts'

/** The secret of a calendar address: 32 random bytes as 43 base64url characters. */
function newCalendarToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash of a calendar token; only this is stored. */
function calendarHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function calendarPath(token: string): string {
  return `/api/calendar/${token}.ics`
}

/** The token in the last part of the path; null when the format is wrong. */
function tokenIn(file: string): string | null {
  return /^([\w-]{43})\.ics$/.exec(file)?.[1] ?? null
}

const path = '/api/v1/auth/calendar'

/** The guild's dates as a calendar subscription; the address grants access without a sign-in. */
export const calendarRoutes = factory
  .createApp()
  .get('/api/calendar/:file', requireRight('public'), limitPerNetwork('ENROL_LIMIT'), async (c) => {
    const { db, today } = c.var
    const token = tokenIn(c.req.param('file'))
    const found = token && (await findCalendar(db, calendarHash(token), today))
    if (!found) throw notFoundError()
    const calendar = guildCalendar(found, today)
    const tag = entityTag(calendar)
    const kept = { 'Cache-Control': 'private, max-age=3600', ETag: tag }
    if (hasMatchingTag(c, tag)) return c.body(null, 304, kept)
    return c.body(calendar, 200, {
      ...kept,
      'Content-Type': 'text/calendar; charset=utf-8',
      // Opened in a browser it is downloaded; the default file name would contain the token.
      'Content-Disposition': 'attachment; filename="termine.ics"',
    })
  })
  .post(path, requireRight('signedIn'), async (c) => {
    const token = newCalendarToken()
    await setCalendar(c.get('db'), c.get('user').id, calendarHash(token))
    const origin = publicAddress(c) || new URL(c.req.url).origin
    return c.json({ url: origin + calendarPath(token) } satisfies CalendarAddress, 201)
  })
  .delete(path, requireRight('signedIn'), async (c) => {
    await setCalendar(c.get('db'), c.get('user').id, null)
    return c.body(null, 204)
  })

// GET    /api/calendar/{token}.ics   200 text/calendar · 304 · 404
// POST   /api/v1/auth/calendar       201 CalendarAddress: invalidates the previous address
// DELETE /api/v1/auth/calendar       204, also when there was none

/** Shown once: only its hash is stored. */
type CalendarAddress = { url: string }
