import { useState } from 'react'
import { spokenName } from '#web/parades/participants.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CheckInCashSwitch } from './cash-switch.tsx'
import type { ShownRow } from './outbox/acts.ts'
import { PaymentBox } from './payment-box.tsx'
import { CostumeText } from './row.tsx'
import { useDeafMoment } from './use-deaf-moment.ts'

type CheckInConfirmSheetProps = {
  row: ShownRow
  /** Cash is noted here. */
  takesCash: boolean
  onClose: () => void
  /** @param withCash the fee was paid by hand, in the same act */
  onConfirm: (withCash: boolean) => void
}

export function CheckInConfirmSheet({
  row,
  takesCash,
  onClose,
  onConfirm,
}: CheckInConfirmSheetProps) {
  const afterAMoment = useDeafMoment()
  const [withCash, setWithCash] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      role="alertdialog"
      variant="sheet"
      size="street"
      title="Teilnahme bestätigen?"
      footer={
        <>
          <Button variant="strong" size="street" data-first-focus onClick={onClose}>
            Abbrechen
          </Button>
          <Button
            variant="primary"
            size="street"
            onClick={afterAMoment(() => onConfirm(withCash && !row.paid))}
          >
            OK
          </Button>
        </>
      }
    >
      <ConfirmQuestion row={row} takesCash={takesCash} withCash={withCash} onCash={setWithCash} />
    </Dialog>
  )
}

type ConfirmQuestionProps = {
  row: ShownRow
  takesCash: boolean
  withCash: boolean
  onCash: (withCash: boolean) => void
}

/** Whom it is about, and what they still have to pay. */
export function ConfirmQuestion({ row, takesCash, withCash, onCash }: ConfirmQuestionProps) {
  return (
    <>
      <div className="rounded-xl bg-muted px-4.5 py-4">
        <p className="font-[680] font-display text-3xl leading-[1.15] tracking-[-0.015em] [overflow-wrap:anywhere]">
          {spokenName(row.memberName)}
        </p>
        <CostumeText row={row} className="mt-1 text-lg" />
      </div>
      {!row.paid && (
        <PaymentBox payed={false} priceInCent={row.priceInCent} takesCash={takesCash}>
          <p>Du kannst die Teilnahme trotzdem bestätigen.</p>
          {takesCash && (
            <CheckInCashSwitch priceInCent={row.priceInCent} checked={withCash} onChange={onCash} />
          )}
        </PaymentBox>
      )}
    </>
  )
}
