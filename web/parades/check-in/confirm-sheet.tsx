import { useState } from 'react'
import { CashSwitch } from '#web/components/cash-switch.tsx'
import { spokenName } from '#web/parades/participant-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { sumOfPrices } from '#worker/domain/money.ts'
import { type ConfirmOptions, noOptions } from './list.ts'
import type { ShownRow } from './outbox/acts.ts'
import { PaymentBox } from './payment-box.tsx'
import { CostumeText } from './row.tsx'
import { useDoubleTapGuard } from './use-act.ts'

type CheckInConfirmSheetProps = {
  row: ShownRow
  family: readonly ShownRow[]
  /** Whether the guild records cash payments. */
  takesCash: boolean
  onClose: () => void
  onConfirm: (choice: ConfirmOptions) => void
}

export function CheckInConfirmSheet(props: CheckInConfirmSheetProps) {
  const { onClose, onConfirm, ...about } = props
  const afterAMoment = useDoubleTapGuard()
  const [choice, setChoice] = useState(noOptions)
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
          <Button variant="primary" size="street" onClick={afterAMoment(() => onConfirm(choice))}>
            OK
          </Button>
        </>
      }
    >
      <ConfirmQuestion {...about} choice={choice} onChoice={setChoice} />
    </Dialog>
  )
}

type ConfirmQuestionProps = {
  row: ShownRow
  /** The other unconfirmed people of the same order. */
  family: readonly ShownRow[]
  takesCash: boolean
  choice: ConfirmOptions
  onChoice: (choice: ConfirmOptions) => void
}

/** The person and the open fee. */
export function ConfirmQuestion(props: ConfirmQuestionProps) {
  const { row, family, takesCash, choice, onChoice } = props
  const unpaid = [row, ...(choice.withFamily ? family : [])].filter(({ paid }) => !paid)
  const price = sumOfPrices(unpaid)
  return (
    <>
      <div className="rounded-xl bg-muted px-4.5 py-4">
        <p className="font-[680] font-display text-3xl leading-[1.15] tracking-[-0.015em] [overflow-wrap:anywhere]">
          {spokenName(row.memberName)}
        </p>
        <CostumeText row={row} className="mt-1 text-lg" />
      </div>
      {family.length > 0 && (
        <div>
          <Switch
            size="street"
            labelClassName="flex! min-h-14! flex-row-reverse justify-between gap-4! font-semibold max-md:min-h-14!"
            checked={choice.withFamily}
            onChange={(event) => onChoice({ ...choice, withFamily: event.target.checked })}
          >
            {`Alle ${family.length + 1} der Familie`}
          </Switch>
          <ul className="text-muted-foreground">
            {family.map((one) => (
              <li key={one.id} className="flex flex-wrap gap-x-2 [overflow-wrap:anywhere]">
                {spokenName(one.memberName)}, <CostumeText row={one} />
                {!one.paid && ' (nicht bezahlt)'}
              </li>
            ))}
          </ul>
        </div>
      )}
      {unpaid.length > 0 && (
        <PaymentBox payed={false} priceInCent={price} takesCash={takesCash}>
          <p>Du kannst die Teilnahme trotzdem bestätigen.</p>
          {takesCash && (
            <CashSwitch
              priceInCent={price}
              checked={choice.withCash}
              onChange={(withCash) => onChoice({ ...choice, withCash })}
            />
          )}
        </PaymentBox>
      )}
    </>
  )
}
