import type { HonorType } from '#worker/domain/codes.ts'
import { addDays, type Day } from '#worker/domain/dates.ts'
import { assemblyAfter, assemblyDay } from './days.ts'
import { jumpsOf } from './honors.ts'
import type { Member } from './members.ts'
import type { Random } from './random.ts'
import type { AssemblyHonorRow, HonorRow } from './rows.ts'

/** Who issues the honors that are not the guild's own. */
export const issuers: Partial<Record<HonorType, string>> = {
  Certificate_30_Years: 'VSAN',
  Certificate_35_Years: 'VSAN',
}

type Known = {
  today: Day
  members: readonly Member[]
  honors: readonly (HonorRow & { id: number })[]
  /** The days of the confirmed parades, by member. */
  paradeDays: ReadonlyMap<number, readonly Day[]>
}

/** The last assembly, with two honors not yet handed over, and the next one, in preparation. */
export function makeAssemblies(random: Random, known: Known): AssemblyHonorRow[] {
  return [...lastAssembly(random, known), ...nextAssembly(known)]
}

function lastAssembly(random: Random, { today, honors }: Known): AssemblyHonorRow[] {
  const thisYears = assemblyDay(Number(today.slice(0, 4)))
  const date = thisYears < today ? thisYears : assemblyDay(Number(today.slice(0, 4)) - 1)
  const given = honors.filter((honor) => honor.date === date)
  const people = [...new Set(given.map(({ memberId }) => memberId))]
  const away = random.shuffled(people).slice(0, 2)
  return given.map(({ id, memberId, type }) => {
    const isAway = away.includes(memberId)
    return {
      date,
      memberId,
      type,
      attendance: isAway ? 'excused' : 'present',
      invitedOn: addDays(date, -28),
      orderedOn: addDays(date, -21),
      handedOverOn: isAway ? null : date,
      act: `demo-${date}`,
      honorId: id,
      note: isAway ? 'Holt sie in der Zunftstube ab.' : '',
    }
  })
}

/**
 * Members who have reached a parade honor since the last assembly; for some it is known whether they come.
 */
function nextAssembly({ today, members, honors, paradeDays }: Known): AssemblyHonorRow[] {
  const date = assemblyAfter(today)
  const held = new Set(honors.map(({ memberId, type }) => `${memberId} ${type}`))
  const belong = members.filter(({ state }) => state === 'Active' || state === 'Passive')
  const due = belong.flatMap(({ id }) => {
    const highest = jumpsOf(paradeDays.get(id) ?? []).findLast(([, reached]) => reached !== null)
    return highest && !held.has(`${id} ${highest[0]}`) ? [{ id, type: highest[0] }] : []
  })
  const marked = due.slice(0, 6).map(({ id, type }, index): AssemblyHonorRow => {
    return {
      date,
      memberId: id,
      type,
      attendance: index === 4 ? 'excused' : index < 4 ? 'present' : null,
      orderedOn: index < 3 ? addDays(today, -3) : null,
      note: '',
    }
  })
  const byHand = belong.find(({ id }) => {
    return !held.has(`${id} Honorary_Member_Extra`) && !due.some((one) => one.id === id)
  })
  if (!byHand) return marked
  const added = { date, memberId: byHand.id, type: 'Honorary_Member_Extra' } as const
  return [...marked, { ...added, choice: 'added', note: 'Beschluss des Zunftrats.' }]
}
