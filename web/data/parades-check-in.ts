import { call, client } from '#web/lib/api.ts'
import { defineMutation, defineQuery } from '#web/lib/query.ts'
import { idParam } from './id-param.ts'
import { participationNotChanged } from './parades-participants.ts'

// All other actions of the check-in go through the outbox (`parades/check-in/outbox`).

export const noteCashReturned = (id: number) =>
  defineMutation(participationNotChanged, (returned: boolean) =>
    call(
      client.api.participation[':id'].cashReturned.$post({ ...idParam(id), json: { returned } }),
    ),
  )

/** The telephone numbers of the participants who are missing. */
export const phonesQuery = (paradeId: number) =>
  defineQuery(
    ['parades', paradeId, 'phones'],
    'Die Telefonnummern konnten nicht geladen werden',
    () => call(client.api.parade[':id'].phones.$get(idParam(paradeId))),
  )

/** The log of the parade's check-in, newest first. */
export const doneActsQuery = (paradeId: number) =>
  defineQuery(
    ['parades', paradeId, 'acts'],
    'Was abgehakt und kassiert wurde, konnte nicht geladen werden',
    () => call(client.api.parade[':id'].acts.$get(idParam(paradeId))),
  )
