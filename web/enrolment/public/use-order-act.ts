import { useRef, useState } from 'react'
import { askServer, postOf } from '#web/lib/ask-server.ts'
import type { Failure } from '#web/lib/result.ts'
import type { MyOrder } from '#worker/enrolment/enrolment.contract.ts'

/** One act on an order: sent once however often it is pressed; a success answers the order. */
export function useOrderAct(path: string, onDone: (order: MyOrder) => void) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  // Two taps can come before the button is drawn busy.
  const isRunning = useRef(false)

  async function send(body: unknown) {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setFailure(null)
    const result = await askServer<MyOrder>(path, postOf(body))
    isRunning.current = false
    setBusy(false)
    if (result.ok) onDone(result.data)
    else setFailure(result.failure)
  }

  return { send, isBusy, failure }
}
