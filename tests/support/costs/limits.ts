import type { Cost } from '#scripts/bench/counting-database.ts'
import type { Seen } from './visit.ts'

// Time differs from machine to machine; round trips and rows do not, and they determine the duration of a
// request and Cloudflare's bill.

type Costs = Partial<Cost>

/** GET routes that write: they settle a payment or are logged in the history. */
const writingReads = [
  'GET /api/payments/return/:token',
  'GET /api/payments/cancel/:token',
  'GET /api/member/:id/disclosure',
]
/** POST routes that only read: their input is too long for an address. */
const readingPosts = [
  'POST /api/statistics/honors/preview',
  'POST /api/billing/preview',
  'POST /api/circular/preview',
]

const ofOne: Record<string, Costs> = {
  // Three parades, plus the provider's own call; independent of the number of places already taken. Filling
  // and clearing the audit context costs two rows each.
  'POST /api/parades/enrol': { trips: 4, rowsRead: 73 },
  // The same without JavaScript: the form's options are read first.
  'POST /parade-enrolment': { trips: 5, rowsRead: 122 },
  // Each row is compared with the others for its rank.
  'GET /api/member/:id/page': { rowsRead: 1124 },
  'GET /api/guild/offices': { rowsRead: 92 },
  'GET /api/guild/honors': { rowsRead: 192 },
  // Independent of the number of recipients: the mails are rendered after the response.
  'POST /api/circular': { trips: 4 },
  // The start page: open items are counted only up to 50. The tasks read the debits due within three weeks and
  // the letters of two years.
  'GET /api/home': { trips: 2, rowsRead: 800, rowsWritten: 0 },
  // Pressed while people queue.
  'POST /api/parade/:id/participation/:participationId/confirm': { trips: 1 },
  'POST /api/parade/:id/participation/:participationId/unconfirm': { trips: 1 },
  'POST /api/participation/:id/paid': { trips: 1 },
  'POST /api/participation/paid': { trips: 1 },
  'POST /api/participation/:id/cashReturned': { trips: 1 },
  // Counts all mails, whose number varies.
  'GET /api/health/payments': { trips: 2, rowsRead: 130, rowsWritten: 0 },
  // Compares the whole schema with that of the migrations: a row for each table, index and trigger.
  'GET /api/v1/ready': { trips: 1, rowsRead: 450, rowsWritten: 0 },
  // The test payment stores its payments in the app's database; local development only.
  'GET /api/payments/sandbox/:token': {},
  'POST /api/payments/sandbox/:token': {},
}

/** The limits of a request, including the session lookup. */
function limitsOf(route: string, rowsAnswered: number): Costs {
  const own = ofOne[route]
  if (own) return own
  const isRead = route.startsWith('GET ') && !writingReads.includes(route)
  if (!isRead && !readingPosts.includes(route)) return { trips: 3 }
  return { trips: 2, rowsRead: 3 * rowsAnswered + 50, rowsWritten: 0 }
}

/**
 * Routes that exceed the limits, with their costs; rows are rounded up. The list may only become shorter: an
 * entry that is no longer needed fails the test, as does a higher cost.
 */
