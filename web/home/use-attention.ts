import { useEffect, useState } from 'react'
import { loadAttention } from './home.api.ts'

/** How many payments somebody has to look at; 0 until it is known, and when it cannot be asked. */
export function useAttention(mayAsk: boolean): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (!mayAsk) return
    let isCurrent = true
    void loadAttention().then((result) => isCurrent && result.ok && setCount(result.data.count))
    return () => {
      isCurrent = false
    }
  }, [mayAsk])
  return count
}
