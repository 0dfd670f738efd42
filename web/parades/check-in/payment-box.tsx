import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { germanEuro } from '#worker/domain/money.ts'

type PaymentBoxProps = {
  payed: boolean
  priceInCent: number
  busy?: boolean
  /** Whether the guild records cash payments. */
  takesCash: boolean
  /** Records cash; left out when cash is recorded together with another act, such as a confirmation. */
  onPay?: () => void
  /** What an open fee leads to, shown below the amount. */
  children?: ReactNode
  /** The actions on a paid fee. */
  whenPaid?: ReactNode
}

/** Whether the fee is paid, with one tap to record cash. */
export function PaymentBox(props: PaymentBoxProps) {
  const { payed, priceInCent, busy = false, takesCash, onPay, children, whenPaid } = props
  if (payed) {
    return (
      <Alert tone="ok" title="Bezahlt">
        {priceInCent === 0 && <p>Die Teilnahme kostet nichts.</p>}
        {whenPaid}
      </Alert>
    )
  }
  return (
    <Alert tone="warn" icon={CircleAlert} title="Nicht bezahlt">
      <p className="text-lg">
        Zu zahlen: <b className="whitespace-nowrap tabular-nums">{germanEuro(priceInCent)}</b>
      </p>
      {children}
      {!takesCash && <p>Bargeld wird hier nicht vermerkt.</p>}
      {takesCash && onPay && (
        <Button
          variant="secondary"
          size="street"
          block
          busy={busy}
          onClick={onPay}
          className="mt-3"
        >
          Bar bezahlt
        </Button>
      )}
    </Alert>
  )
}
