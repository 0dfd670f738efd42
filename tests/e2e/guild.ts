import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import { getAs } from './session.ts'

/** What the demo guild of this run has to offer. */
export type Guild = {
  origin: string
  /** Open for enrolment, with a price for adults and another one for children. */
  open: [EnrolmentParade, EnrolmentParade, EnrolmentParade, EnrolmentParade]
  costumeTypes: [string, string]
  todayId: number
}

export async function findGuild(origin: string): Promise<Guild> {
  const offered: EnrolmentParade[] = await getJson(`${origin}/api/enrolment/parades`)
  const types: { name: string }[] = await getJson(`${origin}/api/costumeType`)
  const { paradeId } = await getAs<{ paradeId: number }>(origin, 'helper', '/api/parade/today')
  const [a, b, c, d] = offered.filter(({ title, ...parade }) => {
    const isOnlyOne = offered.filter((other) => other.title === title).length === 1
    const { priceForAdultsInCent: adult, priceForChildrenInCent: child } = parade
    return isOnlyOne && child > 0 && adult > child
  })
  const [first, second] = types
  if (!a || !b || !c || !d || !first || !second) throw new Error('The demo guild offers too little')
  return { origin, open: [a, b, c, d], costumeTypes: [first.name, second.name], todayId: paradeId }
}

async function getJson<T>(url: string): Promise<T> {
  return (await fetch(url)).json() as Promise<T>
}
