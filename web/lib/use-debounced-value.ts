import { useEffect, useState } from 'react'

/** Until typing has come to a rest. */
const debounceMs = 300

/** The value once it has not changed for a moment; null before that. */
export function useDebouncedValue(value: string | null): string | null {
  const [rested, setRested] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
