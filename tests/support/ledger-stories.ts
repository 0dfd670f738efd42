import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect } from 'vitest'
import { computeFigures, rowsOfClaims } from '#web/billing/fee-rows.ts'
import type { BookedFee, FeeClaim, FeeYear, SepaRun } from '#worker/billing/billing.contract.ts'
import { call, json, rows, setClock, signedIn, today, tokenOf } from './api.ts'
import { aMember } from './builders.ts'
import { type Asked, type Model, newModel, sumsOf } from './ledger-model.ts'

// Random stories of three years and two users who book at the same time. After each step every account must
// match the model of the accepted acts (ledger-model.ts).

/** A timeout longer than any exploration. */
export const patience = { timeout: 3_600_000 }

const weights = {
  close: 3,
  late: 1,
  run: 7,
  voidRun: 3,
  credit: 1,
  pay: 6,
  payTooMuch: 1,
  statement: 4,
  again: 3,
  waive: 2,
  correct: 3,
  charge: 1,
  refund: 2,
  comesBack: 7,
  undo: 7,
} as const
type What = keyof typeof weights
/** The numbers choose among the existing claims and runs. */
type Act = { what: What; which: number; how: number; atOnce: boolean }

const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    what: fc.oneof(
      ...Object.entries(weights).map(([what, weight]) => ({
        weight,
        arbitrary: fc.constant(what as What),
      })),
    ),
    which: fc.nat(23),
    how: fc.nat(11),
    /** The other user sends the next act before this one is answered. */
    atOnce: fc.boolean(),
  }),
  { minLength: 8, maxLength: 30 },
)

/** How often each outcome occurred in all stories, so that tests can require that the outcomes do occur. */
export type Met = Map<string, number>

export async function explore({ runs, seed }: { runs: number; seed: number }): Promise<Met> {
  const met: Met = new Map()
  setClock()
  const users = [await signedIn('management'), await signedIn('management', 'readonly')] as const
  await rows(`UPDATE guild_settings SET creditor_name = 'Narrenzunft', creditor_id = 'DE98ZZZ09999999999',
    creditor_iban = 'DE02120300000000202051', family_cap_in_cent = 4500`)
  await fc.assert(
    fc.asyncProperty(acts, async (story) => {
      const world = await newWorld(
        users.map(({ id }) => id),
        met,
      )
      for (let index = 0; index < story.length; index++) {
        const act = story[index] as Act
        const next = act.atOnce ? story[index + 1] : undefined
        await world.perform(next ? [act, next] : [act])
        if (next) index++
        await world.check()
      }
      await world.checkFigures()
    }),
    { numRuns: runs, seed, endOnFailure: true },
  )
  return met
}

const bank = {
  bankingIban: 'DE89370400440532013000',
  bankingSepaAllowed: true,
  bankingSepaAllowedDate: '2026-02-01',
}
const day = today

async function forgetEverything(): Promise<void> {
  const tables = [
    'sepa_run_parts',
    'fee_bookings',
    'fee_claims',
    'sepa_runs',
    'audit_entries',
    'members',
  ]
  await env.DB.batch([
    env.DB.prepare(`UPDATE audit_context SET via = 'cli' WHERE id = 1`),
    env.DB.prepare('UPDATE members SET payer_id = NULL WHERE payer_id IS NOT NULL'),
    ...tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
    env.DB.prepare('UPDATE audit_context SET via = NULL WHERE id = 1'),
  ])
}

/** A family of three whose payer has a mandate, and three single members, two of them with mandates. */
async function newGuild(): Promise<void> {
  const payer = await aMember({ ...bank, memberNumber: 1, birthday: '1970-01-01' })
  await aMember({ memberNumber: 2, payerId: payer.id, birthday: '1972-01-01' })
  await aMember({ memberNumber: 3, payerId: payer.id, birthday: '1999-01-01' })
  await aMember({ ...bank, memberNumber: 4 })
  await aMember({ ...bank, memberNumber: 5, membershipState: 'Passive' })
  await aMember({ memberNumber: 6 })
}

/** A sent request, and how to add it to the model if it was accepted. */
type Sent = {
  what: string
  response: Response
  /** The id of its first booking: decides the order of simultaneous requests. */
  order: number
  accept: () => void
}

