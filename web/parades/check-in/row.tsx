import { Check, ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { notConfirmed } from '#web/data/parades-check-in.ts'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/cn.ts'
import { Failure } from '#web/ui/failure.tsx'
import { PaymentState } from '#web/ui/state.tsx'
import { berlinTime } from '#worker/domain/dates.ts'
import type { Participant } from './list.ts'
import type { Sending } from './use-confirm.ts'
import { linkToPerson } from './use-open-person.ts'

type CheckInRowProps = {
  row: Participant
  sending: Sending | undefined
  /** null: nobody is confirmed any more. */
  onAsk: ((id: number) => void) | null
}

/**
 * The list may be long: a row is drawn again only when something about this person changes, and
 * laid out only when it comes into sight.
 */
export const CheckInRow = memo(function CheckInRow({ row, sending, onAsk }: CheckInRowProps) {
  const isSending = sending === 'sending'
  return (
    <li
      className={cn(
        'grid min-h-25 grid-cols-[minmax(0,1fr)_auto] items-center gap-3 border-border-strong border-b px-4 py-3 [contain-intrinsic-size:auto_6.25rem] [content-visibility:auto]',
        row.participationConfirmed &&
          'bg-[color-mix(in_oklab,var(--success-soft)_45%,var(--card))]',
      )}
    >
      <PersonLink row={row} />
      {row.participationConfirmed ? (
        <Confirmed at={row.participationConfirmedAt} />
      ) : onAsk ? (
        <Button
          variant="secondary"
          size="lg"
          busy={isSending}
          id={confirmButtonId(row.id)}
          aria-label={`${row.memberName} bestätigen`}
          onClick={() => onAsk(row.id)}
          className="scroll-mt-44 scroll-mb-28 min-h-15! rounded-xl! px-4.5!"
        >
          Bestätigen
        </Button>
      ) : null}
      {sending && !isSending && (
        <Failure message={notConfirmed} failure={sending} className="col-span-full" />
      )}
    </li>
  )
})

const confirmButtonId = (id: number) => `confirm-${id}`

/** To the button of that row; without one to the page's start. */
export function focusConfirmButton(id: number | null, options: FocusOptions): void {
  const button = id === null ? null : document.getElementById(confirmButtonId(id))
  const goal = button ?? document.querySelector('main')
  goal?.focus(options)
}

/** The name leads to the person's sheet, and so does everything around it. */
function PersonLink({ row }: { row: Participant }) {
  return (
    <div className="relative -my-3 -ml-4 py-3 pl-4">
      <p className="font-bold text-xl leading-[1.2] tracking-[-0.006em] [overflow-wrap:anywhere]">
        <Link
          {...linkToPerson(row.id)}
          className="scroll-mt-44 scroll-mb-28 text-foreground no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
        >
          {row.memberName}
        </Link>
      </p>
      <CostumeText row={row} className="mt-0.5 text-[1rem] leading-[1.35]" />
      <span className="mt-[0.1875rem] inline-flex items-center gap-1">
        <PaymentState payed={row.participationFeePayed} className="text-[1rem]" />
        <ChevronRight className="text-muted-foreground" />
      </span>
    </div>
  )
}

/** "Bachhexe 204"; on site the number may be unknown. */
export function CostumeText({ row, className }: { row: Participant; className?: string }) {
  return (
    <p className={className}>
      {row.costumeType.name} <b className="font-bold tabular-nums">{row.costumeNumber}</b>
    </p>
  )
}

function Confirmed({ at }: { at: string | null }) {
  return (
    <p className="grid min-w-29 justify-items-center gap-0.5 text-center font-semibold text-sm text-success-soft-foreground">
      <span className="grid size-11 place-items-center rounded-full bg-success text-success-foreground">
        <Check aria-hidden="true" className="size-6.5 stroke-[3]" />
      </span>
      {at ? (
        <span className="whitespace-nowrap tabular-nums">
          <span className="sr-only">Bestätigt um </span>
          {berlinTime(new Date(at))} Uhr
        </span>
      ) : (
        <span>Bestätigt</span>
      )}
    </p>
  )
}
