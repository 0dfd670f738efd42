import type { Cost } from '#scripts/bench/counting-database.ts'
import type { Seen } from './visit.ts'

// Time differs from machine to machine; round trips and rows do not, and they are what makes a
// request slow and what Cloudflare bills.

type Costs = Partial<Cost>

/** They settle a payment, or are told in the history, whatever their method says. */
const writingReads = [
  'GET /api/payments/return/:token',
  'GET /api/payments/cancel/:token',
  'GET /api/member/:id/disclosure',
]
/** They only show what would be, of what is too long for an address. */
const readingPosts = [
  'POST /api/statistics/honors/preview',
  'POST /api/billing/preview',
  'POST /api/circular/preview',
]

const ofOne: Record<string, Costs> = {
  // Three parades, beside the provider's own call, however many places are taken already. Two writes
  // say who writes, before and after: two rows each.
  'POST /api/parades/enrol': { trips: 4, rowsRead: 62 },
  // The same as a form: what is offered is read first.
  'POST /parade-enrolment': { trips: 5, rowsRead: 105 },
  // One letter, however many: the fourth renders its mail, after the answer.
  'POST /api/circular': { trips: 4 },
  // Where everybody begins: whatever waits is counted up to 50.
  'GET /api/home': { trips: 2, rowsRead: 200, rowsWritten: 0 },
  // What is tapped while people queue.
  'POST /api/parade/:id/participation/:participationId/confirm': { trips: 1 },
  'POST /api/parade/:id/participation/:participationId/unconfirm': { trips: 1 },
  'POST /api/participation/:id/paid': { trips: 1 },
  'POST /api/participation/paid': { trips: 1 },
  'POST /api/participation/:id/cashReturned': { trips: 1 },
  // It counts all mails there are, and that is one more or less.
  'GET /api/health/payments': { trips: 2, rowsRead: 130, rowsWritten: 0 },
  // The whole schema is compared with that of the migrations: a row for each table, index and trigger.
  'GET /api/v1/ready': { trips: 1, rowsRead: 450, rowsWritten: 0 },
  // The test payment is the provider itself, with its books in our database; on one's own machine only.
  'GET /api/payments/sandbox/:token': {},
  'POST /api/payments/sandbox/:token': {},
}

/** What a request may cost, the sign-in's look at the user included. */
function limitsOf(route: string, rowsAnswered: number): Costs {
  const own = ofOne[route]
  if (own) return own
  const isRead = route.startsWith('GET ') && !writingReads.includes(route)
  if (!isRead && !readingPosts.includes(route)) return { trips: 3 }
  return { trips: 2, rowsRead: 3 * rowsAnswered + 50, rowsWritten: 0 }
}

/**
 * What costs more than that, and how much. The list may only become shorter: what needs its line no
 * more fails the walk, as does what has become dearer. Rows are rounded up.
 */
export const exceptions: Record<string, Costs> = {
  // What is missing is looked for at every member.
  'GET /api/statistics/members/incomplete': { rowsRead: 400 },
  // Rules that are not stored yet: the years and honors of all members, afresh.
  'POST /api/statistics/honors/preview': { rowsRead: 18_000 },
  // The places of each parade of the season, counted by type.
  'GET /api/statistics/parades/enrolments': { rowsRead: 1610 },
  // All members there ever were, and of two years the places, the honors and the accounts of the fees.
  'GET /api/assembly/report': { rowsRead: 7500 },
  // Each order with its member, and the issuer of its honor.
  'GET /api/assembly/orders': { rowsRead: 450 },
  // What is prepared, the marks of the day beside it, and the guild's rules of its honors.
  'GET /api/assembly/:date/orders.csv': { rowsRead: 320 },

  // All that the guild has entered, table by table and page by page.
  'GET /api/export': { trips: 20, rowsRead: 20_000 },

  // A plan looks at every member.
  'GET /api/imports/:id/preview': { rowsRead: 1100 },
  // The first number that is free, among all.
  'GET /api/member/number': { rowsRead: 460 },
  // Each place with its parade and its type, and all of a key that may still be theirs.
  'GET /api/member/:id/parades': { rowsRead: 680 },
  // All that both have, and a look at each parade for whom a key still names.
  'GET /api/member/:id/merge': { rowsRead: 1000 },

  // Who is gone for long, and whether anything is open of each.
  'GET /api/privacy/retention': { rowsRead: 1900 },

  // The sums of all years, and what closing would write for this and the next.
  'GET /api/billing/years': { rowsRead: 6900 },
  // Each account of the year and what its fee would be today, counted; those that are open one by one.
  'GET /api/billing/years/:year': { rowsRead: 9000 },
  // A claim comes with its account and what the fee would be today; the report adds up both.
  'GET /api/billing/claims': { rowsRead: 12_500 },
  'GET /api/billing/years/:year/report.csv': { rowsRead: 2200 },

  // Each costume with its type and whoever owns it today.
  'GET /api/costume/info': { rowsRead: 4500 },

  'GET /api/parade/hosts': { rowsRead: 180 },
  'GET /api/parades/hosts': { rowsRead: 180 },
  // Each place with its member, its type, and whoever ticked it off or took the fee.
  'GET /api/parade/:id/participation': { rowsRead: 520 },
  'GET /api/check-in': { rowsRead: 610 },
  // Each act with who did it, and whom it is about.
  'GET /api/parade/:id/acts': { rowsRead: 900 },
  // Five acts: each is a transaction, and an entry is decided before it.
  'POST /api/check-in/acts': { trips: 8 },
  'POST /api/enrolment/order/places/cancel': { trips: 9 },
  'POST /api/enrolment/order/places/:id/cancel': { trips: 7 },
  'POST /api/enrolment/orders/:token/places/:id/cancel': { trips: 7 },
  // Each with the members who may be meant.
  'GET /api/participation/unmatched': { rowsRead: 630 },

  // The places of all parades that are open, counted.
  'GET /api/enrolment/evening': { rowsRead: 1000 },
  // Money: what went back elsewhere is seen first, and before and behind each call of the provider it is
  // looked at and noted, so that nothing goes back twice.
  'POST /api/orders/:id/refund': { trips: 7 },
  'POST /api/orders/:id/refunds/:key/retry': { trips: 8 },
  'GET /api/parade/:id/refunds': { rowsRead: 920 },
  'POST /api/parade/:id/refunds': { trips: 11 },
}

const words = { trips: 'round trips', rowsRead: 'rows read', rowsWritten: 'rows written' } as const
const kinds = ['trips', 'rowsRead', 'rowsWritten'] as const
/** An exception of so many times what is needed is none. */
const slack = 1.5

/** What is wrong with what a request cost, a sentence each. */
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
