import { Check, ChevronDown, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Card } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/**
 * `open`: can be done beside the current step. `notNeeded`: there is nothing to do in this step, for example no honor
 * to order.
 */
export type StepState = 'done' | 'now' | 'open' | 'later' | 'notNeeded'

export type PathStep = {
  /** Unique on the path; also the anchor of the step in the page's address. */
  id: string
  title: string
  state: StepState
  /** In place of the word for the state: "Festgelegt" */
  stateWord?: string
  /** "bis 30.11.2026" or "am 14.11.2026" */
  date?: string | null | false | undefined
  /** The step's most important number, with its unit: "312 Beiträge" */
  figure?: string | null | false | undefined
  /** A sentence or two: what the step is for, or what is in its way. */
  text?: ReactNode
  /** One button or link. */
  action?: ReactNode
}

type StepPathProps = {
  steps: readonly PathStep[]
  'aria-labelledby'?: string
  'aria-label'?: string
}

/**
 * Work that is done in order: a year of fees, an assembly. Steps that are done or not needed are folded to one
 * line and open with a click; the first step with the state `now` is the current one.
 */
export function StepPath({ steps, ...names }: StepPathProps) {
  const current = steps.find(({ state }) => state === 'now')
  return (
    <Card bleed {...names}>
      <ol className="*:not-first:border-t">
        {steps.map((step, index) => (
          <li
            key={step.id}
            id={step.id}
            aria-current={step === current ? 'step' : undefined}
            className={cn(
              'scroll-mt-20 print:break-inside-avoid',
              step === current && 'bg-secondary-soft/50 md:first:rounded-t-xl md:last:rounded-b-xl',
            )}
          >
            <Step step={step} number={index + 1} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** The outline of a path while it is loading, with about its height, so that little moves afterwards. */
export function StepPathSkeleton({ steps }: { steps: number }) {
  return (
    <Loading>
      <Card bleed>
        <div className="*:not-first:border-t">
          {Array.from({ length: steps }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are equal.
            <div key={index} className={cn(row, 'min-h-18 items-center max-md:min-h-30')}>
              <StepTongue state="later" number={index + 1} />
              <Skeleton className="h-5 max-w-60" />
            </div>
          ))}
        </div>
      </Card>
    </Loading>
  )
}

type StepProps = { step: PathStep; number: number }

const row = 'grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4 px-6 max-md:gap-x-3 max-md:px-4'

function Step({ step, number }: StepProps) {
  const isFolded = step.state === 'done' || step.state === 'notNeeded'
  if (!isFolded) {
    return (
      <div
        className={cn(
          row,
          'items-start py-4',
          step.action && 'max-md:grid-cols-[auto_minmax(0,1fr)]',
        )}
      >
        <StepTongue state={step.state} number={number} />
        <div className="min-w-0">
          <StepHead step={step} />
          <Words>{step.text}</Words>
        </div>
        <Action className="max-md:col-start-2 max-md:mt-3">{step.action}</Action>
      </div>
    )
  }
  const hasMore = Boolean(step.text || step.action)
  if (!hasMore) {
    return (
      <div className={cn(row, 'min-h-12 items-center py-1.5')}>
        <StepTongue state={step.state} number={number} />
        <StepHead step={step} />
      </div>
    )
  }
  return (
    <details className="group">
      <summary
        className={cn(
          row,
          'min-h-12 cursor-pointer list-none items-center py-1.5 hover:bg-accent focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden',
        )}
      >
        <StepTongue state={step.state} number={number} />
        <StepHead step={step} />
        <ChevronDown
          aria-hidden="true"
          className="text-muted-foreground transition-transform group-open:rotate-180 print:hidden"
        />
      </summary>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 pr-6 pb-4 pl-17 max-md:pr-4 max-md:pl-14">
        <Words>{step.text}</Words>
        <Action>{step.action}</Action>
      </div>
    </details>
  )
}

const stateWords: Record<StepState, string> = {
  done: 'Erledigt',
  now: 'Jetzt',
  open: 'Offen',
  later: 'Später',
  notNeeded: 'Nicht nötig',
}

function StepHead({ step: { title, state, stateWord, date, figure } }: { step: PathStep }) {
  const isOpen = state === 'now' || state === 'open' || state === 'later'
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-3">
      <span className={cn(isOpen ? 'font-semibold' : 'font-medium text-muted-foreground')}>
        {title}
      </span>
      {figure && <span className="font-medium tabular-nums">{figure}</span>}
      <span className="text-muted-foreground text-sm tabular-nums">
        {stateWord ?? stateWords[state]}
        {date && `, ${date}`}
      </span>
    </p>
  )
}

function Words({ children }: { children: ReactNode }) {
  if (!children) return null
  return <div className="max-w-[62ch] text-muted-foreground text-sm">{children}</div>
}

function Action({ className, children }: { className?: string; children: ReactNode }) {
  if (!children) return null
  return <div className={cn('flex justify-end max-md:justify-start', className)}>{children}</div>
}

const tongueLooks: Record<StepState, string> = {
  done: 'bg-success-soft text-success-soft-foreground',
  now: 'bg-secondary text-secondary-foreground',
  open: 'bg-secondary-soft text-secondary-soft-foreground',
  later: 'text-muted-foreground shadow-[inset_0_0_0_1.5px_var(--border-strong)]',
  notNeeded: 'text-muted-foreground shadow-[inset_0_0_0_1.5px_var(--border-strong)]',
}

/** The number of a step on a felt tongue, a mark once nothing is left to do. */
export function StepTongue({
  state,
  number,
  className,
}: {
  state: StepState
  number: number
  className?: string
}) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid h-8.25 w-7 place-items-center rounded-t-sm rounded-b-[0.875rem] pb-0.5 font-semibold text-sm',
        tongueLooks[state],
        className,
      )}
    >
      {state === 'done' && <Check className="size-4" strokeWidth={2.5} />}
      {state === 'notNeeded' && <Minus className="size-4" strokeWidth={2.5} />}
      {(state === 'now' || state === 'open' || state === 'later') && number}
    </span>
  )
}
