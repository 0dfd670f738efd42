import { useEffect, useRef, useState } from 'react'
import type { Failure } from '#web/lib/result.ts'
import type { EnrolBody } from '#worker/enrolment/enrolment.contract.ts'
import { enrol } from './enrolment.api.ts'
import { onReturn } from './on-return.ts'

/** Sends the enrolment and leaves for the payment; until it has failed nothing is sent again. */
export function useEnrol(onFailure: (failure: Failure, body: EnrolBody) => void) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  // Two taps can come before the button is drawn busy.
  const isRunning = useRef(false)
  useEffect(() => {
    return onReturn(() => {
      isRunning.current = false
      setBusy(false)
    })
  }, [])

  async function send(body: EnrolBody) {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setFailure(null)
    const failure = await enrolAndLeave(body)
    if (!failure) return
    isRunning.current = false
    setBusy(false)
    setFailure(failure)
    onFailure(failure, body)
  }

  return { send, isBusy, failure, forget: () => setFailure(null) }
}

/** Spec §4 and §8: not successful, or without an address to go to, is a failure. */
async function enrolAndLeave(body: EnrolBody): Promise<Failure | null> {
  const result = await enrol(body)
  if (!result.ok) return result.failure
  if (result.data?.enrolSuccessful !== true || !result.data.redirectUrl) {
    return { type: 'UnknownError' }
  }
  window.location.assign(result.data.redirectUrl)
  return null
}
