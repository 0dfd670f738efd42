import { call, callForFile, client } from '#web/lib/api.ts'
import { defineMutation, defineQuery } from '#web/lib/query.ts'
import { idParam } from './id-param.ts'

const { member, privacy } = client.api

/** The rules and last runs of the retention job, and the members proposed for anonymisation. */
export const retentionQuery = defineQuery(
  ['privacy', 'retention'],
  'Die Aufbewahrung konnte nicht geladen werden',
  () => call(privacy.retention.$get()),
)

/** The disclosure for a member, as a file. The history records the call; no other data changes. */
export const memberDisclosure = (id: number) =>
  defineMutation(
    'Die Auskunft konnte nicht geladen werden',
    () => callForFile(member[':id'].disclosure.$get(idParam(id))),
    { changes: [['history']] },
  )

/** Mails a link to the data stored about an address to that address. */
export const requestDisclosure = defineMutation(
  'Die Auskunft konnte nicht verschickt werden',
  (json: { emailAddress: string }) => call(privacy.disclosure.$post({ json })),
  { changes: [['history']] },
)

export const anonymiseMember = (id: number) =>
  defineMutation('Das Mitglied konnte nicht anonymisiert werden', (json: { name: string }) =>
    call(member[':id'].anonymise.$post({ ...idParam(id), json })),
  )
