import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Failure, Result } from '#web/lib/result.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import type { MyOrder } from '#worker/enrolment/enrolment.contract.ts'
import { NativeDialog } from './native-dialog.tsx'

type OrderFormDialogProps = {
  title: string
  description: string
  isBusy: boolean
  /** Shown above the fields; null when a field shows the error. */
  failed: { title: string; failure: Failure } | null
  /** A new truthy value focuses the first invalid field. */
  fault: unknown
  className?: string
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a few fields of an order that its payer changes. */
export function OrderFormDialog({ failed, fault, isBusy, onClose, ...rest }: OrderFormDialogProps) {
  const formId = useId()
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (fault) formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [fault])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rest.onSubmit()
  }
  return (
    <NativeDialog
      title={rest.title}
      description={rest.description}
      busy={isBusy}
      onClose={onClose}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy}>
            Speichern
          </Button>
        </>
      }
    >
      {failed && <ActFailure {...failed} />}
      <form ref={formRef} id={formId} noValidate onSubmit={submit} className={rest.className}>
        {rest.children}
      </form>
    </NativeDialog>
  )
}

export function ActFailure({ title, failure }: { title: string; failure: Failure }) {
  const detail = failureDetail(failure, title)
  return (
    <Alert tone="error" title={title}>
      {detail && <p>{detail}</p>}
    </Alert>
  )
}

type On = {
  onDone: (order: MyOrder) => void
  /** Called when a rule rejected the change: the order shown may be outdated. */
  onRefused?: () => void
}

/** One change of an order, sent once however often the button is pressed; success returns the order. */
export function useOrderAct<Body>(
  act: (body: Body) => Promise<Result<MyOrder>>,
  { onDone, onRefused }: On,
) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  // A second tap may arrive before the disabled button is rendered.
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
