import { rows } from '#tests/support/api.ts'
import { aClaim } from '#tests/support/written-ledger.ts'
import type { Visits } from './visit.ts'

/** A year without letters yet. */
const year = 2031

/** Members with a complete address and an open fee that is not collected by debit. */
async function debtors(): Promise<number[]> {
  const found = await rows<{ id: number }>(`SELECT id FROM members WHERE address_street <> ''
    AND address_plz <> '' AND address_town <> '' AND membership_state = 'Active'
    AND banking_sepa_allowed = 0
    ORDER BY id LIMIT 20`)
  const ids = found.map(({ id }) => id)
  for (const memberId of ids) await aClaim({ memberId, year })
  return ids
}

const account = `UPDATE guild_settings SET creditor_name = 'Narrenzunft Schellental e.V.',
  creditor_iban = 'DE02120300000000202051'`

/** Letters about fees. */
export const feeLetters: Visits = {
  'GET /api/billing/letters': () => ({ path: '/api/billing/letters' }),
  'POST /api/billing/letters': async () => {
    await rows(account)
    const payerIds = await debtors()
    const body = { kind: 'invoice', year, payerIds, channel: 'letter', dueOn: '2027-01-30' }
    return { path: '/api/billing/letters', body, status: 201 }
  },
  'GET /api/billing/letter-texts': () => ({ path: '/api/billing/letter-texts' }),
  'PUT /api/billing/letter-texts/:kind': () => ({
    path: '/api/billing/letter-texts/invoice',
    body: {
      opening: '{Beitrag} {ist} zu zahlen:',
      closing: 'Bitte sorge dafür, dass die {Summe} bis {Tag} da sind.',
      openingFormal: '{Beitrag} {ist} zu zahlen:',
      closingFormal: 'Bitte sorgen Sie dafür, dass die {Summe} bis {Tag} da sind.',
    },
  }),
  'DELETE /api/billing/letter-texts/:kind': () => ({
    path: '/api/billing/letter-texts/notice',
    status: 204,
  }),
  'POST /api/billing/letters/void': async () => {
    const printed = await rows<{ id: number }>(`INSERT INTO fee_letters
      (kind, year, payer_id, channel, due_on, created_at, created_by)
      SELECT 'invoice', ${year}, m.id, 'letter', '2027-01-30', '2027-01-16T12:00:00.000Z', u.id
      FROM members m CROSS JOIN (SELECT min(id) AS id FROM users) u LIMIT 20 RETURNING id`)
    const ids = printed.map(({ id }) => id)
    return { path: '/api/billing/letters/void', body: { ids, voided: true }, status: 204 }
  },
}
