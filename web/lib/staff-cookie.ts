import { readStored } from './storage.ts'

// `/` is staff's overview or the way to the enrolment, and only the browser's storage knows which.
// This cookie tells the server, before any script runs. It opens nothing: no secret.
// Safari keeps no Secure cookie of one's own machine, and without Secure there is no prefix.
const isSecure = () => window.location.protocol === 'https:'
const nameOf = () => (isSecure() ? '__Host-staff' : 'staff')
const year = 365 * 24 * 60 * 60

/** Spec §2: whoever has a stored user counts as signed in. */
function hasStoredUser(): boolean {
  try {
    const user: unknown = JSON.parse(readStored('user') ?? 'null')
    return typeof user === 'object' && user !== null && !Array.isArray(user)
  } catch {
    return false
  }
}

/**
 * Makes the cookie say what the storage says.
 * @returns true when it was missing and is there now
 */
export function repairStaffCookie(): boolean {
  const isThere = hasStaffCookie()
  const isStaff = hasStoredUser()
  if (isThere === isStaff) return false
  const secure = isSecure() ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
  document.cookie = `${nameOf()}=1; Path=/; Max-Age=${isStaff ? year : 0}; SameSite=Lax${secure}`
  return isStaff && hasStaffCookie()
}

function hasStaffCookie(): boolean {
  return document.cookie.split('; ').includes(`${nameOf()}=1`)
}
