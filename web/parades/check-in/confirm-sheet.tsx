import { useState } from 'react'
import { failureDetail } from '#web/lib/failure-detail.ts'
import { spokenName } from '#web/parades/participants.ts'
import { notChanged } from '#web/parades/participations.api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import type { Participant } from './list.ts'
import { PaymentBox } from './payment-box.tsx'
import { CostumeText } from './row.tsx'
import { useDeafMoment } from './use-deaf-moment.ts'
import { type RowActOptions, useRowAct } from './use-row-act.ts'

type CheckInConfirmSheetProps = RowActOptions & {
  row: Participant
  onClose: () => void
  onConfirm: () => void
}

export function CheckInConfirmSheet({
  row,
  onClose,
  onConfirm,
  ...acting
}: CheckInConfirmSheetProps) {
  const [wasPaid] = useState(row.participationFeePayed)
  const afterAMoment = useDeafMoment()
  const { run, isBusy, failure } = useRowAct(row, acting)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={isBusy}
      role="alertdialog"
      variant="sheet"
      size="street"
      title="Teilnahme bestätigen?"
      footer={
        <>
          <Button variant="strong" size="street" disabled={isBusy} onClick={onClose}>
            Abbrechen
          </Button>
          <Button
            variant="primary"
            size="street"
            disabled={isBusy}
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
      {failure && (
        <Failure
          message={notChanged}
          failure={failure}
          detail={failureDetail(failure, notChanged)}
        />
      )}
      {!wasPaid && (
        <PaymentBox
          payed={row.participationFeePayed}
          busy={isBusy}
          onPay={afterAMoment(() => void run('pay'))}
        >
          <p>Du kannst die Teilnahme trotzdem bestätigen.</p>
        </PaymentBox>
      )}
    </Dialog>
  )
}
