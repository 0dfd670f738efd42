import type { Role } from '#worker/domain/codes.ts'

// The rights on every route, written by hand from specification and contract and not from the
// router. tests/api/routes.test.ts compares both and calls each route as every kind of caller. A
// new route gets a row with its source.

export type Who = 'public' | 'signedIn' | readonly Role[]

/**
 * Specification §6 names the capability, the contract names the route. Where both are silent the
 * project decided in the spirit of §6: management writes, readonly reads, a helper gets what the
 * day of a parade needs.
 */
type Source = 'Spec §6' | 'contract' | 'project'

export type Row = {
  call: string
  who: Who
  source: Source
  /** Also requires a password or passkey confirmed within ten minutes. */
  isConfirmed?: true
  /** Accepts a session that expired at most 72 hours ago. */
  takesLate?: true
}

const management = ['management'] as const
const treasurer = ['management', 'treasurer'] as const
const secretary = ['management', 'secretary'] as const
const bothOffices = ['management', 'treasurer', 'secretary'] as const
const costumes = ['management', 'costumes'] as const
const parades = ['management', 'parades'] as const
const readers = ['management', 'treasurer', 'secretary', 'costumes', 'parades', 'readonly'] as const
const onTheDay = ['management', 'parades', 'helper'] as const
const cash = ['management', 'treasurer', 'parades', 'helper'] as const
const undoers = ['management', 'treasurer', 'secretary', 'costumes', 'parades'] as const
const staff = [...readers, 'helper'] as const

const row = (call: string, who: Who, source: Source): Row => ({ call, who, source })
const confirmed = (call: string, who: Who, source: Source): Row => ({
  ...row(call, who, source),
  isConfirmed: true,
})

