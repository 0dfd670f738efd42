import { postAs } from '#tests/e2e/session.ts'
import { addDays, type Day } from '#worker/domain/dates.ts'
import { berlinInstant, type Time } from '#worker/domain/times.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'

export type OpeningParade = Parade & { opensAt: number }

/** A parade 60 days after its enrolment opens; its title names what distinguishes it. */
export async function aParadeThatOpens(
  origin: string,
  { day, time, title = 'Nachtumzug Neuhalden' }: { day: Day; time: Time; title?: string },
): Promise<OpeningParade> {
  const parade = await postAs<Parade>(origin, 'management', '/api/parade', {
    title,
    host: 'Narrenzunft Neuhalden',
    hostTown: 'Neuhalden',
    date: addDays(day, 60),
    dateEnrolmentStart: day,
    timeEnrolmentStart: time,
    dateEnrolmentEnd: addDays(day, 50),
    priceForAdultsInCent: 700,
    priceForChildrenInCent: 300,
    departures: [{ time: '16:15', place: 'Schulhof' }],
  })
  const opensAt = berlinInstant(day, time)
  if (!opensAt) throw new Error(`${time} does not exist on ${day}`)
  return { ...parade, opensAt: opensAt.getTime() }
}
