/** A row's id, or the router's placeholder for it. */
type Id = number | ':id'

/** Every address of the product, once. */
export const paths = {
  home: '/',
  login: '/login',
  profile: '/profile',
  paradeEnrolment: '/parade-enrolment',
  paradeEnrolmentResult: '/parade-enrolment/result',
  internalParadeEnrolment: '/internal-parade-enrolment',
  enrolmentDataCleanup: '/enrolment-data-cleanup',
  enrolmentPerParades: '/enrolment-per-parades',
  members: '/members',
  memberCreate: '/members/create',
  memberEdit: (id: Id) => `/members/edit/${id}`,
  member: (id: Id) => `/members/details/${id}`,
  costumes: '/costumes',
  parades: '/parades',
  paradeCreate: '/parades/create',
  paradeEdit: (id: Id) => `/parades/edit/${id}`,
  parade: (id: Id) => `/parades/details/${id}`,
  checkIn: (id: Id) => `/parades/participation/check/${id}`,
  checkInToday: '/parades/participation/check/today',
  statistics: '/statistics',
}
