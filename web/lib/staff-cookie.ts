import { readStored } from './storage.ts'

// `/` shows the staff's overview or redirects to the enrolment, and only the browser's storage
// tells which. This cookie tells the server before any script runs. It grants nothing and is no
// secret. Safari drops Secure cookies on localhost, and without Secure the prefix is not allowed.
const isSecure = () => window.location.protocol === 'https:'
const nameOf = () => (isSecure() ? '__Host-staff' : 'staff')
const year = 365 * 24 * 60 * 60

/** Whether the browser has stored a user, who then counts as signed in (Spec §2). */
function hasStoredUser(): boolean {
  try {
    const user: unknown = JSON.parse(readStored('user') ?? 'null')
    return typeof user === 'object' && user !== null && !Array.isArray(user)
  } catch {
    return false
  }
}

/**
 * Sets the cookie when a user is stored, and else deletes it.
 * @returns true when the cookie was missing and is set now
 */
export function syncStaffCookie(): boolean {
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
