import { call, client } from '#web/lib/api.ts'
import { reading, writing } from '#web/lib/query.ts'
import { byId } from './by-id.ts'
import { participationNotChanged } from './parades-participants.ts'

// What is done in the street goes by the outbox (`parades/check-in/outbox`), which sends by itself.

export const noteCashReturned = (id: number) =>
  writing(participationNotChanged, (returned: boolean) =>
    call(client.api.participation[':id'].cashReturned.$post({ ...byId(id), json: { returned } })),
  )

/** Who is called because they are missing. */
export const phonesQuery = (paradeId: number) =>
  reading(['parades', paradeId, 'phones'], 'Die Telefonnummern konnten nicht geladen werden', () =>
    call(client.api.parade[':id'].phones.$get(byId(paradeId))),
  )

/** Who did what on the day, the newest first. */
export const doneActsQuery = (paradeId: number) =>
  reading(
    ['parades', paradeId, 'acts'],
    'Was abgehakt und kassiert wurde, konnte nicht geladen werden',
    () => call(client.api.parade[':id'].acts.$get(byId(paradeId))),
  )
