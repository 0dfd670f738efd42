import { env } from 'cloudflare:workers'
import type { ExecutionContext } from '@cloudflare/workers-types'
import { vi } from 'vitest'
import { fakeMollie } from '#tests/fakes/mollie.ts'
import { fakeStripe, signed } from '#tests/fakes/stripe.ts'
import { origin, setClock } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { aFamily, anEnrolment } from '#tests/support/enrolment.ts'
import { aBus } from '#tests/support/extras.ts'
import { openDb } from '#worker/db/db.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import type { Enrolled } from '#worker/enrolment/enrol-publicly.ts'
import worker from '#worker/index.ts'
import { sweepOrders } from '#worker/orders/close-order.ts'
import { providerOf } from '#worker/payments/providers.ts'
import { finish, gate, gatedDatabase, kill, type Strand, start, step } from './gate.ts'

type Letter = { body: string; headers: Record<string, string> }

export type ProviderName = 'mollie' | 'stripe' | 'sandbox'

const keys = { stripe: 'sk_test_machine', mollie: 'test_machine' }
const webhookSecret = 'whsec_machine'
const begin = Date.parse('2027-01-16T12:00:00Z')

const bus = aBus({ priceForAdultsInCent: 300, capacity: 1 })

/**
 * One run: two parades, a provider, and three people for two costumes, or six people for few places. Everything that
 * reaches the worker is a strand that pauses before each step.
 */
