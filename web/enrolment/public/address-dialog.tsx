import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { changeMyAddress } from '#web/enrolment/enrolment.api.ts'
import { noEmailAddress } from '#web/enrolment/missing.ts'
import { failureDetail } from '#web/lib/failure-detail.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { NativeDialog } from '#web/ui/native-dialog.tsx'
import { isEmailAddress } from '#worker/domain/text.ts'
import type { MyOrder } from '#worker/enrolment/enrolment.contract.ts'
import { EmailField } from './person-fields.tsx'
import { useOrderAct } from './use-order-act.ts'

type Props = {
  order: MyOrder
  token: string
  onClose: () => void
  onDone: (order: MyOrder) => void
  onRefused: () => void
}

/** The payer corrects the e-mail address of the order. A chunk of its own: few need it. */
export function ChangeAddressDialog({ order, token, onClose, ...on }: Props) {
  const formId = useId()
  const [address, setAddress] = useState('')
  const [isWrong, setWrong] = useState(false)
  const act = (typed: string) => changeMyAddress(token, typed)
  const { send, isBusy, failure } = useOrderAct(act, on)
  const refused = failure?.error?.fields?.emailAddress
  const problem = isWrong ? noEmailAddress : refused
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem) formRef.current?.querySelector('input')?.focus()
  }, [problem])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isNone = !isEmailAddress(address.trim())
    setWrong(isNone)
    if (!isNone) void send(address)
  }
  const detail = failure && failureDetail(failure, '')
  return (
    <NativeDialog
      title="E-Mail Adresse ändern"
      description={
        order.mail === null
          ? `Bisher ${order.emailAddress}. Die Bestätigung geht dann an die neue Adresse.`
          : `Bisher ${order.emailAddress}. Die Bestätigung geht noch einmal an die neue Adresse.`
      }
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
      {failure && !refused && (
        <Alert tone="error" title="Die E-Mail Adresse konnte nicht geändert werden">
          {detail && <p>{detail}</p>}
        </Alert>
      )}
      <form ref={formRef} id={formId} noValidate onSubmit={submit}>
        <EmailField
          value={address}
          problem={problem}
          onType={(typed) => {
            setAddress(typed)
            setWrong(false)
          }}
        />
      </form>
    </NativeDialog>
  )
}
