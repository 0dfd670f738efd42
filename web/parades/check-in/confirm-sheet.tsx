import { useState } from 'react'
import { detailOf } from '#web/lib/failure-detail.ts'
import { spokenName } from '#web/parades/participants.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { draftOf } from './list.ts'
import type { ShownRow } from './outbox/acts.ts'
import { PaymentBox } from './payment-box.tsx'
import { CostumeText } from './row.tsx'
import { useAct } from './use-act.ts'
import { useDeafMoment } from './use-deaf-moment.ts'

type CheckInConfirmSheetProps = {
  paradeId: number
  row: ShownRow
  /** Cash is noted here. */
  takesCash: boolean
  onClose: () => void
  onConfirm: () => void
}

export function CheckInConfirmSheet({
  paradeId,
  row,
  takesCash,
  onClose,
  onConfirm,
}: CheckInConfirmSheetProps) {
  const [wasPaid] = useState(row.paid)
  const afterAMoment = useDeafMoment()
  const { act, isPending, failure } = useAct()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={isPending}
      role="alertdialog"
      variant="sheet"
      size="street"
      title="Teilnahme bestätigen?"
      footer={
        <>
          <Button variant="strong" size="street" disabled={isPending} onClick={onClose}>
            Abbrechen
          </Button>
          <Button
            variant="primary"
            size="street"
            disabled={isPending}
            onClick={afterAMoment(onConfirm)}
          >
            OK
          </Button>
        </>
      }
    >
      <div className="rounded-xl bg-muted px-4.5 py-4">
        <p className="font-[680] font-display text-3xl leading-[1.15] tracking-[-0.015em] [overflow-wrap:anywhere]">
          {spokenName(row.memberName)}
        </p>
        <CostumeText row={row} className="mt-1 text-lg" />
      </div>
      {failure && <Failure failure={failure} detail={detailOf(failure)} />}
      {!wasPaid && (
        <PaymentBox
          payed={row.paid}
          priceInCent={row.priceInCent}
          busy={isPending}
          onPay={takesCash ? afterAMoment(() => void act(draftOf(paradeId, row, 'pay'))) : null}
        >
          <p>Du kannst die Teilnahme trotzdem bestätigen.</p>
        </PaymentBox>
      )}
    </Dialog>
  )
}