export async function makeWorld(provider: ProviderName, number: number, token: string) {
  let now = begin
  await forgetPayments()
  setClock(new Date(now).toISOString())
  const type = await aCostumeType(`Hansel ${provider} ${number}`)
  // Three of four stories have few places, and fewer seats than people who want one; in every fourth one only the
  // seats are few.
  const isNarrow = number % 4 !== 1
  const peopleCount = isNarrow ? 6 : 3
  const capacity = number % 4 === 3 ? 6 : 1 + (number % 3)
  const parades = [
    await aParade({
      title: `Ringtreffen ${number}`,
      ...(isNarrow && { capacity, extras: [bus] }),
    }),
    await aParade({
      title: `Nachtumzug ${number}`,
      priceForAdultsInCent: 500,
      ...(isNarrow && { capacity: 1 + (number % 2) }),
    }),
  ]
  const fake =
    provider === 'mollie'
      ? fakeMollie({ key: keys.mollie })
      : provider === 'stripe'
        ? fakeStripe({ key: keys.stripe, webhookSecret })
        : null
  const settings = {
    ...env,
    DB: gatedDatabase(env.DB),
    ENROL_LIMIT: { limit: async () => ({ success: true }) },
    REFUSAL_LIMIT: { limit: async () => ({ success: true }) },
    PAYMENT_PROVIDER: provider,
    STRIPE_SECRET_KEY: keys.stripe,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    MOLLIE_API_KEY: keys.mollie,
    APP_ORIGIN: origin.replace('http:', 'https:'),
    MAIL_FROM: '',
  }
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    await gate()
    if (!fake) throw new Error('the test payment needs no network')
    return fake.handle(request)
  })

  const strands: Strand[] = []
  const story: string[] = []
  /** The payment pages that responses have named. */
  const known = new Set<string>()
  /** The payers' order tokens that responses have named. */
  const tokens = new Set<string>()
  /** The provider's webhook requests, repeated until they succeed. */
  const letters = new Set<Letter>()
  const received: Letter[] = []

  /** Whether a request died or lost its time, or the provider failed, so that work is left to the cron. */
  let isDisturbed = false
  let daysPassed = 0

  /** Whether new strands pause before each step or run through. */
  let isStopped = () => true

  async function begins(name: string, work: () => Promise<void>): Promise<Strand> {
    const runsThrough = !isStopped()
    story.push(runsThrough ? name : `${name} …`)
    const strand = await start(name, work)
    strands.push(strand)
    if (runsThrough) await finish(strand)
    return strand
  }

  /** Sends a request; the strand includes the work of `waitUntil`. */
  function request(
    name: string,
    path: string,
    init: RequestInit = {},
    heard: (answer: Response) => Promise<void> = async () => {},
  ): Promise<Strand> {
    return begins(name, async () => {
      const later: Promise<unknown>[] = []
      const context = {
        waitUntil: (promise: Promise<unknown>) => void later.push(promise),
        passThroughOnException: () => {},
      } as unknown as ExecutionContext
      const call = new Request(`${settings.APP_ORIGIN}${path}`, { redirect: 'manual', ...init })
      call.headers.set('cf-connecting-ip', '203.0.113.7')
      const answer = await worker.fetch(call, settings, context)
      await heard(answer)
      await Promise.all(later)
    })
  }

  const asStaff = (body: unknown) => ({
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

  /** Processing payments are paid and rejected alternately. */
  async function theBankDecides(): Promise<void> {
    for (const [index, ref] of (fake?.refs() ?? []).entries()) {
      if ((await world.lookUp(ref)).state !== 'processing') continue
      if (index % 2 === 0) fake?.pay(ref)
      else fake?.fail(ref)
    }
  }

  /** The test payment sends no webhooks: the payers return to the app. */
  async function everybodyComesBack(): Promise<void> {
    for (const page of known) {
      await finish(await world.comesBack(new URL(page).pathname.split('/').at(-1) ?? ''))
    }
  }

  const world = {
    provider,
    number,
    fake,
    typeId: type.id,
    parades,
    isNarrow,
    peopleCount,
    bus,
    strands,
    story,
    known,
    tokens,
    letters,
    received,
    stopping(answer: boolean) {
      isStopped = () => answer
    },

    /** @param more `replaces`: the token of an order that this one replaces; `waits`: joins the waiting list if need be */
    enrol(
      people: readonly number[],
      costume: number,
      both: boolean,
      { replaces, waits = false }: { replaces?: string | undefined; waits?: boolean } = {},
    ) {
      const [first = 0] = people
      const lastName = `Lauf ${number}`
      const applicants = people.map((person, index) => ({
        firstName: `Narr ${person}`,
        lastName,
        parades: (both ? parades : parades.slice(0, 1)).map(({ id }) => ({
          paradeId: id,
          costumeTypeId: type.id,
          costumeNumber: String(costume + index),
          // Every other person takes a seat.
          ...(isNarrow && id === parades[0]?.id && person % 2 === 1 && { extras: [bus.id] }),
        })),
      }))
      const order = {
        emailAddress: `narr${first}@example.de`,
        ...(replaces !== undefined && { replaces }),
        ...(waits && { waitingList: true }),
        successRedirectUrl: `${settings.APP_ORIGIN}/parade-enrolment/result?state=success`,
        errorRedirectUrl: `${settings.APP_ORIGIN}/parade-enrolment/result?state=error`,
      }
      const [alone, ...others] = applicants
      const body =
        alone && others.length === 0
          ? anEnrolment(alone.parades, { ...alone, ...order })
          : aFamily(applicants, order)
      const init = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }
      const name = `enrols ${people.join(' and ')} as ${costume}${both ? ' in both' : ''}${replaces ? ` instead of ${replaces}` : ''}${waits ? ' or waits' : ''}`
      return request(name, '/api/parades/enrol', init, async (answer) => {
        const { redirectUrl, orderToken } = (await answer.json()) as Partial<Enrolled>
        if (redirectUrl) known.add(redirectUrl)
        if (orderToken) tokens.add(orderToken)
      })
    },
    sandboxDecides: (payment: string, outcome: 'paid' | 'cancelled') =>
      request(`sandbox: ${outcome}`, new URL(payment).pathname, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: `outcome=${outcome}`,
      }),
    async collectLetters() {
      for (const letter of (await fake?.events()) ?? []) letters.add(letter)
    },
    async deliver(letter: Letter) {
      // Stripe signs each attempt again, because the worker rejects old signatures.
      const { body, headers } =
        provider === 'stripe'
          ? await signed(JSON.parse(letter.body), webhookSecret, new Date(now))
          : letter
      const init = { method: 'POST', body, headers }
      return request('webhook', `/api/payments/webhook/${provider}`, init, async ({ ok }) => {
        if (!ok) return
        letters.delete(letter)
        received.push(letter)
      })
    },
    comesBack: (orderToken: string) => request('comes back', `/api/payments/return/${orderToken}`),
    cancels: (orderToken: string) => request('cancels', `/api/payments/cancel/${orderToken}`),
    givesUp: (ownToken: string) =>
      request('gives up', `/api/enrolment/orders/${ownToken}/cancel`, { method: 'POST' }),
    staff: (path: string, body: unknown = {}) => request(`staff ${path}`, path, asStaff(body)),
    /** The payer accepts an offer of the waiting list. */
    accepts: (ownToken: string) =>
      request(
        `accepts ${ownToken}`,
        `/api/enrolment/orders/${ownToken}/accept`,
        { method: 'POST' },
        async (answer) => {
          const { redirectUrl } = (await answer.json()) as { redirectUrl?: string }
          if (redirectUrl) known.add(redirectUrl)
        },
      ),
    /** A request with the order's own token. */
    payer: (name: string, path: string, body: unknown = {}) =>
      request(`payer ${name}`, `/api/enrolment/orders/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    /** Staff change a parade. */
    changes: (paradeId: number, change: unknown) =>
      request(`staff changes ${paradeId} to ${JSON.stringify(change)}`, `/api/parade/${paradeId}`, {
        ...asStaff(change),
        method: 'PUT',
      }),
    removes: (participationId: number) =>
      request(`staff removes ${participationId}`, `/api/paradeParticipation/${participationId}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${token}` },
      }),
    /** The cron's work on orders, as worker/schedule.ts runs it. */
    sweep: () =>
      begins('cron', async () => {
        const at = new Date(now)
        const db = openDb(settings.DB)
        await sweepOrders({
          db,
          now: at,
          today: berlinDay(at),
          origin: settings.APP_ORIGIN,
          provider: (id) =>
            providerOf({ env: settings, db, origin: settings.APP_ORIGIN, now: at }, id),
          sendMailsOf: () => {},
        })
      }),
    passes(minutes: number) {
      story.push(`${minutes} minutes pass`)
      // A request that has waited longer than its limit makes no offers any more.
      isDisturbed ||= strands.some(({ isDone, isDead }) => !isDone && !isDead)
      now += minutes * 60_000
      setClock(new Date(now).toISOString())
    },
    /** Offers end. Twice at most, so that the enrolment stays open and the parades ahead. */
    passesDay() {
      if (daysPassed === 2) return
      daysPassed += 1
      world.passes(25 * 60)
    },
    /** The provider fails next. */
    troubles(kind: 'timeout' | '500' | '401' | 'lost answer' | 'none', times: number) {
      story.push(`provider: ${kind}`)
      if (!fake) return
      if (kind !== 'none') isDisturbed = true
      fake.failWith(kind, { times })
    },
    /** Whether all requests have ended, and none has left work to the cron. */
    isUndisturbed: () => !isDisturbed && strands.every(({ isDone, isDead }) => isDone && !isDead),
    async steps(which: number) {
      const halted = strands.filter(({ isDone, isDead }) => !isDone && !isDead)
      const strand = halted[which % Math.max(1, halted.length)]
      if (strand) story.push(`… ${strand.name}`)
      if (strand) await step(strand)
    },
    dies(which: number) {
      const alive = strands.filter(({ isDone, isDead }) => !isDone && !isDead)
      const strand = alive[which % Math.max(1, alive.length)]
      if (strand) story.push(`† ${strand.name}`)
      if (!strand) return
      kill(strand)
      isDisturbed = true
    },
    async finishAll() {
      for (const strand of strands) await finish(strand)
    },

    /** Ends all trouble: strands finish, webhooks arrive, and the cron runs until everything is settled. */
    async comeToRest() {
      story.push('— rest —')
      isStopped = () => false
      fake?.failWith('none')
      await world.finishAll()
      await theBankDecides()
      await world.collectLetters()
      for (const letter of [...letters, ...received]) await finish(await world.deliver(letter))
      if (!fake) await everybodyComesBack()
      for (let round = 0; round < 3; round += 1) {
        world.passes(200)
        await finish(await world.sweep())
      }
      // The offers that were not accepted end, and their places are offered to the next order.
      if (isNarrow) {
        world.passes(25 * 60)
        await finish(await world.sweep())
      }
      await world.collectLetters()
      for (const letter of [...letters]) await finish(await world.deliver(letter))
    },

    /** The provider's state of a payment, without pausing. */
    lookUp: (ref: string) =>
      providerOf({
        env: { ...settings, DB: env.DB } as typeof settings,
        db: openDb(env.DB),
        origin: settings.APP_ORIGIN,
        now: new Date(now),
      }).lookUp(ref),
  }
  return world
}

/** The providers of two runs use the same payment ids. */
async function forgetPayments(): Promise<void> {
  const tables = ['mails', 'order_history', 'order_refunds', 'payment_events', 'sandbox_refunds']
  const rest = ['sandbox_payments', 'participations', 'orders', 'network_load', 'parades']
  await env.DB.batch([
    ...[...tables, ...rest].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
    env.DB.prepare(`UPDATE guild_settings SET self_cancel = 'refund', self_cancel_days = 0`),
  ])
}

export type World = Awaited<ReturnType<typeof makeWorld>>
