import { useLoaderData } from 'react-router'
import { askServer } from '#web/lib/ask-server.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import type { PublicGuild } from '#worker/guild/guild.contract.ts'
import type { CostumeType } from './chosen-parades.ts'
import { PublicPage } from './public/public-page.tsx'

/** As long as the staff's app brings the public page: what it is made of. */
export async function loader() {
  const [guild, parades, costumeTypes] = await Promise.all([
    askServer<PublicGuild>('/api/guild'),
    askServer<EnrolmentParade[]>('/api/enrolment/parades'),
    askServer<CostumeType[]>('/api/costumeType'),
  ])
  return {
    guild: guild.ok ? guild.data : { name: '' },
    today: berlinDay(new Date()),
    parades: parades.ok ? parades.data : [],
    costumeTypes: costumeTypes.ok ? costumeTypes.data : [],
  }
}

export function EnrolmentPage() {
  return <PublicPage {...useLoaderData<typeof loader>()} />
}
