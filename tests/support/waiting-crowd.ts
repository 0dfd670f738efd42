import { expect } from 'vitest'
import { aBus } from '#tests/support/extras.ts'
import { call, rows, runCron, setClock } from './api.ts'
import { aCostumeType, aParade, aParticipation } from './builders.ts'
import { seeded } from './check-in-machine/seeded.ts'
import { aFamily } from './enrolment.ts'
import { faultyDatabase } from './faulty-database.ts'
import { forgetLog } from './log.ts'
import { keepAccount, openAccount, wrongEntries } from './machine/offers.ts'
import { wrongParadeCounts } from './parade-counts.ts'

type Crowd = {
  people: number
  /** The share of database calls whose connection breaks, before or after the call was executed. */
  shareOfFaults: number
  seed: number
}

/**
 * So many booked people of a full parade are cancelled one by one, and as many families and people join its waiting
 * list, all at once. Then the offers lapse, day by day.
 * @param token of a user who may cancel places
 * @returns the statuses of the answers
 * @throws when, after a run of the cron, a place is taken twice, an order waits for free places, or an offer has passed
 * an earlier order that fitted
 */
export async function crowdWaitingList(token: string, { people, shareOfFaults, seed }: Crowd) {
  const random = seeded(seed)
  await keepAccount()
  const account = openAccount()
  const type = await aCostumeType('Federahannes')
  const bus = aBus({ capacity: 6 })
  const parade = await aParade({ capacity: people, extras: [bus] })
  const ofParade = { paradeId: parade.id, costumeTypeId: type.id }
  const booked = []
  for (let number = 0; number < people; number += 1) {
    booked.push((await aParticipation({ ...ofParade, lastName: `Zug ${number}` })).id)
  }
  const fault = () => {
    const dice = random()
    if (dice < shareOfFaults / 2) return 'before'
    return dice < shareOfFaults ? 'after' : null
  }
  const database = () => faultyDatabase(fault).database
  const cancel = (id: number) =>
    call('POST', '/api/participation/cancel', { ids: [id] }, { token, database: database() })
  const join = (number: number) => {
    const relatives = Array.from({ length: 1 + (number % 3) }, (_, index) => ({
      firstName: `Narr ${number} ${index}`,
      parades: [
        {
          ...ofParade,
          costumeNumber: `${number}/${index}`,
          extras: (number + index) % 2 === 0 ? [bus.id] : [],
        },
      ],
    }))
    const body = aFamily(relatives, {
      waitingList: true,
      emailAddress: `narr${number}@example.de`,
    })
    return call('POST', '/api/parades/enrol', body, { database: database() })
  }
  const answers = await Promise.all(booked.flatMap((id, number) => [join(number), cancel(id)]))
  for (let day = 17; day < 21; day += 1) {
    await runCron()
    expect(await account.audit()).toEqual([])
    expect(await wrongEntries()).toEqual([])
    expect(await wrongParadeCounts()).toEqual([])
    setClock(`2027-01-${day}T13:00:00Z`)
  }
  forgetLog()
  const [told] = await rows<{ orders: number; offered: number }>(`SELECT count(*) AS orders,
    coalesce(sum(offered_until IS NOT NULL), 0) AS offered FROM orders`)
  return { statuses: [...new Set(answers.map(({ status }) => status))].sort(), ...told }
}
