import type { Page } from '@playwright/test'
import { addDays, berlinDay } from '#worker/domain/dates.ts'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import type { Guild } from './guild.ts'
import { enrolAndPay } from './order-steps.ts'
import { getAs, postAs } from './session.ts'

/** Creates a parade with one fee paid online, one paid in cash and one unpaid. */
export async function paradeWithFees(page: Page, guild: Guild): Promise<EnrolmentParade> {
  const { origin, costumeTypes } = guild
  const post = <T>(path: string, body: object) => postAs<T>(origin, 'management', path, body)
  const stamp = `${Date.now()}`
  const date = addDays(berlinDay(new Date()), 1)
  const parade = await post<EnrolmentParade>('/api/parade', {
    title: `Sturmumzug ${stamp}`,
    host: 'Narrenzunft Sturmbach',
    date,
    dateEnrolmentStart: berlinDay(new Date()),
    dateEnrolmentEnd: date,
    priceForAdultsInCent: 800,
  })
  const online = { firstName: 'Olga', lastName: `Online ${stamp}`, birthday: null }
  const costume = { number: `s ${stamp}`, type: costumeTypes[0] }
  await enrolAndPay(page, { ...online, emailAddress: 'olga@example.de' }, [parade], costume, origin)
  const [type] = await getAs<{ id: number }[]>(origin, 'management', '/api/costumeType')
  for (const firstName of ['Bernd', 'Nina']) {
    await post('/api/parades/internal-enrol', {
      memberId: null,
      firstName,
      lastName: `Stall ${stamp}`,
      birthday: null,
      parades: [{ paradeId: parade.id, costumeTypeId: type?.id, costumeNumber: firstName + stamp }],
    })
  }
  const path = `/api/parade/${parade.id}/participation`
  const rows = await getAs<{ id: number; memberName: string }[]>(origin, 'management', path)
  const bernd = rows.find(({ memberName }) => memberName.endsWith('Bernd'))
  await post(`/api/participation/${bernd?.id}/paid`, { paid: true })
  return parade
}

/** The same parade, cancelled. */
export async function calledOffParade(page: Page, guild: Guild): Promise<EnrolmentParade> {
  const parade = await paradeWithFees(page, guild)
  await postAs(guild.origin, 'management', `/api/parade/${parade.id}/cancel`, {
    reason: 'Sturmwarnung des Landratsamts',
  })
  return parade
}
