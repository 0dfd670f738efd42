/** A row's id, or the router's placeholder for it. */
type Id = number | ':id'

/** What the public pages know of: their first view carries no address of the staff. */
export const publicPaths = {
  home: '/',
  login: '/login',
  /** Says why somebody is there: their session was ended, or it is over. */
  loginAfter: (reason: 'expired' | 'ended') => `/login?reason=${reason}`,
  imprint: '/impressum',
  privacy: '/datenschutz',
  accessibility: '/barrierefreiheit',
  paradeEnrolment: '/parade-enrolment',
  paradeEnrolmentResult: '/parade-enrolment/result',
  resultCalendar: '/parade-enrolment/result/calendar.ics',
  myEnrolmentPage: '/meine-anmeldung',
  /** The token stands in the fragment, which reaches no log. */
  myEnrolment: (token: string) => `/meine-anmeldung#order=${token}`,
}

/** Every address of the product, once. */
export const paths = {
  ...publicPaths,
  /** Where the link of an empty guild leads; its code stands in the fragment, which reaches no log. */
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
  /** Where a person's code leads, whoever reads it (worker/domain/check-in.ts). */
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
  membershipFees: '/billing/membershipfees',
  feeStatement: '/billing/statement',
  feeLetters: '/billing/letters',
  feeReport: '/billing/report',
  /** The day stands behind it: `?date=`. */
  assembly: '/assembly',
  callUpList: '/assembly/call-up',
  assemblyInvitations: '/assembly/invitations',
  certificates: '/assembly/certificates',
  assemblyOrders: '/assembly/orders',
  /** `?year=` */
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

/** The parts of the settings that other pages lead to. */
export type SettingsPart =
  | 'association'
  | 'legal'
  | 'sepa'
  | 'fees'
  | 'assembly'
  | 'honors'
  | 'passkeys'

export const settingsPart = (part: SettingsPart) => `${paths.settings}#${part}`

/** The card of "Anmeldeabend" that the start page leads to. */
export const refusedDoorsPart = 'abgelehnte-versuche'
