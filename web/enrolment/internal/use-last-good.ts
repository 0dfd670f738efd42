import { useState } from 'react'
import type { Loaded } from '#web/lib/use-loaded.ts'

/** In the stall the connection comes and goes: what came once stays when the next try fails. */
export function useLastGood<T>(loaded: Loaded<T>): Loaded<T> {
  const [good, setGood] = useState(loaded.result)
  if (loaded.result?.ok && loaded.result !== good) setGood(loaded.result)
  return good?.ok && !loaded.result?.ok ? { ...loaded, result: good } : loaded
}
