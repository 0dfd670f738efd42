/** What banks know a file by: the year and the second it was made in. */
export function messageIdOf(year: number, instant: Date): string {
  return `MB${year}-${berlinStamp(instant).replace(/\D/g, '')}`
}

const berlinClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** `2026-11-21T13:42:05`, on the clock in Germany. */
export function berlinStamp(instant: Date): string {
  return berlinClock.format(instant).replace(' ', 'T')
}
