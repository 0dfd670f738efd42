import { useEffect, useState } from 'react'

const debounceMs = 300

/** The value once it has not changed for 300 ms; null until then. */
export function useDebouncedValue(value: string | null): string | null {
  const [rested, setRested] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
