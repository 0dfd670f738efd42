/** The one in the address, `?year=2025`; without a useful one the current. */
export function wantedYear(search: URLSearchParams, currentYear: number): number {
  const asked = search.get('year') ?? ''
  const year = /^\d{4}$/.test(asked) ? Number(asked) : 0
  return year >= 1900 && year <= 2099 ? year : currentYear
}
