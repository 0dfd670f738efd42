import { useRef, useState } from 'react'
import { changeMyPlace, type PlaceAct } from '#web/enrolment/enrolment.api.ts'
import type { Failure } from '#web/lib/result.ts'
import type { MyOrder, MyPlace } from '#worker/enrolment/enrolment.contract.ts'

type Of = { token: string; place: MyPlace; onDone: (order: MyOrder) => void }

/** One act on a place: sent once however often it is pressed; a success answers the order. */
export function usePlaceAct({ token, place, onDone }: Of, act: PlaceAct) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  // Two taps can come before the button is drawn busy.
  const isRunning = useRef(false)

  async function send(body: unknown) {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setFailure(null)
    const result = await changeMyPlace(token, place.id, act, body)
    isRunning.current = false
    setBusy(false)
    if (result.ok) onDone(result.data)
    else setFailure(result.failure)
  }

  return { send, isBusy, failure }
}
