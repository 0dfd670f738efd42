/** A row's id, or the router's placeholder. */
type Id = number | ':id'

/** Addresses used by the public pages, whose scripts must not contain addresses of the staff. */
export const publicPaths = {
  home: '/',
  login: '/login',
  /** Tells why the user has to sign in: the session was revoked or has expired. */
  loginAfter: (reason: 'expired' | 'ended') => `/login?reason=${reason}`,
  imprint: '/impressum',
  privacy: '/datenschutz',
  accessibility: '/barrierefreiheit',
  paradeEnrolment: '/parade-enrolment',
  paradeEnrolmentResult: '/parade-enrolment/result',
  resultCalendar: '/parade-enrolment/result/calendar.ics',
  myEnrolmentPage: '/meine-anmeldung',
  /** The token is in the fragment, which servers do not log. */
  myEnrolment: (token: string) => `/meine-anmeldung#order=${token}`,
}

/**
 * The query of the links by which staff open a legal page, which then leads back to the overview. The page cannot
 * read who is signed in: it has no script, and caches keep it for all visitors.
 */
export const staffQuery = '?from=staff'

/** All addresses of the product. */
export const paths = {
  ...publicPaths,
  /** The setup link of an empty guild; its code is in the fragment, which servers do not log. */
  setup: '/setup',
  profile: '/profile',
  internalParadeEnrolment: '/internal-parade-enrolment',
  enrolmentDataCleanup: '/enrolment-data-cleanup',
  enrolmentPerParades: '/enrolment-per-parades',
  members: '/members',
  memberCreate: '/members/create',
  memberEdit: (id: Id) => `/members/edit/${id}`,
  member: (id: Id) => `/members/details/${id}`,
  duplicates: '/members/duplicates',
  memberMerge: (a: Id, b: number | ':b') => `/members/merge/${a}/${b}`,
  labels: '/members/labels',
  circulars: '/circulars',
  circularCreate: '/circulars/new',
  circular: (id: Id) => `/circulars/${id}`,
  costumes: '/costumes',
  costumeCreate: '/costumes/create',
  costumeEdit: (id: Id) => `/costumes/edit/${id}`,
  costume: (id: Id) => `/costumes/details/${id}`,
  parades: '/parades',
  paradeHosts: '/parades/hosts',
  paradeCreate: '/parades/create',
  paradeOfDraft: (id: Id) => `/parades/create?draft=${id}`,
  paradeEdit: (id: Id) => `/parades/edit/${id}`,
  parade: (id: Id) => `/parades/details/${id}`,
  checkIn: (id: Id) => `/parades/participation/check/${id}`,
  /** The address in a person's code (worker/domain/check-in.ts). */
  personCode: (code: string) => `/C/${code}`,
  checkInToday: '/parades/participation/check/today',
  statistics: '/statistics',
  paradesPerMember: '/statistics/parades-per-member',
  upcomingBirthdays: '/statistics/upcoming-birthdays',
  upcomingHonors: '/statistics/upcoming-honors',
  duties: '/statistics/duties',
  dutyHolders: '/statistics/duties/members',
  honorHolders: '/statistics/honors/members',
  pictures: '/statistics/pictures',
  treasury: '/treasury',
  membershipFees: '/billing/membershipfees',
  feeStatement: '/billing/statement',
  feeLetters: '/billing/letters',
  letterTexts: '/billing/letters/texts',
  feeReport: '/billing/report',
  /** The day is added as `?date=`. */
  assembly: '/assembly',
  callUpList: '/assembly/call-up',
  assemblyInvitations: '/assembly/invitations',
  certificates: '/assembly/certificates',
  assemblyOrders: '/assembly/orders',
  /** The year is added as `?year=`. */
  assemblyReport: '/assembly/report',
  enrolmentEvening: '/enrolment-evening',
  history: '/history',
  orders: '/orders',
  paymentSetup: '/orders/setup',
  order: (id: Id) => `/orders/${id}`,
  paradeRefunds: (id: Id) => `/parades/refunds/${id}`,
  settings: '/guild',
  imports: '/guild/import',
  import: (id: Id) => `/guild/import/${id}`,
  users: '/users',
  retention: '/retention',
}

/** The sections of the settings that other pages and the search link to. */
export type SettingsPart =
  | 'cancelling'
  | 'minors'
  | 'cash'
  | 'data'
  | 'association'
  | 'legal'
  | 'sepa'
  | 'fees'
  | 'assembly'
  | 'honors'
  | 'codes'
  | 'passkeys'
  | 'payment'

export const settingsPart = (part: SettingsPart) => `${paths.settings}#${part}`

/** A link to the section that opens its dialog, too, for users who may change it. */
export const settingsChange = (part: SettingsPart) => `${paths.settings}?change=${part}#${part}`

/** The card of "Anmeldeabend" that the home page links to. */
export const refusedRequestsAnchor = 'abgelehnte-versuche'
