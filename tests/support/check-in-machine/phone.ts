// A simulated phone: its storage survives everything, its clock may be wrong, its tabs may be killed at any
// moment. Nothing waits in real time: timers run on the simulated clock.

type Timer = { due: number; work: () => void }

/**
 * A paused call to the device's storage: before it runs, or after it ran but before the page gets the
 * result.
 */
type Halted = { go: () => void }

/** One open page, until it is closed, reloaded or killed. */
export type Tab = ReturnType<typeof openTab>

export function openTab(now: () => number) {
  let isDead = false
  let halts: 'before' | 'after' | null = null
  const halted: Halted[] = []
  const timers = new Map<number, Timer>()
  let timerId = 0
  const never = new Promise<never>(() => {})

  /** Runs a storage call; the page may be killed before or after it. */
  async function step<T>(work: () => T | Promise<T>): Promise<T> {
    if (isDead) return never
    const how = halts
    halts = null
    // Later calls queue behind a paused one: the storage executes them in order.
    if (how === 'before' || halted.length > 0) {
      await new Promise<void>((go) => halted.push({ go }))
      if (isDead) return never
    }
    const done = await work()
    if (how === 'after') await new Promise<void>((go) => halted.push({ go }))
    return isDead ? never : done
  }

  return {
    get isDead() {
      return isDead
    },
    /** Wraps a store so that each of its methods runs through `step`. */
    gated<Store extends object>(store: Store): Store {
      return new Proxy(store, {
        get(target, key) {
          const value: unknown = Reflect.get(target, key)
          if (typeof value !== 'function') return value
          return (...args: unknown[]) => step(() => value.apply(target, args))
        },
      })
    },
    /** A promise that never settles once the page is dead. */
    alive<T>(promise: Promise<T>): Promise<T> {
      return promise.then(
        (value) => (isDead ? never : value),
        (why) => (isDead ? never : Promise.reject(why)),
      )
    },
    halts(how: 'before' | 'after') {
      halts = how
    },
    isHalted: () => halted.length > 0,
    resume() {
      halts = null
      for (const { go } of halted.splice(0)) go()
    },
    setTimeout(work: () => void, ms: number): number {
      timerId += 1
      timers.set(timerId, { due: now() + Math.max(0, ms), work })
      return timerId
    },
    clearTimeout(id: number) {
      timers.delete(id)
    },
    /** When the next timer is due. */
    nextTimer(): number {
      return Math.min(...[...timers.values()].map(({ due }) => due))
    },
    /** Runs one timer that is due. */
    runTimer(): boolean {
      for (const [id, { due, work }] of timers) {
        if (due > now()) continue
        timers.delete(id)
        if (!isDead) work()
        return true
      }
      return false
    },
    dies() {
      isDead = true
      timers.clear()
    },
  }
}

/** A lock per device like `navigator.locks`: one holder over all tabs; a dead tab releases it. */
export function openLocks() {
  type Waiting = { tab: Tab; work: () => Promise<unknown>; end: (value: Promise<unknown>) => void }
  let holder: Tab | null = null
  const queue: Waiting[] = []

  function next(): void {
    if (holder && !holder.isDead) return
    holder = null
    const first = queue.shift()
    if (!first) return
    if (first.tab.isDead) {
      next()
      return
    }
    holder = first.tab
    const work = first.work()
    first.end(work)
    const over = () => {
      if (holder !== first.tab) return
      holder = null
      next()
    }
    work.then(over, over)
  }

  return {
    request<T>(tab: Tab, work: () => Promise<T>): Promise<T> {
      return new Promise<T>((end) => {
        queue.push({ tab, work, end: (value) => end(value as Promise<T>) })
        next()
      })
    },
    /** To be called when a tab has died. */
    next,
  }
}
