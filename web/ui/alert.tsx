import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cn } from '#web/lib/cn.ts'

const tones = {
  info: { icon: Info, look: 'bg-secondary-soft text-secondary-soft-foreground' },
  error: { icon: CircleAlert, look: 'bg-destructive-soft text-destructive-soft-foreground' },
  warn: { icon: TriangleAlert, look: 'bg-warning-soft text-warning-soft-foreground' },
  ok: { icon: CircleCheck, look: 'bg-success-soft text-success-soft-foreground' },
}

type AlertProps = {
  tone: keyof typeof tones
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  icon?: LucideIcon
  /** True moves the focus to the alert when it appears, so that screen readers read the text. */
  focusOnMount?: boolean
  className?: string
}

export function Alert({ tone, title, action, focusOnMount, ...rest }: AlertProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focusOnMount) ref.current?.focus()
  }, [focusOnMount])
  const Icon = rest.icon ?? tones[tone].icon
  return (
    <div
      ref={ref}
      data-slot="alert"
      role={tone === 'error' ? 'alert' : undefined}
      tabIndex={focusOnMount ? -1 : undefined}
      className={cn(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg border border-transparent px-4 py-3.5',
        tones[tone].look,
        rest.className,
      )}
    >
      <Icon className="mt-0.5 size-5" />
      <div className="min-w-0 flex-[1_1_12rem]">
        {title && <strong className="block font-bold">{title}</strong>}
        {rest.children}
      </div>
      {action && <div className="-my-1 -me-1 ms-auto flex-none">{action}</div>}
    </div>
  )
}