export const exceptions: Record<string, Costs> = {
  // Checks all members for missing values.
  'GET /api/statistics/members/incomplete': { rowsRead: 400 },
  // The previewed rules are not stored: the years and honors of all members are computed again.
  'POST /api/statistics/honors/preview': { rowsRead: 18_000 },
  // Counts the participations of each parade of the season by costume type.
  'GET /api/statistics/parades/enrolments': { rowsRead: 1610 },
  // All current and former members, and the participations, honors and fee accounts of two years.
  'GET /api/assembly/report': { rowsRead: 7500 },
  // Joins each order with its member and the issuer of its honor.
  'GET /api/assembly/orders': { rowsRead: 450 },
  // The prepared statistics, the marks of the day and the honor rules.
  'GET /api/assembly/:date/orders.csv': { rowsRead: 330 },

  // All entered data, by table and page.
  'GET /api/export': { trips: 23, rowsRead: 20_000 },

  // Compares the file with all members.
  'GET /api/imports/:id/preview': { rowsRead: 1140 },
  // Searches all member numbers for the first free one.
  'GET /api/member/number': { rowsRead: 460 },
  // The member's participations with parade and type, and unmatched ones that may be theirs by name.
  'GET /api/member/:id/parades': { rowsRead: 680 },
  // All data of both members, and a search of each parade for unmatched participations of theirs.
  'GET /api/member/:id/merge': { rowsRead: 1000 },

  // Long gone members, and whether anything is still open for each.
  'GET /api/privacy/retention': { rowsRead: 2000 },

  // The sums of all years, and what closing this and the next year would write.
  'GET /api/billing/years': { rowsRead: 6900 },
  // The open accounts of the year with the debits of three years, which decide what can be collected, and the
  // places of its parades by the way they were paid.
  'GET /api/treasury': { rowsRead: 7300 },
  // All accounts of the year with the fee as of today; open ones are listed.
  'GET /api/billing/years/:year': { rowsRead: 9000 },
  // Each claim with its account and the fee as of today; the report sums both.
  'GET /api/billing/claims': { rowsRead: 12_500 },
  'GET /api/billing/years/:year/report.csv': { rowsRead: 2200 },

  // Each costume with its type and current owner.
  'GET /api/costume/info': { rowsRead: 4500 },

  'GET /api/parade/hosts': { rowsRead: 180 },
  'GET /api/parades/hosts': { rowsRead: 180 },
  // Each participation with its member, its type, and the users who confirmed it and took the fee.
  'GET /api/parade/:id/participation': { rowsRead: 520 },
  'GET /api/check-in': { rowsRead: 610 },
  // Each act with its user and participation.
  'GET /api/parade/:id/acts': { rowsRead: 900 },
  // Five acts: each is a transaction of its own, and an entry needs a read before it.
  'POST /api/check-in/acts': { trips: 8 },
  // Behind each release of places the waiting list is read once.
  'POST /api/enrolment/order/places/cancel': { trips: 10 },
  'POST /api/enrolment/order/places/:id/cancel': { trips: 8 },
  'POST /api/enrolment/orders/:token/places/:id/cancel': { trips: 8 },
  'POST /api/enrolment/order/places/:id/extras': { trips: 8 },
  'POST /api/enrolment/orders/:token/places/:id/extras': { trips: 8 },
  'POST /api/enrolment/order/places/:id/costume': { trips: 4 },
  'POST /api/enrolment/orders/:token/places/:id/costume': { trips: 4 },
  'POST /api/participation/:id/costumeType': { trips: 4 },
  'POST /api/orders/:id/release': { trips: 4 },
  'POST /api/orders/:id/end': { trips: 4 },
  // Each entry with the reason why it waits.
  'GET /api/parade/:id/waiting': { rowsRead: 400 },
  // The order is ended like a payment, and its places are offered to the next.
  'POST /api/parade/:id/waiting/:entryId/remove': { trips: 6 },
  'POST /api/parade/:id/cancel': { trips: 4 },
  // Each participation with its possible members.
  'GET /api/participation/unmatched': { rowsRead: 630 },

  // Counts the participations of all open parades.
  'GET /api/enrolment/evening': { rowsRead: 1000 },
  // Refunds: external refunds are looked up first, and each call of the provider is checked before and noted
  // after it, so that no amount is refunded twice.
  'POST /api/orders/:id/refund': { trips: 8 },
  'POST /api/orders/:id/refunds/:key/retry': { trips: 8 },
  'GET /api/parade/:id/refunds': { rowsRead: 920 },
  'POST /api/parade/:id/refunds': { trips: 11 },
}

const words = { trips: 'round trips', rowsRead: 'rows read', rowsWritten: 'rows written' } as const
const kinds = ['trips', 'rowsRead', 'rowsWritten'] as const
/** An exception may be at most this many times the actual cost. */
const slack = 1.5

/** The limits that a request exceeds, one sentence each. */
export function complaintsOf(route: string, seen: Seen, excepted: Costs = {}): string[] {
  const limits = limitsOf(route, seen.rowsAnswered)
  return kinds.flatMap((kind) => {
    const cost = seen[kind]
    const limit = limits[kind] ?? Number.POSITIVE_INFINITY
    const exception = excepted[kind]
    const what = `${route}: ${cost} ${words[kind]}`
    if (exception === undefined) return cost > limit ? [`${what}, at most ${limit}`] : []
    if (cost <= limit) return [`${what} need no exception any more`]
    if (cost > exception) return [`${what}, more than its exception of ${exception}`]
    const isTight = kind === 'trips' ? cost === exception : cost * slack >= exception
    return isTight ? [] : [`${what}: lower its exception of ${exception}`]
  })
}