async function newWorld(userIds: readonly number[], met: Met) {
  await forgetEverything()
  await newGuild()
  const model: Model = newModel()
  const tokens: string[] = []
  const signIn = async () => {
    tokens.length = 0
    for (const id of userIds) tokens.push(await tokenOf(id))
  }
  const ask = (method: string, path: string, body: unknown, who: number) =>
    call(method, `/api/billing/${path}`, body, { token: tokens[who] ?? '' })
  /** Imported lines, for importing them again. */
  const imported: Asked[] = []
  let lastKey = 0

  const close = async (year: number, who: number): Promise<Sent> => {
    const years: FeeYear[] = await json(ask('GET', 'years', undefined, who))
    const { count = 0, sumInCent = 0 } = years.find((one) => one.year === year) ?? {}
    const response = await ask('POST', 'years', { year, expected: { count, sumInCent } }, who)
    return { what: 'close', response, order: 0, accept: () => {} }
  }

  setClock('2026-11-20T12:00:00Z')
  await signIn()
  expect((await close(2026, 0)).response.status).toBe(201)
  setClock()
  await signIn()
  await learnClaims()

  async function learnClaims(): Promise<void> {
    const found = await rows<{
      id: number
      year: number
      payerId: number
      cents: number
      has: number
    }>(
      `SELECT c.id, c.year, c.payer_id AS payerId, c.amount_in_cent AS cents,
        p.banking_sepa_allowed AS has FROM fee_claims c JOIN members p ON p.id = c.payer_id`,
    )
    for (const { has, ...claim } of found) {
      if (!model.claims.has(claim.id))
        model.claims.set(claim.id, { ...claim, hasMandate: has === 1 })
    }
  }

  const book = async (bookings: (Asked & object)[], who: number): Promise<Sent> => {
    const response = await ask('POST', 'bookings', { bookings }, who)
    const lines: BookedFee[] = response.status === 201 ? await json(response.clone()) : []
    const ids = lines.map(({ id }) => id)
    const what = bookings[0]?.kind ?? ''
    return { what, response, order: ids[0] ?? 0, accept: () => model.book(bookings, ids) }
  }

  const run = async (year: number, { which, how }: Act, who: number): Promise<Sent> => {
    // A run made at the same moment is not known here; sometimes no run is named.
    const newest = model.runs.findLast((one) => one.year === year && !one.isVoid)
    const after = how === 11 ? null : (newest?.id ?? null)
    const collectedOnce = [...model.claims.values()].filter(
      ({ id, hasMandate, ...claim }) =>
        claim.year === year && hasMandate && model.wasCollected(id) && model.openOf(id) > 0,
    )
    const named = new Set(
      collectedOnce.filter((_, index) => (which >> index) % 2 === 1).map(({ id }) => id),
    )
    const before = model.collection(year, named)
    const body = { year, after, confirmClosing: true, includeReturned: [...named] }
    const response = await ask('POST', 'runs', body, who)
    const made: SepaRun | null = response.status === 201 ? await json(response.clone()) : null
    const [first] = made
      ? await rows<{ id: number }>(
          `SELECT min(id) AS id FROM fee_bookings WHERE run_id = ${made.id}`,
        )
      : []
    return {
      what: 'run',
      response,
      order: first?.id ?? 0,
      accept: () => {
        if (!made) return
        const { count, debitCount, sumInCent } = made
        // The run may have read the open amounts before the other user's booking; it then collects the
        // earlier ones.
        const now = model.collection(year, named)
        const collected = sumInCent === sumsOf(now).sumInCent ? now : before
        expect({ count, debitCount, sumInCent }).toEqual(sumsOf(collected))
        model.noteRun(made, collected)
      },
    }
  }

  const send = async (act: Act, who: number): Promise<Sent | null> => {
    const { what, which, how } = act
    const pick = <T>(from: readonly T[]): T | undefined => from[which % Math.max(1, from.length)]
    const claim = pick([...model.claims.values()])
    const year = pick([2026, 2027, 2027, 2028]) ?? 2027
    if (!claim) return null
    const { id: claimId } = claim
    const open = model.openOf(claimId)
    const some = how % 3 === 0 ? Math.max(1, Math.floor(open / 2)) : Math.max(1, open)
    const one = (kind: Asked['kind'], amountInCent: number, more: object = {}) =>
      book([{ claimId, kind, amountInCent, day, note: 'weil es so ist', ...more } as Asked], who)
    switch (what) {
      case 'close':
        return close(which % 2 === 0 ? 2027 : 2028, who)
      case 'late': {
        const { id } = await aMember({ ...bank, memberNumber: 0, mandateReference: `N${which}` })
        const response = await ask('POST', 'claims', { year, memberIds: [id] }, who)
        return { what, response, order: 0, accept: () => {} }
      }
      case 'run':
        return run(year, act, who)
      case 'voidRun': {
        const chosen = pick(model.runs)
        if (!chosen) return null
        const response = await ask('POST', `runs/${chosen.id}/void`, { reason: 'falsch' }, who)
        const [last] = await rows<{ id: number }>(
          `SELECT max(id) AS id FROM fee_bookings WHERE run_id = ${chosen.id}`,
        )
        const accept = () => {
          expect(model.isFinal(chosen)).toBe(false)
          model.voidRun(chosen)
        }
        return { what, response, order: last?.id ?? 0, accept }
      }
      case 'credit': {
        const chosen = pick(model.runs)
        if (!chosen) return null
        const response = await ask('POST', `runs/${chosen.id}/credited`, { day }, who)
        const accept = () => {
          chosen.isCredited = true
        }
        // It writes no booking, so its order relative to a simultaneous `voidRun` is unknown.
        return { what, response, order: 0, accept }
      }
      case 'pay':
        return one('paid', some, { method: how % 2 === 0 ? 'cash' : 'transfer' })
      case 'payTooMuch':
        return one('paid', Math.max(0, open) + 500)
      case 'statement': {
        const amountInCent = some
        const line = { claimId, kind: 'paid' as const, amountInCent, day, bankKey: `k${++lastKey}` }
        imported.push(line)
        return book([line], who)
      }
      case 'again': {
        const line = pick(imported)
        return line ? book([line], who) : null
      }
      case 'waive':
        return one('waived', some)
      case 'correct':
        return one('corrected', how % 2 === 0 ? 500 : -some)
      case 'charge':
        return one('charged', 300)
      case 'refund':
        return one('refunded', how % 2 === 0 ? 500 : 2000)
      case 'comesBack': {
        const debit = model.debitOf(claimId)
        const parts = debit?.parts ?? []
        const whole = parts.reduce((sum, { cents }) => sum + cents, 0)
        const own = parts.find((part) => part.claimId === claimId)?.cents ?? 1
        const more = { reasonCode: 'AM04', bankChargeInCent: 350, passOnCharge: how % 3 === 0 }
        return one('returned', how % 2 === 0 ? Math.max(1, whole) : own, more)
      }
      case 'undo': {
        const booked = await rows<{ id: number; kind: string }>(
          'SELECT id, kind FROM fee_bookings ORDER BY id DESC LIMIT 24',
        )
        const target = pick(booked)
        if (!target) return null
        const response = await ask('POST', `bookings/${target.id}/undo`, { note: 'Irrtum' }, who)
        const lines: BookedFee[] = response.status === 201 ? await json(response.clone()) : []
        const order = lines[0]?.id ?? 0
        return { what: `undo ${target.kind}`, response, order, accept: () => model.undo(target.id) }
      }
    }
  }

  return {
    async perform(together: readonly Act[]): Promise<void> {
      const sent = (await Promise.all(together.map(send))).filter((one) => one !== null)
      await learnClaims()
      for (const { what, response, accept } of sent.toSorted((a, b) => a.order - b.order)) {
        const { status } = response
        expect([200, 201, 400, 409, 422], `${what}: ${status}`).toContain(status)
        const code = response.ok ? 'ok' : (await json(response)).error.code
        met.set(`${what}: ${code}`, (met.get(`${what}: ${code}`) ?? 0) + 1)
        if (response.ok) accept()
      }
    },

    /** Compares each account and the total with the database. */
    async check(): Promise<void> {
      const found = await rows<{ id: number; open: number }>(
        'SELECT claim_id AS id, open_in_cent AS open FROM fee_open ORDER BY claim_id',
      )
      expect(found).toEqual(
        [...model.claims.keys()]
          .sort((a, b) => a - b)
          .map((id) => ({ id, open: model.openOf(id) })),
      )
      expect(found.reduce((sum, { open }) => sum + open, 0)).toBe(model.sums())
      const torn = await rows(`SELECT r.id FROM sepa_runs r WHERE r.sum_in_cent <> (SELECT
        -sum(b.amount_in_cent) FROM fee_bookings b WHERE b.run_id = r.id AND b.kind = 'collected')`)
      expect(torn).toEqual([])
    },

    /** The server's figures of a year must equal those computed from its claims, read at once or in pages. */
    async checkFigures(): Promise<void> {
      const read = (path: string) => json(ask('GET', path, undefined, 0))
      for (const year of new Set([...model.claims.values()].map((claim) => claim.year))) {
        const claims: FeeClaim[] = await read(`claims?year=${year}`)
        expect(await read(`years/${year}`)).toEqual(computeFigures(rowsOfClaims(claims)))
        const [first, second, ...others] = claims
        expect(await read(`claims?year=${year}&limit=2`)).toEqual([first, second].filter(Boolean))
        if (!second) continue
        expect(await read(`claims?year=${year}&limit=500&after=${second.id}`)).toEqual(others)
      }
    },
  }
}
