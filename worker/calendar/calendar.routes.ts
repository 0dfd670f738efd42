import { requireRight } from '#worker/http/auth.ts'
import { factory, publicAddress } from '#worker/http/factory.ts'
import { limitPerNetwork } from '#worker/http/rate-limit.ts'
import { entityTag, hasAlready } from '#worker/http/responses.ts'
import { notFound } from '#worker/http/validate.ts'
import type { CalendarAddress } from './calendar.contract.ts'
import { findCalendar, setCalendar } from './calendar.queries.ts'
import { calendarHash, calendarPath, newCalendarToken, tokenIn } from './calendar-token.ts'
import { guildCalendar } from './guild-calendar.ts'

const path = '/api/v1/auth/calendar'

/** The guild's days in somebody's own calendar: whoever has the address reads them, without a sign-in. */
export const calendarRoutes = factory
  .createApp()
  .get('/api/calendar/:file', requireRight('public'), limitPerNetwork('ENROL_LIMIT'), async (c) => {
    const { db, today } = c.var
    const token = tokenIn(c.req.param('file'))
    const found = token && (await findCalendar(db, calendarHash(token), today))
    if (!found) throw notFound()
    const calendar = guildCalendar(found, today)
    const tag = entityTag(calendar)
    const kept = { 'Cache-Control': 'private, max-age=3600', ETag: tag }
    if (hasAlready(c, tag)) return c.body(null, 304, kept)
    return c.body(calendar, 200, {
      ...kept,
      'Content-Type': 'text/calendar; charset=utf-8',
      // Opened in a browser it is a file, which shall not be called as what opens it.
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
