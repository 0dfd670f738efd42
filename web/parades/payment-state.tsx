import { CircleAlert, CircleCheck } from 'lucide-react'
import { cn } from '#web/lib/cn.ts'

export function PaymentState({ payed, className }: { payed: boolean; className?: string }) {
  const Icon = payed ? CircleCheck : CircleAlert
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 whitespace-nowrap align-middle font-semibold [&>svg]:stroke-[2.5]',
        payed ? 'text-success-soft-foreground' : 'text-warning-soft-foreground',
        className,
      )}
    >
      <Icon />
      {payed ? 'Bezahlt' : 'Nicht bezahlt'}
    </span>
  )
}
