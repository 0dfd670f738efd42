/**
 * Whose network an address belongs to: an IPv4 address itself, of an IPv6 address the first 64 bits
 * (one home line holds all the rest, so counting single addresses would count nothing).
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

/** The first 48 bits of such an IPv6 network: what a provider gives to one customer. Null for IPv4. */
export function wideNetworkOf(network: string): string | null {
  if (!network.endsWith('::/64')) return null
  return `${network.split(':').slice(0, 3).join(':')}::/48`
}

/** What was asked for in ten minutes, in places: docs/rules.md, "Fairness". */
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

/** Who is counted: the network that asks, the wider one around it (IPv6 alone), and all together. */
export type Loads<T = readonly SlotLoad[]> = { network: T; wide: T; all: T }

/** Of a key of a network: the rest is that of the wider one. */
export const networkKeyLength = 16
const allKey = 'all'

/** Under which keys the places of an order are counted; null = of one's own machine, which is not counted. */
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

/** Unpaid places alone: where all networks are counted together, many who pay would hide a few who never do. */
export function unpaidOf(slots: readonly SlotLoad[]): number {
  return slots.reduce((sum, { unpaid }) => sum + unpaid, 0)
}

type LoadStep =
  | {
      do: 'hold'
      /** null = as long as the payment may take. */
      minutes: number | null
      /** Whether the request has to come with a challenge that was solved. */
      isChallenged: boolean
      /** The largest loads before it at which this step is right. */
      upTo: Loads<number>
    }
  | { do: 'refuse'; retryAfterInSeconds: number }

/** Unpaid places of all, up to which they are held for as long as a payment may take. */
const mostHeldLong = 60
const shortHoldInMinutes = 5
/** Unpaid places of one network beyond which it is refused: far more than a full hall has open at once. */
const mostOfNetwork = 4000

/**
 * How the next places are held, by the load before them.
 * @param loads the slots that count at `now`, in any order
 */
export function stepOfLoad(
  loads: Loads,
  { places, isFree }: { places: number; isFree: boolean },
  now: Date,
): LoadStep {
  const full = [loads.network, loads.wide].filter((slots) => loadOf(slots) > mostOfNetwork)
  if (full.length > 0) {
    const waits = full.map((slots) => secondsUntilLess(slots, now))
    return { do: 'refuse', retryAfterInSeconds: Math.max(...waits) }
  }
  const all = unpaidOf(loads.all)
  const ofNetwork = { network: mostOfNetwork, wide: mostOfNetwork }
  const step = (minutes: number | null, isChallenged: boolean, most: number): LoadStep => ({
    do: 'hold',
    minutes,
    isChallenged,
    upTo: { ...ofNetwork, all: most },
  })
  if (all + places <= mostHeldLong) return step(null, false, mostHeldLong - places)
  // What costs nothing is booked for good: no hold can be made shorter.
  if (all <= mostHeldLong && !isFree) return step(shortHoldInMinutes, false, mostHeldLong)
  return step(shortHoldInMinutes, true, Number.MAX_SAFE_INTEGER)
}

/** Seconds until enough slots no longer count, if none of their orders is paid meanwhile. */
function secondsUntilLess(slots: readonly SlotLoad[], now: Date): number {
  const left = slots.toSorted((a, b) => a.slot.localeCompare(b.slot))
  let end = now.getTime()
  while (loadOf(left) > mostOfNetwork) {
    const oldest = left.shift()
    end = Date.parse(oldest?.slot ?? '') + slotInMs + windowInMs
  }
  return Math.max(1, Math.ceil((end - now.getTime()) / 1000))
}
