import type { SepaRun } from '#worker/billing/billing.contract.ts'

// The expected effect of acts on the fee accounts, written from docs/rules.md ("Beitragskonto") and not from
// the code: each accepted act adds entries, and the balance is the sum of those that stand.

type Kind = 'collected' | 'paid' | 'waived' | 'returned' | 'refunded' | 'charged' | 'corrected'

/** The sign with which an entry of a kind changes the open amount. */
const sign: Record<Kind, 1 | -1> = {
  collected: -1,
  paid: -1,
  waived: -1,
  returned: 1,
  refunded: 1,
  charged: 1,
  corrected: 1,
}

type Entry = { claimId: number; kind: Kind; cents: number; stands: boolean; debit?: Debit }

/** The part of a debit that pays for one claim. */
export type Part = { claimId: number; payerId: number; cents: number }

type Debit = {
  parts: readonly Part[]
  /** It was returned, and the return was not undone. */
  isBack: boolean
  entries: Entry[]
}

export type ModelClaim = {
  id: number
  year: number
  payerId: number
  cents: number
  hasMandate: boolean
}

type ModelRun = { id: number; year: number; isVoid: boolean; isCredited: boolean; debits: Debit[] }

export type Asked = {
  claimId: number
  kind: Exclude<Kind, 'collected'>
  amountInCent: number
  bankChargeInCent?: number
  passOnCharge?: boolean
}

export function newModel() {
  const claims = new Map<number, ModelClaim>()
  const runs: ModelRun[] = []
  const entries: Entry[] = []
  /** The entry of each booking of the server. */
  const byBooking = new Map<number, Entry>()

  const openOf = (claimId: number) =>
    entries
      .filter((entry) => entry.claimId === claimId && entry.stands)
      .reduce((sum, { kind, cents }) => sum + sign[kind] * cents, claims.get(claimId)?.cents ?? 0)

  const add = (entry: Omit<Entry, 'stands'>): Entry => {
    const whole = { ...entry, stands: true }
    entries.push(whole)
    return whole
  }

  const partsOf = (claimId: number) =>
    runs
      .filter(({ isVoid }) => !isVoid)
      .flatMap(({ debits }) => debits)
      .filter(({ parts }) => parts.some((part) => part.claimId === claimId))

  /** A claim that was collected once is collected again only if it is named. */
  const wanted = (year: number, named: ReadonlySet<number>) =>
    [...claims.values()].filter(
      (claim) =>
        claim.year === year &&
        claim.hasMandate &&
        openOf(claim.id) > 0 &&
        (partsOf(claim.id).length === 0 || named.has(claim.id)),
    )

  return {
    claims,
    runs,
    openOf,
    wanted,
    /** The newest debit of a claim that has not been returned. */
    debitOf: (claimId: number) => partsOf(claimId).findLast(({ isBack }) => !isBack),
    wasCollected: (claimId: number) => partsOf(claimId).length > 0,
    entryOf: (bookingId: number) => byBooking.get(bookingId),

    /** What a run would collect now. */
    collection(year: number, named: ReadonlySet<number>): Part[] {
      return wanted(year, named).map(({ id, payerId }) => ({
        claimId: id,
        payerId,
        cents: openOf(id),
      }))
    },

    noteRun({ id, year }: SepaRun, collected: readonly Part[]) {
      const debits = [...Map.groupBy(collected, ({ payerId }) => payerId).values()].map(
        (family) => {
          const debit: Debit = { parts: family, isBack: false, entries: [] }
          debit.entries = family.map(({ claimId, cents }) =>
            add({ claimId, cents, kind: 'collected', debit }),
          )
          return debit
        },
      )
      runs.push({ id, year, isVoid: false, isCredited: false, debits })
    },

    isFinal: (run: ModelRun) =>
      run.isVoid || run.isCredited || run.debits.some(({ isBack }) => isBack),

    voidRun(run: ModelRun) {
      run.isVoid = true
      for (const entry of run.debits.flatMap((debit) => debit.entries)) entry.stands = false
    },

    /** Adds an accepted request; `ids` are those of the bookings that the server wrote, in their order. */
    book(asked: readonly Asked[], ids: readonly number[]) {
      const written: Entry[] = []
      const back = new Set<Debit>()
      for (const { claimId, kind, amountInCent, bankChargeInCent = 0, passOnCharge } of asked) {
        if (kind !== 'returned') {
          written.push(add({ claimId, kind, cents: amountInCent }))
          continue
        }
        const named = [...back].find(({ parts }) => parts.some((part) => part.claimId === claimId))
        const debit = named ?? this.debitOf(claimId)
        if (!debit) throw new Error(`${claimId} has no debit that could come back`)
        if (named) continue
        back.add(debit)
        debit.isBack = true
        const parts = debit.parts.toSorted((a, b) => a.claimId - b.claimId)
        for (const [index, { claimId, cents }] of parts.entries()) {
          const part = { claimId, cents }
          written.push(add({ ...part, kind: 'returned', debit }))
          if (index > 0 || !passOnCharge) continue
          written.push(
            add({ claimId: part.claimId, kind: 'charged', cents: bankChargeInCent, debit }),
          )
        }
      }
      if (written.length !== ids.length) {
        throw new Error(`${ids.length} lines for ${written.length} that were meant`)
      }
      for (const [index, id] of ids.entries()) byBooking.set(id, written[index] as Entry)
    },

    undo(bookingId: number) {
      const entry = byBooking.get(bookingId)
      if (!entry?.stands) throw new Error(`${bookingId} could be taken back twice`)
      entry.stands = false
      const { debit } = entry
      if (entry.kind !== 'returned' || !debit) return
      debit.isBack = false
      for (const other of entries) {
        const isOfReturn = other.kind === 'returned' || other.kind === 'charged'
        if (other.debit === debit && isOfReturn) other.stands = false
      }
    },

    /** The open total, computed from the sums of each kind. */
    sums() {
      const of = (kind: Kind) =>
        entries
          .filter((entry) => entry.kind === kind && entry.stands)
          .reduce((sum, { cents }) => sum + cents, 0)
      const claimed = [...claims.values()].reduce((sum, { cents }) => sum + cents, 0)
      return (
        claimed +
        of('corrected') +
        of('charged') -
        of('collected') +
        of('returned') -
        of('paid') +
        of('refunded') -
        of('waived')
      )
    },
  }
}

export type Model = ReturnType<typeof newModel>

/** The sums of a run as the server returns them. */
export function sumsOf(parts: readonly Part[]) {
  return {
    count: parts.length,
    debitCount: new Set(parts.map(({ payerId }) => payerId)).size,
    sumInCent: parts.reduce((sum, { cents }) => sum + cents, 0),
  }
}
