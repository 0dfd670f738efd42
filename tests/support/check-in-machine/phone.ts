// A telephone: what it keeps outlives everything, its clock goes as it likes, and its tabs die at any
// moment. Nothing here waits: time passes when the world says so.

type Timer = { due: number; work: () => void }

/** Something between the page and what the device keeps: not done yet, or done and not told. */
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

  /** Work with the store: the page dies before it, after it, or goes on. */
  async function step<T>(work: () => T | Promise<T>): Promise<T> {
    if (isDead) return never
    const how = halts
    halts = null
    // What stands still is not overtaken: the database does one after the other.
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
    /** The same object; each of its methods is a step of this page. */
    gated<Store extends object>(store: Store): Store {
      return new Proxy(store, {
        get(target, key) {
          const value: unknown = Reflect.get(target, key)
          if (typeof value !== 'function') return value
          return (...args: unknown[]) => step(() => value.apply(target, args))
        },
      })
    },
    /** Of the page alone: of a dead one nothing comes back. */
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
    goesOn() {
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
    /** When the next one is due. */
    nextTimer(): number {
      return Math.min(...[...timers.values()].map(({ due }) => due))
    },
    /** Runs one that is due. */
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

/** One at a time over all tabs of a device, as `navigator.locks` gives them; the lock of a dead tab is free. */
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
    /** A tab has died. */
    next,
  }
}
