import { useId, useRef } from 'react'
import { Link } from 'react-router'
import { type Felt, Patch, PatchShapeDef } from '#web/brand/felt-patch.tsx'
import { Failure } from '#web/components/failure.tsx'
import { type StepState, StepTongue } from '#web/components/step-path.tsx'
import { saveSetupStep } from '#web/data/home.ts'
import { cn } from '#web/lib/cn.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { type SetupStep, setupSteps } from '#worker/domain/codes.ts'
import { setupStepLabels } from '#worker/domain/labels.ts'
import { legalLabels } from '#worker/domain/legal.ts'
import type { MissingStep } from '#worker/home/home.contract.ts'
import { steps } from './setup-steps.ts'

type SetupCardProps = {
  missing: readonly MissingStep[]
  skipped: readonly SetupStep[]
  /** Whether passkeys can be required; not on localhost. */
  withPasskeys: boolean
}

/** The missing steps of a new guild, in any order; absent when none is missing. */
export function SetupCard({ missing, skipped, withPasskeys }: SetupCardProps) {
  const id = useId()
  const isMissing = (step: SetupStep) => missing.some((one) => stepOf(one) === step)
  const isNeeded = (step: SetupStep) => steps[step].fits || !skipped.includes(step)
  const offered = setupSteps.filter((step) => step !== 'passkeys' || withPasskeys)
  const needed = offered.filter(isNeeded)
  const open = needed.filter(isMissing)
  const done = needed.length - open.length
  const sum =
    done === 1
      ? `1 von ${needed.length} Schritten ist erledigt.`
      : `${done} von ${needed.length} Schritten sind erledigt.`
  return (
    <Card bleed aria-labelledby={id} className="mb-8">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-8 pt-7 pr-8 pb-5 pl-6 max-md:grid-cols-1 max-md:gap-4 max-md:px-4 max-md:pt-5 max-md:pb-4">
        <div>
          <h2 id={id}>Was noch fehlt</h2>
          <p className="mt-1.5 max-w-[40ch] text-pretty text-muted-foreground">
            {sum} Mit jedem weiteren hängt ein Fleckle mehr an der Leine.
          </p>
        </div>
        <SetupGarland of={needed.length} done={done} className="w-84 max-md:w-full" />
      </div>
      <ol>
        {offered.map((step, index) => (
          <Step
            key={step}
            step={step}
            number={index + 1}
            isFirst={step === open[0]}
            isMissing={isMissing(step)}
            isSkipped={skipped.includes(step)}
            lacks={missing}
          />
        ))}
      </ol>
    </Card>
  )
}

type StepProps = {
  step: SetupStep
  number: number
  /** Whether the step is the first of the missing ones. */
  isFirst: boolean
  isMissing: boolean
  isSkipped: boolean
  lacks: readonly MissingStep[]
}

function Step({ step, number, isFirst, isMissing, isSkipped, lacks }: StepProps) {
  const id = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const { text, to, action, fits } = steps[step]
  // After saving the focus moves to the toggle, since the pressed button may have disappeared.
  const { submit, isPending, failure } = useSubmit(saveSetupStep, () => toggle.current?.focus())
  const set = (wanted: boolean) => submit({ step, skipped: wanted })
  const hasButtons = isMissing || isSkipped
  const isDone = !isMissing && (!isSkipped || fits === true)
  return (
    <li
      className={cn(
        'grid min-h-18 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 border-t py-2.5 pr-5 pl-6 max-md:px-4 max-md:py-3',
        hasButtons && 'max-lg:grid-cols-[auto_minmax(0,1fr)]',
      )}
    >
      <StepTongue
        state={stepStateOf(isDone, isFirst)}
        number={number}
        className="self-center max-lg:self-start"
      />
      <div>
        <p id={id} className={isMissing ? 'font-semibold' : 'font-medium text-muted-foreground'}>
          {setupStepLabels[step]}
        </p>
        {isMissing && (
          <div className="text-balance text-muted-foreground text-sm">
            <p>{text}</p>
            {step === 'privacy' && <Legal lacks={lacks} />}
          </div>
        )}
        {failure && <Failure failure={failure} className="mt-2" />}
      </div>
      <div
        className={cn(
          'flex flex-wrap items-center justify-end gap-2',
          hasButtons && 'max-lg:col-start-2 max-lg:mt-2 max-lg:justify-start',
        )}
      >
        {!isMissing && (
          <span className="font-medium text-muted-foreground">
            {isDone ? 'Erledigt' : 'Brauchen wir nicht'}
          </span>
        )}
        {hasButtons && (
          <Button
            ref={toggle}
            size="sm"
            variant="ghost"
            className={isMissing ? 'max-lg:order-last' : undefined}
            aria-describedby={id}
            busy={isPending}
            onClick={() => set(!isSkipped)}
          >
            {isSkipped ? 'Zurücknehmen' : 'Brauchen wir nicht'}
          </Button>
        )}
        {isMissing && fits && (
          <Button size="sm" aria-describedby={id} onClick={() => set(true)}>
            Passt so
          </Button>
        )}
        {isMissing && (
          <Button asChild size="sm" variant={isFirst ? 'primary' : 'outline'}>
            <Link to={to}>{action}</Link>
          </Button>
        )}
      </div>
    </li>
  )
}

