// GET    /api/calendar/{token}.ics   200 text/calendar · 304 · 404
// POST   /api/v1/auth/calendar       201 CalendarAddress: a new one ends the old
// DELETE /api/v1/auth/calendar       204, also when there was none

/** Shown this once: what is kept opens nothing. */
export type CalendarAddress = { url: string }
