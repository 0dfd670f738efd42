import { useState } from 'react'
import { changeMyAddress } from '#web/enrolment/enrolment.api.ts'
import { noEmailAddress } from '#web/enrolment/missing.ts'
import { isEmailAddress } from '#worker/domain/text.ts'
import type { MyOrder } from '#worker/enrolment/enrolment.contract.ts'
import { OrderFormDialog, useOrderAct } from './order-form-dialog.tsx'
import { EmailField } from './person-fields.tsx'

type Props = {
  order: MyOrder
  token: string
  onClose: () => void
  onDone: (order: MyOrder) => void
  onRefused: () => void
}

/** Corrects the e-mail address of an order. Loaded on demand, because few payers need it. */
export function ChangeAddressDialog({ order, token, onClose, ...on }: Props) {
  const [address, setAddress] = useState('')
  const [isWrong, setWrong] = useState(false)
  const act = (typed: string) => changeMyAddress(token, typed)
  const { send, isBusy, failure } = useOrderAct(act, on)
  const refused = failure?.error?.fields?.emailAddress
  const problem = isWrong ? noEmailAddress : refused
  const submit = () => {
    const isNone = !isEmailAddress(address.trim())
    setWrong(isNone)
    if (!isNone) void send(address)
  }
  const again = order.mail === null ? 'dann' : 'noch einmal'
  return (
    <OrderFormDialog
      title="E-Mail Adresse ändern"
      description={`Bisher ${order.emailAddress}. Die Bestätigung geht ${again} an die neue Adresse.`}
      isBusy={isBusy}
      failed={
        failure && !refused
          ? { title: 'Die E-Mail Adresse konnte nicht geändert werden', failure }
          : null
      }
      fault={problem}
      onClose={onClose}
      onSubmit={submit}
    >
      <EmailField
        value={address}
        problem={problem}
        onType={(typed) => {
          setAddress(typed)
          setWrong(false)
        }}
      />
    </OrderFormDialog>
  )
}
