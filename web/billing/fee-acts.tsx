import { BadgeEuro, HeartHandshake } from 'lucide-react'
import { useState } from 'react'
import { useToast } from '#web/components/toast.tsx'
import { Button } from '#web/ui/button.tsx'
import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { FeeGridRow } from './fee-rows.ts'
import { PayDialog } from './pay-dialog.tsx'
import { WaiveDialog } from './waive-dialog.tsx'

type ManyFeeActsProps = {
  rows: readonly FeeGridRow[]
  today: Day
  /** Nobody is ticked any more. */
  clear: () => void
}

/** What is done with the fees that are ticked: with those of them that are open. */
export function ManyFeeActs({ rows, today, clear }: ManyFeeActsProps) {
  const [begun, setBegun] = useState<'pay' | 'waive' | null>(null)
  const toast = useToast()
  const open = rows.flatMap(({ claim }): FeeClaim[] =>
    claim && claim.openInCent > 0 ? [claim] : [],
  )
  const begin = (act: 'pay' | 'waive') =>
    open.length > 0 ? setBegun(act) : toast('Davon ist nichts offen.')
  const dialog = { claims: open, today, onClose: () => setBegun(null), onDone: clear }
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => begin('pay')}>
        <BadgeEuro />
        Als bezahlt eintragen
      </Button>
      <Button variant="ghost" size="sm" onClick={() => begin('waive')}>
        <HeartHandshake />
        Erlassen
      </Button>
      {begun === 'pay' && <PayDialog {...dialog} />}
      {begun === 'waive' && <WaiveDialog {...dialog} />}
    </>
  )
}
