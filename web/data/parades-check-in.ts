import { call, client } from '#web/lib/api.ts'
import { markStale, writing } from '#web/lib/query.ts'
import type { Result } from '#web/lib/result.ts'
import type { AtParadeBody, Participation } from '#worker/parades/parades.contract.ts'
import {
  editParticipants,
  participationNotChanged,
  putByName,
  refreshParticipants,
  sendCashReturned,
  sendPaid,
  sendUnconfirm,
} from './parades-participants.ts'

// In the street nothing but the list is worth a call: what is written here asks for nothing again.

const { participation } = client.api.parade[':id']

/** Many are confirmed side by side: see `use-confirm`. */
export const confirmParticipation = (paradeId: number, id: number) =>
  call(
    participation[':participationId'].confirm.$post({
      param: { id: String(paradeId), participationId: String(id) },
    }),
  )
export const notConfirmed =
  'Die Umzugsteilnahme konnte nicht bestätigt werden. Stelle sicher, dass Du Internet hast.'

export async function noteConfirmed(paradeId: number, row: Participation): Promise<void> {
  await setFields(paradeId, row.id, confirmationOf(row))
  markStale()
}

/** What can be done to a row beside confirming it. */
export type RowAction = 'pay' | 'unpay' | 'unconfirm' | 'cashReturned' | 'cashKept'

const senders: Record<RowAction, (paradeId: number, id: number) => Promise<Result<Participation>>> =
  {
    pay: (_, id) => sendPaid(id, true),
    unpay: (_, id) => sendPaid(id, false),
    unconfirm: sendUnconfirm,
    cashReturned: (_, id) => sendCashReturned(id, true),
    cashKept: (_, id) => sendCashReturned(id, false),
  }

export const changeRow = (paradeId: number, id: number) =>
  writing(
    participationNotChanged,
    async (action: RowAction) => {
      const result = await senders[action](paradeId, id)
      if (result.ok) {
        const fieldsOf = action === 'unconfirm' ? confirmationOf : paymentOf
        await setFields(paradeId, id, fieldsOf(result.data))
      } else if (result.failure.type === 'ApiError') {
        // The server knows the row differently than the list shows it.
        refreshParticipants(paradeId)
      }
      return result
    },
    { later: [] },
  )

/** What an action set, and no more: the answer to an earlier one may come after a later one's. */
function setFields(paradeId: number, id: number, fields: Partial<Participation>): Promise<void> {
  return editParticipants(paradeId, (rows) =>
    rows.map((row) => (row.id === id ? { ...row, ...fields } : row)),
  )
}

const confirmationOf = (row: Participation) => ({
  participationConfirmed: row.participationConfirmed,
  participationConfirmedAt: row.participationConfirmedAt,
})

const paymentOf = (row: Participation) => ({
  participationFeePayed: row.participationFeePayed,
  feePayedByHand: row.feePayedByHand,
  cashReturnedAt: row.cashReturnedAt,
})

export const enterAtParade = (paradeId: number) =>
  writing(
    'Die Umzugsteilnahme konnte nicht eingetragen werden',
    async (json: AtParadeBody) => {
      const param = { id: String(paradeId) }
      const result = await call(participation.atParade.$post({ param, json }))
      if (result.ok) await editParticipants(paradeId, (rows) => putByName(rows, result.data))
      return result
    },
    { later: [] },
  )
