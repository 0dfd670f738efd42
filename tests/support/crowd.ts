import { expect } from 'vitest'
import { aBus } from '#tests/support/extras.ts'
import { call, json, rows } from './api.ts'
import { aCostumeType, aParade } from './builders.ts'
import { seeded } from './check-in-machine/seeded.ts'
import { anEnrolment } from './enrolment.ts'
import { faultyDatabase } from './faulty-database.ts'
import { forgetLog } from './log.ts'
import { wrongParadeCounts } from './parade-counts.ts'

type Crowd = {
  people: number
  /** What is limited: the places of the parade, or the seats of its bus, of which everyone wants one. */
  limited: 'places' | 'seats'
  limit: number
  seed: number
}

/** The share of database calls whose connection breaks, before or after the call was executed. */
const shareOfFaults = 0.05

/**
 * Sends so many enrolments at once, each of one person. The connection to the database breaks at random calls, as
 * when a worker dies between two steps. A person whose request failed sends it again; in the end everyone sends it
 * once more without faults, since a failed payment may have released a place after others were rejected.
 * @throws when more or fewer than `limit` of them hold a place in the end
 */
export async function enrolCrowd({ people, limited, limit, seed }: Crowd): Promise<void> {
  const random = seeded(seed)
  const type = await aCostumeType(`Hansel ${seed}`)
  const isSeats = limited === 'seats'
  const { id } = await aParade({
    title: `Umzug ${seed}`,
    capacity: isSeats ? null : limit,
    extras: [aBus({ capacity: isSeats ? limit : null })],
  })

  let isBroken = true
  const fault = () => {
    const dice = isBroken ? random() : 1
    if (dice < shareOfFaults / 2) return 'before'
    return dice < shareOfFaults ? 'after' : null
  }
  const enrolOne = async (number: number) => {
    const costume = { costumeTypeId: type.id, costumeNumber: String(number) }
    const body = anEnrolment([{ paradeId: id, ...costume, ...(isSeats && { extras: [1] }) }], {
      firstName: `Narr ${number}`,
      lastName: `Zug ${seed}`,
      emailAddress: `narr${number}@example.de`,
      orderToken: `${seed.toString(16).padStart(16, '0')}${number.toString(16).padStart(16, '0')}`,
    })
    for (let tries = 0; tries < 12; tries += 1) {
      const { database } = faultyDatabase(fault)
      const answer = await call('POST', '/api/parades/enrol', body, { database })
      if (answer.status === 200) return
      if (answer.status !== 409) continue
      const { code } = (await json(answer)).error
      if (code === 'ParadeFull') return
    }
  }
  const everyone = Array.from({ length: people }, (_, number) => number)
  await Promise.all(everyone.map(enrolOne))
  isBroken = false
  for (const number of everyone) await enrolOne(number)
  forgetLog()

  const held = await rows(`SELECT count(*) AS held FROM participations
    WHERE parade_id = ${id} AND state IN ('reserved', 'booked')`)
  expect(held).toEqual([{ held: limit }])
  expect(await wrongParadeCounts()).toEqual([])
}
