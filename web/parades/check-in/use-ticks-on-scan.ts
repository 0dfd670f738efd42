import { useState } from 'react'
import { readStored, removeStored, writeStored } from '#web/lib/storage.ts'

/** Of this device: whether who has paid is ticked off as soon as their code is read. */
const key = 'ticksPaidOnScan'

export function useTicksOnScan() {
  const [isOn, setOn] = useState(() => readStored(key) !== null)
  const toggle = () => {
    if (isOn) removeStored(key)
    else writeStored(key, 'yes')
    setOn(!isOn)
  }
  return { isOn, toggle }
}
