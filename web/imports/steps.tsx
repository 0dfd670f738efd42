import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'

const names = ['Datei', 'Spalten zuordnen', 'Prüfen', 'Übernehmen'] as const

type StepsProps = {
  /** The current step, from 1; a number beyond the last step shows all steps as done. */
  at: number
  /** An archive has no step for columns. */
  isArchive?: boolean
}

export function Steps({ at, isArchive = false }: StepsProps) {
  return (
    <ol aria-label="Schritte" className="mb-6 flex flex-wrap gap-x-4 gap-y-2 print:hidden">
      {names.map((name, index) => {
        if (isArchive && index === 1) return null
        const isDone = index + 1 < at
        const isNow = index + 1 === at
        return (
          <li
            key={name}
            aria-current={isNow ? 'step' : undefined}
            className={cn(
              'flex items-center gap-2.5',
              isNow ? 'font-[650]' : 'font-medium text-muted-foreground',
              index > 0 &&
                'lg:before:mr-1.5 lg:before:h-px lg:before:w-10 lg:before:bg-border-strong',
            )}
          >
            <span
              aria-hidden="true"
              className={cn(
                'grid h-8.25 w-7 place-items-center rounded-t-sm rounded-b-[0.875rem] pb-0.5 font-[650] text-sm',
                isDone && 'bg-success-soft text-success-soft-foreground',
                isNow && 'bg-secondary text-secondary-foreground',
                !isDone && !isNow && 'border-[1.5px] border-border-strong',
              )}
            >
              {isDone ? <Check className="size-4 stroke-[2.5]" /> : index + (isArchive ? 0 : 1)}
            </span>
            <span>
              {name}
              {isDone && <span className="sr-only"> (erledigt)</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** A step's sticky bottom bar: the outcome and the buttons. */
export function ActBar({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div className="md:stuck-bottom z-10 flex flex-wrap items-center gap-3 rounded-xl border bg-card px-6 py-3.5 shadow-md max-md:-mx-4 max-md:rounded-none max-md:border-x-0 max-md:px-4 print:hidden">
      <div className="min-w-0 flex-[1_1_18rem]">{children}</div>
      <div className="flex flex-wrap items-center gap-3 max-md:w-full max-md:[&>*]:flex-1">
        {actions}
      </div>
    </div>
  )
}
