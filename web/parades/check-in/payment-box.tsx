import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

type PaymentBoxProps = {
  payed: boolean
  busy: boolean
  onPay: () => void
  /** What not having paid means here. */
  children?: ReactNode
  /** What can be done once it is paid. */
  whenPaid?: ReactNode
}

/** Whether the fee is paid, and the one tap that notes the cash. */
export function PaymentBox({ payed, busy, onPay, children, whenPaid }: PaymentBoxProps) {
  if (payed) {
    return (
      <Alert tone="ok" title="Bezahlt">
        {whenPaid}
      </Alert>
    )
  }
  return (
    <Alert tone="warn" icon={CircleAlert} title="Nicht bezahlt">
      {children}
      <Button variant="secondary" size="street" block busy={busy} onClick={onPay} className="mt-3">
        Bar bezahlt
      </Button>
    </Alert>
  )
}
