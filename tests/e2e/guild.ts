import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'
import { getAs } from './session.ts'

/** Parts of this run's demo guild that tests use. */
export type Guild = {
  origin: string
  /** Open for enrolment, with different prices for adults and children, without extras, limits or age rules. */
  open: [EnrolmentParade, EnrolmentParade, EnrolmentParade, EnrolmentParade]
  costumeTypes: [string, string]
  todayId: number
  /** Active, with honors, offices, costumes and parades. */
  veteran: MemberRow
}

export async function findGuild(origin: string): Promise<Guild> {
  const offered: EnrolmentParade[] = await getJson(`${origin}/api/enrolment/parades`)
  const types: { name: string }[] = await getJson(`${origin}/api/costumeType`)
  const { paradeId } = await getAs<{ paradeId: number }>(origin, 'helper', '/api/parade/today')
  const members = await getAs<MemberRow[]>(origin, 'management', '/api/member')
  // Ids follow the joining date, so the first active member has the most entries.
  const [veteran] = members
    .filter(({ membershipState }) => membershipState === 'Active')
    .sort((one, other) => one.id - other.id)
  const [a, b, c, d] = offered.filter(({ title, ...parade }) => {
    const isOnlyOne = offered.filter((other) => other.title === title).length === 1
    const { priceForAdultsInCent: adult, priceForChildrenInCent: child } = parade
    const isPlain =
      parade.extras.length === 0 && parade.freePlaces === null && !parade.guardianBelow
    return isOnlyOne && isPlain && child > 0 && adult > child
  })
  const [first, second] = types
  if (!a || !b || !c || !d || !first || !second || !veteran) {
    throw new Error('The demo guild offers too little')
  }
  const costumeTypes: Guild['costumeTypes'] = [first.name, second.name]
  return { origin, open: [a, b, c, d], costumeTypes, todayId: paradeId, veteran }
}

async function getJson<T>(url: string): Promise<T> {
  return (await fetch(url)).json() as Promise<T>
}