export const rights: readonly Row[] = [
  // Accounts
  row('POST /api/v1/auth/login', 'public', 'contract'),
  row('POST /api/v1/setup', 'public', 'contract'),
  row('GET /api/v1/auth/me', 'signedIn', 'contract'),
  row('PUT /api/v1/auth/me', 'signedIn', 'contract'),
  row('POST /api/v1/auth/logout', 'signedIn', 'contract'),
  row('PUT /api/v1/auth/password', 'signedIn', 'contract'),
  row('POST /api/v1/auth/password/forgotten', 'public', 'contract'),
  row('POST /api/v1/auth/password/link', 'public', 'contract'),
  row('POST /api/v1/auth/confirm', 'signedIn', 'contract'),
  row('POST /api/v1/auth/confirm/options', 'signedIn', 'project'),
  row('POST /api/v1/auth/passkey/options', 'public', 'contract'),
  row('POST /api/v1/auth/passkey/login', 'public', 'contract'),
  confirmed('POST /api/v1/auth/passkey/register/options', 'signedIn', 'contract'),
  // With a session it needs a recent confirmation as above, without one the ticket issued after the
  // password: tests/api/passkeys.test.ts.
  row('POST /api/v1/auth/passkey/register', 'public', 'contract'),
  row('GET /api/v1/auth/passkey', 'signedIn', 'contract'),
  confirmed('DELETE /api/v1/auth/passkey/:id', 'signedIn', 'contract'),
  row('POST /api/v1/auth/input', 'signedIn', 'contract'),
  row('GET /api/v1/auth/sessions', 'signedIn', 'contract'),
  confirmed('DELETE /api/v1/auth/sessions', 'signedIn', 'contract'),
  confirmed('DELETE /api/v1/auth/sessions/:id', 'signedIn', 'contract'),
  row('GET /api/calendar/:file', 'public', 'contract'),
  row('POST /api/v1/auth/calendar', 'signedIn', 'contract'),
  row('DELETE /api/v1/auth/calendar', 'signedIn', 'contract'),
  row('GET /api/user', management, 'contract'),
  confirmed('POST /api/user', management, 'contract'),
  confirmed('PUT /api/user/:id', management, 'contract'),
  confirmed('POST /api/user/:id/link', management, 'contract'),
  confirmed('DELETE /api/user/:id/sessions', management, 'contract'),
  confirmed('PUT /api/user/:id/waiver', management, 'project'),
  confirmed('DELETE /api/user/:id/waiver', management, 'project'),

  // The guild
  row('GET /api/v1/health', 'public', 'contract'),
  row('GET /api/v1/ready', 'public', 'contract'),
  row('GET /api/guild', 'public', 'contract'),
  row('GET /api/guild/legal', 'public', 'contract'),
  row('GET /api/home', 'signedIn', 'contract'),
  row('GET /api/search/index', 'signedIn', 'contract'),
  row('PUT /api/guild/setup', management, 'project'),
  row('GET /api/guild/settings', readers, 'contract'),
  row('GET /api/guild/offices', staff, 'contract'),
  row('POST /api/guild/offices', secretary, 'contract'),
  row('PUT /api/guild/offices/:code', secretary, 'contract'),
  row('DELETE /api/guild/offices/:code', secretary, 'contract'),
  row('GET /api/guild/honors', staff, 'contract'),
  row('POST /api/guild/honors', secretary, 'contract'),
  row('PUT /api/guild/honors/:code', secretary, 'contract'),
  row('DELETE /api/guild/honors/:code', secretary, 'contract'),
  row('PUT /api/guild/settings', management, 'contract'),

  // Letters to many
  row('POST /api/circular', secretary, 'contract'),
  row('POST /api/circular/preview', secretary, 'contract'),
  row('POST /api/circular/test', secretary, 'contract'),
  row('GET /api/circular', secretary, 'project'),
  row('GET /api/circular/:id', secretary, 'contract'),
  row('POST /api/circular/:id/stop', secretary, 'contract'),
  row('POST /api/circular/:id/continue', secretary, 'contract'),
  row('GET /api/circular/templates', secretary, 'project'),
  row('POST /api/circular/templates', secretary, 'project'),
  row('PUT /api/circular/templates/:id', secretary, 'project'),
  row('DELETE /api/circular/templates/:id', secretary, 'project'),
  row('POST /api/circular/opt-out', 'public', 'contract'),
  row('GET /abbestellen', 'public', 'contract'),
  row('POST /abbestellen', 'public', 'contract'),

  // Imports
  row('GET /api/imports', management, 'contract'),
  row('POST /api/imports', management, 'contract'),
  row('GET /api/imports/:id', management, 'contract'),
  row('PUT /api/imports/:id', management, 'contract'),
  row('PUT /api/imports/:id/parts/:part', management, 'contract'),
  row('PUT /api/imports/:id/rows', management, 'contract'),
  row('GET /api/imports/:id/preview', management, 'contract'),
  row('POST /api/imports/:id/commit', management, 'contract'),
  row('POST /api/imports/:id/undo', management, 'contract'),
  row('DELETE /api/imports/:id', management, 'contract'),

  // Members
  row('GET /api/member/number', secretary, 'contract'),
  row('GET /api/member', readers, 'Spec §6'),
  row('GET /api/members/download', readers, 'Spec §6'),
  row('POST /api/member', secretary, 'Spec §6'),
  row('GET /api/member/:id', readers, 'Spec §6'),
  // Which fields each of the two offices may change: tests/api/rights-by-office.test.ts.
  row('PUT /api/member/:id', bothOffices, 'Spec §6'),
  row('DELETE /api/member/:id', management, 'Spec §6'),
  // A merge shows bank data of both records, so only management may use it.
  row('GET /api/members/duplicates', management, 'project'),
  row('POST /api/members/duplicates/dismissed', management, 'project'),
  row('DELETE /api/members/duplicates/dismissed/:a/:b', management, 'project'),
  row('GET /api/member/:id/merge', management, 'contract'),
  row('POST /api/member/:id/merge', management, 'contract'),
  row('POST /api/members/merges/:id/undo', management, 'project'),
  row('POST /api/member/:id/leave', secretary, 'contract'),
  row('DELETE /api/member/:id/leave', secretary, 'contract'),
  row('GET /api/member/:id/membershipfee', readers, 'contract'),
  row('GET /api/member/:id/family', readers, 'project'),
  row('GET /api/member/:id/page', readers, 'project'),
  row('GET /api/member/:id/parades', readers, 'contract'),
  row('GET /api/member/:id/costumes', readers, 'contract'),
  row('GET /api/member/:id/honors', readers, 'contract'),
  row('POST /api/member/:id/honors', secretary, 'Spec §6'),
  row('POST /api/member/honors', secretary, 'contract'),
  row('PUT /api/member/:id/honors/:honorId', secretary, 'Spec §6'),
  row('DELETE /api/member/:id/honors/:honorId', management, 'Spec §6'),
  row('GET /api/member/:id/duties', readers, 'contract'),
  row('POST /api/member/:id/duties', secretary, 'Spec §6'),
  row('PUT /api/member/:id/duties/:dutyId', secretary, 'Spec §6'),
  row('DELETE /api/member/:id/duties/:dutyId', management, 'Spec §6'),

  // Costumes
  row('GET /api/costumeType', 'public', 'contract'),
  row('POST /api/costumeType', costumes, 'contract'),
  row('PUT /api/costumeType/:id', costumes, 'contract'),
  row('DELETE /api/costumeType/:id', management, 'contract'),
  row('GET /api/costume/info', readers, 'Spec §6'),
  row('POST /api/costume', costumes, 'Spec §6'),
  row('POST /api/costume/deregister', costumes, 'contract'),
  row('GET /api/costume/:id', readers, 'contract'),
  row('PUT /api/costume/:id', costumes, 'Spec §6'),
  row('DELETE /api/costume/:id', management, 'Spec §6'),
  row('GET /api/costume/:id/ownerships', readers, 'contract'),
  row('POST /api/costume/:id/owner', costumes, 'Spec §6'),
  row('PUT /api/costume/:id/ownerships/:ownershipId', costumes, 'contract'),
  row('DELETE /api/costume/:id/ownerships/:ownershipId', management, 'contract'),

  // Parades
  row('GET /api/parade/year/:year', readers, 'Spec §6'),
  row('GET /api/parade/number', parades, 'contract'),
  row('GET /api/parade/hosts', parades, 'contract'),
  row('GET /api/parade/titles', parades, 'contract'),
  row('GET /api/parade/today', staff, 'contract'),
  row('GET /api/parades/hosts', readers, 'contract'),
  row('GET /api/parade/drafts', parades, 'contract'),
  row('POST /api/parade/drafts', parades, 'contract'),
  row('DELETE /api/parade/drafts/:id', management, 'contract'),
  row('POST /api/parade', parades, 'Spec §6'),
  row('POST /api/parades/enrolment-window', parades, 'project'),
  row('POST /api/parades/change', parades, 'project'),
  row('GET /api/parade/:id', staff, 'contract'),
  row('PUT /api/parade/:id', parades, 'Spec §6'),
  row('DELETE /api/parade/:id', management, 'Spec §6'),
  row('POST /api/parade/:id/cancel', parades, 'contract'),
  row('POST /api/parade/:id/reinstate', parades, 'contract'),
  row('GET /api/parade/:id/waiting', readers, 'project'),
  row('POST /api/parade/:id/waiting/:entryId/offer', parades, 'project'),
  row('POST /api/parade/:id/waiting/:entryId/first', parades, 'project'),
  row('POST /api/parade/:id/waiting/:entryId/remove', parades, 'project'),

  // Participations and the day of a parade
  row('GET /api/parade/:id/participation', staff, 'contract'),
  row('POST /api/parade/:id/participation', parades, 'Spec §6'),
  row('POST /api/parade/:id/participation/atParade', onTheDay, 'contract'),
  row('POST /api/parade/:id/participation/:participationId/confirm', onTheDay, 'Spec §6'),
  row('POST /api/parade/:id/participation/:participationId/unconfirm', onTheDay, 'contract'),
  row('POST /api/participation/:id/paid', cash, 'contract'),
  row('POST /api/participation/paid', cash, 'contract'),
  row('POST /api/participation/cancel', parades, 'contract'),
  row('POST /api/participation/:id/cashReturned', cash, 'contract'),
  row('GET /api/check-in', onTheDay, 'contract'),
  row('GET /api/parade/:id/phones', onTheDay, 'contract'),
  row('GET /api/parade/:id/acts', readers, 'project'),
  { ...row('POST /api/check-in/acts', onTheDay, 'contract'), takesLate: true },
  row('POST /api/participation/:id/costumeType', parades, 'Spec §6'),
  row('DELETE /api/paradeParticipation/:id', parades, 'Spec §6'),

  // Enrolment
  row('GET /api/enrolment/parades', 'public', 'Spec §6'),
  row('GET /api/enrolment/parades?door=internal', parades, 'contract'),
  row('GET /api/enrolment/clock', 'public', 'project'),
  row('POST /api/parades/enrol', 'public', 'Spec §6'),
  // Each with the order's token in a header, and with it in the address.
  row('GET /api/enrolment/order', 'public', 'project'),
  row('GET /api/enrolment/order/calendar', 'public', 'project'),
  row('POST /api/enrolment/order/cancel', 'public', 'project'),
  row('POST /api/enrolment/order/accept', 'public', 'project'),
  row('PUT /api/enrolment/order/email-address', 'public', 'project'),
  row('POST /api/enrolment/order/places/:id/costume', 'public', 'project'),
  row('POST /api/enrolment/order/places/:id/extras', 'public', 'project'),
  row('POST /api/enrolment/order/places/:id/cancel', 'public', 'project'),
  row('POST /api/enrolment/order/places/cancel', 'public', 'project'),
  row('GET /api/enrolment/orders/:token', 'public', 'contract'),
  row('GET /api/enrolment/orders/:token/calendar', 'public', 'project'),
  row('POST /api/enrolment/orders/:token/cancel', 'public', 'contract'),
  row('POST /api/enrolment/orders/:token/accept', 'public', 'project'),
  row('POST /api/enrolment/orders/link', 'public', 'contract'),
  row('PUT /api/enrolment/orders/:token/email-address', 'public', 'project'),
  row('POST /api/enrolment/orders/:token/places/:id/costume', 'public', 'contract'),
  row('POST /api/enrolment/orders/:token/places/:id/extras', 'public', 'project'),
  row('POST /api/enrolment/orders/:token/places/:id/cancel', 'public', 'contract'),
  row('POST /api/parades/internal-enrol', parades, 'Spec §6'),
  row('GET /api/participation/unmatched', parades, 'Spec §6'),
  row('POST /api/participation/:id/member', parades, 'Spec §6'),
  row('POST /api/participation/:id/member/create', parades, 'Spec §6'),
  row('POST /api/participation/:id/guest', parades, 'project'),
  row('POST /api/participation/matches', parades, 'contract'),
  row('GET /api/participation/matched', parades, 'contract'),
  row('POST /api/participation/matched/:act/undo', parades, 'contract'),

  // Payments by the public and notifications by providers
  row('POST /api/payments/webhook/:provider', 'public', 'contract'),
  row('GET /api/payments/return/:token', 'public', 'contract'),
  row('GET /api/payments/cancel/:token', 'public', 'project'),
  row('GET /api/payments/sandbox/:token', 'public', 'contract'),
  row('POST /api/payments/sandbox/:token', 'public', 'contract'),

  // Payments for staff: mails and e-mail addresses are not shown to helpers
  row('GET /api/orders', readers, 'project'),
  row('GET /api/orders/:id', readers, 'project'),
  row('GET /api/orders/:id/mails/:mailId', readers, 'project'),
  row('POST /api/orders/:id/refund', treasurer, 'project'),
  row('POST /api/orders/:id/accept', treasurer, 'project'),
  row('POST /api/orders/:id/release', treasurer, 'project'),
  row('POST /api/orders/:id/end', treasurer, 'project'),
  row('POST /api/orders/:id/settled', treasurer, 'project'),
  row('POST /api/orders/:id/check', treasurer, 'project'),
  row('POST /api/orders/:id/refunds/:key/retry', treasurer, 'project'),
  row('POST /api/orders/:id/refunds/:key/by-hand', treasurer, 'project'),
  row('GET /api/parade/:id/refunds', readers, 'project'),
  row('POST /api/parade/:id/refunds', treasurer, 'project'),
  row('GET /api/enrolment/evening', parades, 'contract'),
  row('GET /api/health/payments', treasurer, 'project'),

  // General assembly
  row('GET /api/assembly', readers, 'contract'),

  // Statistics
  row('GET /api/statistics/parades-per-member', readers, 'Spec §6'),
  row('GET /api/statistics/parades-per-member/csv', readers, 'contract'),
  row('GET /api/statistics/parades-per-member/honored', readers, 'Spec §6'),
  row('GET /api/statistics/members/birthdays/upcoming/:window', readers, 'Spec §6'),
  row('GET /api/statistics/members/anniversaries', readers, 'Spec §6'),
  row('GET /api/statistics/members/honors', readers, 'Spec §6'),
  row('GET /api/statistics/members/csv', readers, 'contract'),
  row('GET /api/statistics/members/incomplete', readers, 'project'),
  row('POST /api/statistics/honors/preview', management, 'project'),
  row('GET /api/statistics/pictures', readers, 'project'),
  row('GET /api/statistics/parades/enrolments', staff, 'contract'),
  row('GET /api/statistics/duties', readers, 'Spec §6'),
  row('GET /api/assembly/report', readers, 'contract'),
  row('GET /api/duties/:duty/members', readers, 'Spec §6'),
  row('GET /api/honors/:honor/members', readers, 'Spec §6'),

  // The general assembly
  row('GET /api/assembly/orders', readers, 'contract'),
  row('GET /api/assembly/:date/orders.csv', readers, 'contract'),
  row('PUT /api/assembly/:date/rows', secretary, 'contract'),
  row('POST /api/assembly/:date/enter', secretary, 'contract'),
  row('POST /api/assembly/:date/undo', secretary, 'contract'),

  // Saved views of lists. Helpers see no such list, so theirs are empty and they cannot save one
  // (tests/api/views.test.ts).
  row('GET /api/view', 'signedIn', 'contract'),
  row('POST /api/view', 'signedIn', 'contract'),
  row('PUT /api/view/:id', 'signedIn', 'contract'),
  row('DELETE /api/view/:id', 'signedIn', 'contract'),

  // Data protection
  { ...row('GET /api/member/:id/disclosure', management, 'contract'), isConfirmed: true },
  { ...row('POST /api/member/:id/anonymise', management, 'contract'), isConfirmed: true },
  { ...row('POST /api/privacy/disclosure', management, 'contract'), isConfirmed: true },
  row('GET /api/privacy/retention', readers, 'contract'),
  row('GET /auskunft', 'public', 'project'),
  row('POST /auskunft', 'public', 'project'),

  // Fees
  row('GET /api/billing/membershipfees/:year', readers, 'Spec §6'),
  confirmed('GET /api/billing/membershipfees/:year/xml', treasurer, 'contract'),
  row('GET /api/billing/membershipfees/:year/runs', readers, 'project'),
  row('POST /api/billing/runs', treasurer, 'project'),
  row('POST /api/billing/preview', treasurer, 'contract'),
  row('POST /api/billing/runs/:id/void', treasurer, 'contract'),
  row('POST /api/billing/runs/:id/credited', treasurer, 'contract'),
  row('POST /api/billing/runs/:id/submitted', treasurer, 'contract'),
  row('POST /api/billing/runs/adopt', treasurer, 'contract'),
  row('GET /api/treasury', readers, 'project'),
  row('GET /api/billing/years', readers, 'contract'),
  row('POST /api/billing/years', treasurer, 'contract'),
  row('GET /api/billing/years/:year', readers, 'contract'),
  row('GET /api/billing/years/:year/report.csv', readers, 'contract'),
  row('GET /api/billing/claims', readers, 'contract'),
  row('POST /api/billing/claims', treasurer, 'contract'),
  row('POST /api/billing/bookings', treasurer, 'contract'),
  row('POST /api/billing/bookings/:id/undo', treasurer, 'contract'),
  row('GET /api/billing/letters', readers, 'contract'),
  row('POST /api/billing/letters', treasurer, 'contract'),
  row('POST /api/billing/letters/void', treasurer, 'project'),
  row('GET /api/billing/letter-texts', readers, 'project'),
  row('PUT /api/billing/letter-texts/:kind', treasurer, 'project'),
  row('DELETE /api/billing/letter-texts/:kind', treasurer, 'project'),

  // The archive of a guild
  confirmed('GET /api/export', management, 'contract'),

  // The history: of a single entity for readers, of everything for management only
  row('GET /api/history', management, 'contract'),
  row('GET /api/history?entity=member&entityId=1', readers, 'contract'),
  // Only requests that lie wholly in the caller's part: tests/api/rights-by-office.test.ts.
  row('POST /api/history/:requestId/undo', undoers, 'contract'),

  // The public pages
  row('GET /', 'public', 'project'),
  row('GET /parade-enrolment', 'public', 'Spec §6'),
  row('GET /impressum', 'public', 'contract'),
  row('GET /datenschutz', 'public', 'contract'),
  row('GET /barrierefreiheit', 'public', 'contract'),
  row('POST /parade-enrolment', 'public', 'Spec §6'),
  row('GET /parade-enrolment/result', 'public', 'Spec §6'),
  row('POST /parade-enrolment/result', 'public', 'contract'),
  row('GET /parade-enrolment/result/calendar.ics', 'public', 'contract'),
  row('GET /meine-anmeldung', 'public', 'contract'),
]
