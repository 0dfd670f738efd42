// When the enrolment opens by the server's clock, however wrong the phone's is (docs/decisions/public-page.md).

/** The clocks and the request that `watchOpening` uses; tests give their own. */
export type ClockSources = {
  /** The server's time in ms; rejects without a network. */
  ask: () => Promise<number>
  /** ms that only grow; may stand still while the device sleeps. */
  steady: () => number
  /** The device's clock in ms. */
  wall: () => number
  random: () => number
}

const minute = 60_000
/** Each browser asks again at a random moment between five minutes and one minute before the opening. */
const askFrom = 5 * minute
const askUntil = minute
/** If the last answer is younger than this at that moment, the browser does not ask again. */
const freshFor = 10 * minute
/** When the two clocks run apart by more ms than this, the device slept or its clock was set. */
const jump = 2000

type Watched = {
  opensAt: number
  /** Called about once a second: the time that is left, null while the server's time is not known. */
  onTick: (left: number | null) => void
  onOpen: () => void
}

/**
 * Asks for the server's time now, and again before the opening if that was long ago, but not in the minute of
 * the opening. The clock is set to the moment when the answer left the server, so it is never fast and the
 * form never opens early.
 */
export function watchOpening({ opensAt, onTick, onOpen }: Watched, clock: ClockSources) {
  let known: { server: number; steady: number } | null = null
  let seen = { steady: clock.steady(), wall: clock.wall() }
  let isAsking = false
  /** Set when the device slept or its clock was set: the steady clock may have stood still. */
  let isDoubted = false
  let failures = 0
  let notBefore = clock.steady()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const askAgainAt = opensAt - askUntil - clock.random() * (askFrom - askUntil)

  const serverNow = () => known && known.server + clock.steady() - known.steady

  async function ask() {
    isAsking = true
    try {
      const server = await clock.ask()
      known = { server, steady: clock.steady() }
      isDoubted = false
      failures = 0
    } catch {
      failures += 1
    }
    isAsking = false
    // A lost network returns for all phones at once, so each asks after a random pause.
    const pause = Math.min(minute, 5000 * Math.max(1, failures))
    notBefore = clock.steady() + pause * (0.5 + clock.random())
    look()
  }

  function look() {
    clearTimeout(timer)
    if (isStopped) return
    const now = { steady: clock.steady(), wall: clock.wall() }
    isDoubted ||= Math.abs(now.wall - seen.wall - (now.steady - seen.steady)) > jump
    seen = now
    const at = isDoubted ? null : serverNow()
    if (at !== null && at >= opensAt) return onOpen()
    onTick(at === null ? null : opensAt - at)
    const isOld = known !== null && known.server < askAgainAt - freshFor
    const isDue = at === null || (isOld && at >= askAgainAt)
    if (isDue && !isAsking && clock.steady() >= notBefore) void ask()
    timer = setTimeout(look, at === null ? 1000 : pauseUntilNextLook(opensAt - at))
  }

  look()
  return {
    look,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** The ms until a full minute is left, in the last hour a full second; so the last pause ends with the opening. */
function pauseUntilNextLook(left: number): number {
  const step = left > 60 * minute ? minute : 1000
  return left % step || step
}
