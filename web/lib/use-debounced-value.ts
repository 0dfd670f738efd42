import { useEffect, useState } from 'react'

const debounceMs = 300

/** The value after 300 ms without a change; null before that. */
export function useDebouncedValue(value: string | null): string | null {
  const [rested, setRested] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