function stepStateOf(isDone: boolean, isFirst: boolean): StepState {
  if (isDone) return 'done'
  return isFirst ? 'now' : 'later'
}

const pages = { imprint: 'Im Impressum', privacy: 'In der Datenschutzerklärung' } as const

/** Names the legally required details that the public pages lack. */
function Legal({ lacks }: { lacks: readonly MissingStep[] }) {
  return lacks.map((one) =>
    'fields' in one ? (
      <p key={one.step}>
        {pages[one.step]}: {one.fields.map((field) => legalLabels[field]).join(', ')}.
      </p>
    ) : null,
  )
}

/** The step of something missing; the imprint belongs to `privacy`, which covers both pages. */
function stepOf({ step }: MissingStep): SetupStep {
  return step === 'imprint' ? 'privacy' : step
}

const felts: readonly Felt[] = ['2', 'b', 'g', '1', 'c', '3']

/** The cord: a curve that sags by half of `sag`. */
const cord = { from: 2, to: 390, top: 2, sag: 52 }

/** A patch for each step; open steps are outlines. */
function SetupGarland({ of, done, className }: SetupGarlandProps) {
  const id = useId()
  const room = (cord.to - cord.from) / of
  const width = Math.min(38, room - 4)
  const shape = { width, drop: width - 3, seam: 4, stitch: '2.75 3' }
  const radius = width / 2 - 1
  return (
    <svg viewBox="-2 0 396 92" aria-hidden="true" className={cn('h-auto print:hidden', className)}>
      <defs>
        <PatchShapeDef id={id} shape={shape} />
      </defs>
      {Array.from({ length: of }, (_, index) => {
        const { x, y, tilt } = placeAt((index + 0.5) / of)
        const transform = `translate(${x} ${y}) rotate(${tilt})`
        return index < done ? (
          <Patch
            key={x}
            of={id}
            felt={felts[index % felts.length] ?? '1'}
            x={-width / 2}
            transform={transform}
          />
        ) : (
          <path
            key={x}
            transform={transform}
            d={`M-${radius} 0v${shape.drop}a${radius} ${radius} 0 0 0 ${2 * radius} 0V0`}
            fill="none"
            stroke="var(--input)"
            strokeWidth="1.5"
            strokeDasharray="4 4"
          />
        )
      })}
      <path
        d={`M${cord.from} ${cord.top}Q196 ${cord.top + cord.sag} ${cord.to} ${cord.top}`}
        fill="none"
        stroke="var(--input)"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  )
}

type SetupGarlandProps = { of: number; done: number; className?: string }

/**
 * The position and angle of a patch on the cord; it leans less than the cord, as if its end were
 * heavy.
 */
function placeAt(part: number) {
  const x = cord.from + part * (cord.to - cord.from)
  const y = cord.top + 2 * part * (1 - part) * cord.sag
  const slope = (2 * (1 - 2 * part) * cord.sag) / (cord.to - cord.from)
  const tilt = (0.65 * Math.atan(slope) * 180) / Math.PI
  const rounded = (value: number) => Math.round(value * 10) / 10
  return { x: rounded(x), y: rounded(y), tilt: rounded(tilt) }
}
