/**
 * The network of an IP address: for IPv4 the address itself, for IPv6 its first 64 bits, since one household has all
 * addresses of a /64.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length
  const all = [...groups, ...Array.from({ length: Math.max(zeros, 0) }, () => '0'), ...after]
  const prefix = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${prefix.join(':')}::/64`
}

/** The /48 around an IPv6 /64 network, which a provider gives to one customer. null for IPv4. */
export function wideNetworkOf(network: string): string | null {
  if (!network.endsWith('::/64')) return null
  return `${network.split(':').slice(0, 3).join(':')}::/48`
}

/** Places requested in a slot of ten minutes: docs/rules.md, "Fairness". */
export type SlotLoad = {
  /** The instant at which the slot begins. */
  slot: string
  /** The number of places that are held unpaid, have expired, or are free of charge. */
  unpaid: number
  paid: number
}

const minute = 60_000
const slotInMs = 10 * minute
/** How long an order counts after the end of its slot. */
const windowInMs = 60 * minute

/** The slot of an instant: "2027-01-16T12:00:00.000Z" at 12:07. */
export function slotOf(instant: Date): string {
  return new Date(Math.floor(instant.getTime() / slotInMs) * slotInMs).toISOString()
}

/** The oldest slot that counts. At most seven slots count. */
export function oldestSlot(now: Date): string {
  return slotOf(new Date(now.getTime() - windowInMs))
}

/** The network is deleted from orders that were made up to this instant. */
export function networksDeletedUntil(now: Date): Date {
  return new Date(now.getTime() - windowInMs)
}

/** Unpaid, expired and free places less the paid ones; negative when most have paid. */
export function unpaidLessPaid(slots: readonly SlotLoad[]): number {
  return slots.reduce((sum, { unpaid, paid }) => sum + unpaid - paid, 0)
}

/** The load without the places of an unpaid order that the request replaces. */
export function withoutPlaces(
  slots: readonly SlotLoad[],
  given: { createdAt: string; placeCount: number },
): SlotLoad[] {
  const slot = slotOf(new Date(given.createdAt))
  return slots.map((one) =>
    one.slot === slot ? { ...one, unpaid: one.unpaid - given.placeCount } : one,
  )
}

/** A value for the requesting network, for the wider IPv6 network around it, and for all networks together. */
export type Loads<T = readonly SlotLoad[]> = { network: T; wide: T; all: T }

/** Length of the network's part of a key; the rest is the key of the wider network. */
export const networkKeyLength = 16
const allKey = 'all'

/**
 * The keys under which an order's places are counted; none for the key null, which requests in local development have.
 */
export function loadKeys(networkKey: string | null): Partial<Loads<string>> {
  if (networkKey === null) return {}
  const wide = networkKey.slice(networkKeyLength)
  return {
    network: networkKey.slice(0, networkKeyLength),
    ...(wide && { wide }),
    all: allKey,
  }
}

export function loadsOf(
  networkKey: string | null,
  rows: readonly (SlotLoad & { networkKey: string })[],
): Loads {
  const keys = loadKeys(networkKey)
  const of = (key: string | undefined) => rows.filter((row) => row.networkKey === key)
  return { network: of(keys.network), wide: of(keys.wide), all: of(keys.all) }
}

/**
 * The unpaid places of all networks together. Paid places are not subtracted here: many of them would hide a few
 * networks that never pay.
 */
export function unpaidOf(slots: readonly SlotLoad[]): number {
  return slots.reduce((sum, { unpaid }) => sum + unpaid, 0)
}

type LoadStep =
  | {
      do: 'hold'
      /** How long the places are held; null: as long as a payment may take. */
      minutes: number | null
      /** Whether the request must contain a solved challenge. */
      isChallenged: boolean
      /** The largest loads before this request at which the step applies. */
      upTo: Loads<number>
    }
  | { do: 'refuse'; retryAfterInSeconds: number }

/** Unpaid places in all, up to which places are held for as long as a payment may take. */
const maxUnpaidForLongHold = 60
const shortHoldInMinutes = 5
/**
 * Unpaid places of one network beyond which requests are rejected: far more than a crowd in one
 * hall has open at once.
 */
const maxUnpaidPerNetwork = 4000

/**
 * How the next places are held, depending on the load before them.
 * @param loads the slots that count at `now`, in any order
 */
export function stepOfLoad(
  loads: Loads,
  { places, isFree }: { places: number; isFree: boolean },
  now: Date,
): LoadStep {
  const full = [loads.network, loads.wide].filter(
    (slots) => unpaidLessPaid(slots) > maxUnpaidPerNetwork,
  )
  if (full.length > 0) {
    const waits = full.map((slots) => secondsUntilWithinLimit(slots, now))
    return { do: 'refuse', retryAfterInSeconds: Math.max(...waits) }
  }
  const all = unpaidOf(loads.all)
  const ofNetwork = { network: maxUnpaidPerNetwork, wide: maxUnpaidPerNetwork }
  const step = (minutes: number | null, isChallenged: boolean, most: number): LoadStep => ({
    do: 'hold',
    minutes,
    isChallenged,
    upTo: { ...ofNetwork, all: most },
  })
  if (all + places <= maxUnpaidForLongHold) return step(null, false, maxUnpaidForLongHold - places)
  // Places without a price are booked at once: no hold can expire, so the next step, a challenge, applies.
  if (all <= maxUnpaidForLongHold && !isFree)
    return step(shortHoldInMinutes, false, maxUnpaidForLongHold)
  return step(shortHoldInMinutes, true, Number.MAX_SAFE_INTEGER)
}

/** Seconds until so many slots have expired that the rest is within `maxUnpaidPerNetwork`. */
function secondsUntilWithinLimit(slots: readonly SlotLoad[], now: Date): number {
  const left = slots.toSorted((a, b) => a.slot.localeCompare(b.slot))
  let end = now.getTime()
  while (unpaidLessPaid(left) > maxUnpaidPerNetwork) {
    const oldest = left.shift()
    end = Date.parse(oldest?.slot ?? '') + slotInMs + windowInMs
  }
  return Math.max(1, Math.ceil((end - now.getTime()) / 1000))
}
