import { useRef, useState } from 'react'
import type { Failure, Result } from '#web/lib/result.ts'
import type { MyOrder } from '#worker/enrolment/enrolment.contract.ts'

type On = {
  onDone: (order: MyOrder) => void
  /** A rule said no: what is shown may be outdated. */
  onRefused?: () => void
}

/** One act on an order: sent once however often it is pressed; a success answers the order. */
export function useOrderAct<Body>(
  act: (body: Body) => Promise<Result<MyOrder>>,
  { onDone, onRefused }: On,
) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  // Two taps can come before the button is drawn busy.
  const isRunning = useRef(false)

  async function send(body: Body) {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setFailure(null)
    const result = await act(body)
    isRunning.current = false
    setBusy(false)
    if (result.ok) return onDone(result.data)
    setFailure(result.failure)
    if (result.failure.status === 409) onRefused?.()
  }

  return { send, isBusy, failure }
}
