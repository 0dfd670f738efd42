import { call, client } from '#web/lib/api.ts'
import { writing } from '#web/lib/query.ts'
import { byId } from './by-id.ts'
import { participationNotChanged } from './parades-participants.ts'

// What is done in the street goes by the outbox (`parades/check-in/outbox`), which sends by itself.

export const noteCashReturned = (id: number) =>
  writing(participationNotChanged, (returned: boolean) =>
    call(client.api.participation[':id'].cashReturned.$post({ ...byId(id), json: { returned } })),
  )
