import { call, callForFile, client } from '#web/lib/api.ts'
import { reading, writing } from '#web/lib/query.ts'
import { byId } from './by-id.ts'

const { member, privacy } = client.api

/** What the night deletes, and who could be made nobody's. */
export const retentionQuery = reading(
  ['privacy', 'retention'],
  'Die Aufbewahrung konnte nicht geladen werden',
  () => call(privacy.retention.$get()),
)

/** All that is stored of a member, as a paper. Told in the history, and otherwise changes nothing. */
export const memberDisclosure = (id: number) =>
  writing(
    'Die Auskunft konnte nicht geladen werden',
    () => callForFile(member[':id'].disclosure.$get(byId(id))),
    { changes: [['history']] },
  )

/** A link to what is stored of an address, to that address. */
export const requestDisclosure = writing(
  'Die Auskunft konnte nicht verschickt werden',
  (json: { emailAddress: string }) => call(privacy.disclosure.$post({ json })),
  { changes: [['history']] },
)

export const anonymiseMember = (id: number) =>
  writing('Das Mitglied konnte nicht anonymisiert werden', (json: { name: string }) =>
    call(member[':id'].anonymise.$post({ ...byId(id), json })),
  )
