/** What a network has asked for in ten minutes, in places: docs/rules.md, "Fairness". */
export type SlotLoad = {
  /** The instant its ten minutes begin. */
  slot: string
  /** Held unpaid, lapsed, or for nothing. */
  unpaid: number
  paid: number
}

const minute = 60_000
const slotInMs = 10 * minute
/** So long an order counts, and to the end of its ten minutes. */
const windowInMs = 60 * minute

/** The ten minutes of an order's creation, "2027-01-16T12:00:00.000Z" at 12:07. */
export function slotOf(instant: Date): string {
  return new Date(Math.floor(instant.getTime() / slotInMs) * slotInMs).toISOString()
}

/** The oldest slot that counts: with it, at most seven do. */
export function oldestSlot(now: Date): string {
  return slotOf(new Date(now.getTime() - windowInMs))
}

/** Orders of this instant and before have come from no network any more. */
export function networksForgottenUntil(now: Date): Date {
  return new Date(now.getTime() - windowInMs)
}

/** Places unpaid, lapsed or free, less the paid ones: below nothing where most have paid. */
export function loadOf(slots: readonly SlotLoad[]): number {
  return slots.reduce((sum, { unpaid, paid }) => sum + unpaid - paid, 0)
}

/** Left out: places of an unpaid order that the request gives up. */
export function withoutPlaces(
  slots: readonly SlotLoad[],
  given: { createdAt: string; placeCount: number },
): SlotLoad[] {
  const slot = slotOf(new Date(given.createdAt))
  return slots.map((one) =>
    one.slot === slot ? { ...one, unpaid: one.unpaid - given.placeCount } : one,
  )
}

export type LoadStep =
  | {
      do: 'hold'
      /** null = as long as the payment may take. */
      minutes: number | null
      /** Whether a person has to show to be one, where that is set up. */
      isChallenged: boolean
      /** The largest load at which this step is right. */
      upTo: number
    }
  | { do: 'refuse'; retryAfterInSeconds: number }

/** The last step's `upTo` is what a network may hold before it is refused. */
const steps = [
  { do: 'hold', upTo: 200, minutes: null, isChallenged: false },
  { do: 'hold', upTo: 400, minutes: 10, isChallenged: true },
  { do: 'hold', upTo: 1000, minutes: 5, isChallenged: true },
] as const satisfies LoadStep[]

const most = 1000

/**
 * How long a network's next places are held, by its load before them.
 * @param slots those that count at `now`, in any order
 */
export function stepOfLoad(slots: readonly SlotLoad[], now: Date): LoadStep {
  const load = loadOf(slots)
  const step = steps.find(({ upTo }) => load <= upTo)
  return step ?? { do: 'refuse', retryAfterInSeconds: secondsUntilLess(slots, now) }
}

/** Until so many slots no longer count that the rest is within bounds, when nobody pays meanwhile. */
function secondsUntilLess(slots: readonly SlotLoad[], now: Date): number {
  const left = slots.toSorted((a, b) => a.slot.localeCompare(b.slot))
  let end = now.getTime()
  while (loadOf(left) > most) {
    const oldest = left.shift()
    end = Date.parse(oldest?.slot ?? '') + slotInMs + windowInMs
  }
  return Math.max(1, Math.ceil((end - now.getTime()) / 1000))
}
