import { Check, ChevronRight, Phone } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { cn } from '#web/lib/cn.ts'
import { minorWords } from '#web/parades/participant-words.ts'
import { PaymentState } from '#web/parades/payment-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { berlinTime } from '#worker/domain/dates.ts'
import type { Minor } from '#worker/domain/minors.ts'
import { extrasOfRowWords } from './list.ts'
import type { ShownRow, StoredAct } from './outbox/acts.ts'
import { type OnRejectedButton, RejectedNote } from './rejected-acts.tsx'
import type { SendingState } from './use-act.ts'
import { useMayUndo } from './use-act.ts'
import { linkToPerson } from './use-open-person.ts'

type CheckInRowProps = {
  row: ShownRow
  sending: SendingState | undefined
  /** Rejected acts of this device on the person. */
  rejected: readonly StoredAct[] | undefined
  phone: string | undefined
  /** null when the parade is cancelled. */
  onAsk: ((id: number) => void) | null
  onTakeBack: (row: ShownRow) => void
  onRejectedButton: OnRejectedButton
}

/** A row of a long list: memoised, and laid out only when scrolled into view (content-visibility). */
export const CheckInRow = memo(function CheckInRow(props: CheckInRowProps) {
  const { row, sending, rejected, phone } = props
  return (
    <li
      className={cn(
        'flex min-h-19 flex-wrap items-center gap-x-3 gap-y-2 [&>:nth-child(2)]:ms-auto border-border-strong border-b px-4 py-1 [contain-intrinsic-size:auto_5rem] flat:min-h-16 [content-visibility:auto]',
        row.confirmed && 'bg-[color-mix(in_oklab,var(--success-soft)_45%,var(--card))]',
      )}
    >
      <PersonLink row={row} />
      {phone && !row.confirmed ? (
        <div className="flex gap-2">
          <CallLink name={row.memberName} phone={phone} />
          <Tick {...props} />
        </div>
      ) : (
        <Tick {...props} />
      )}
      {sending && sending !== 'sending' && <Failure failure={sending} className="basis-full" />}
      {rejected?.map((act) => (
        <RejectedNote key={act.id} act={act} onRejectedButton={props.onRejectedButton} />
      ))}
    </li>
  )
})

function Tick({ row, sending, onAsk, onTakeBack }: CheckInRowProps) {
  const mayTakeBack = useMayUndo()
  const isSending = sending === 'sending'
  if (row.confirmed) {
    return row.waits?.tick ? (
      <WaitingTick
        name={row.memberName}
        onTakeBack={mayTakeBack(row.mine) ? () => onTakeBack(row) : null}
      />
    ) : (
      <Confirmed at={row.confirmedAt} />
    )
  }
  if (!onAsk) return null
  return (
    <Button
      variant="secondary"
      size="lg"
      busy={isSending}
      id={confirmButtonId(row.id)}
      aria-label={`${row.memberName} bestätigen`}
      onClick={() => onAsk(row.id)}
      className="scroll-mt-48 scroll-mb-24 min-h-14! rounded-xl! px-4.5! max-[22.4375rem]:px-3!"
    >
      Bestätigen
    </Button>
  )
}

function CallLink({ name, phone }: { name: string; phone: string }) {
  return (
    <a
      href={`tel:${phone.replace(/[^\d+]/g, '')}`}
      aria-label={`${name} anrufen: ${phone}`}
      className="grid size-14 place-items-center rounded-xl border-2 border-input bg-card text-foreground"
    >
      <Phone aria-hidden="true" className="size-6" />
    </a>
  )
}

const confirmButtonId = (id: number) => `confirm-${id}`

/** Focuses the row's button; without a row or a button it focuses the page's `main`. */
export function focusConfirmButton(id: number | null, options: FocusOptions): void {
  const button = id === null ? null : document.getElementById(confirmButtonId(id))
  const goal = button ?? document.querySelector('main')
  goal?.focus(options)
}

/** Links the whole row to the person's sheet. */
function PersonLink({ row }: { row: ShownRow }) {
  return (
    <div className="relative -my-1 -ml-4 flex min-w-0 flex-[1_1_8rem] flex-wrap items-center gap-x-3 py-1 pl-4">
      <p className="basis-full font-bold text-xl leading-[1.2] tracking-[-0.006em] [overflow-wrap:anywhere]">
        <Link
          {...linkToPerson(row.id)}
          className="scroll-mt-48 scroll-mb-24 text-foreground no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
        >
          {row.memberName}
        </Link>
      </p>
      {row.minor && <MinorBadge minor={row.minor} />}
      <CostumeText row={row} className="text-[1rem] leading-[1.35]" />
      <ExtrasText row={row} className="basis-full text-[1rem] leading-[1.35]" />
      <span className="inline-flex flex-wrap items-center gap-x-1">
        <PaymentState payed={row.paid} className="text-[1rem]" />
        <ChevronRight className="text-muted-foreground" />
        {isUnseen(row) && (
          <span className="font-semibold text-[0.9375rem] text-warning-soft-foreground">
            Wartet noch
          </span>
        )}
      </span>
    </div>
  )
}

/** "unter 16 · Begleitung: Eva Straßer, 0171 2345678" */
function MinorBadge({ minor }: { minor: Minor }) {
  return (
    <p className="my-0.5 basis-full">
      <span className="wrap-anywhere inline-block rounded-md bg-warning-soft px-2 py-0.5 font-semibold text-[0.9375rem] text-warning-soft-foreground">
        {minorWords(minor)}
      </span>
    </p>
  )
}

/** Whether an act waits that the tick does not show. */
function isUnseen({ waits, confirmed }: ShownRow): boolean {
  return waits !== undefined && (waits.fee || !confirmed)
}

/** "Bachhexe 204"; the number may be unknown for on-site entries. */
export function CostumeText({ row, className }: { row: ShownRow; className?: string }) {
  return (
    <p className={className}>
      {row.costume.type} <b className="font-bold tabular-nums">{row.costume.number}</b>
    </p>
  )
}

/** "Bus ab Rathaus ×2"; nothing without extras. */
export function ExtrasText({ row, className }: { row: ShownRow; className?: string }) {
  const words = extrasOfRowWords(row)
  return words && <p className={cn('wrap-anywhere font-semibold', className)}>{words}</p>
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

type WaitingTickProps = {
  name: string
  /** null for another user's confirmation. */
  onTakeBack: (() => void) | null
}

/** A tick of this device that the server does not know yet. */
function WaitingTick({ name, onTakeBack }: WaitingTickProps) {
  const tick = (
    <>
      <span className="grid size-10 place-items-center rounded-full bg-card text-success-soft-foreground shadow-[inset_0_0_0_3px_var(--success)]">
        <Check aria-hidden="true" className="size-6 stroke-[3]" />
      </span>
      <span>Wartet noch</span>
    </>
  )
  const look =
    '-my-2 grid min-h-21 min-w-31 content-center justify-items-center gap-0.5 rounded-xl p-1 text-center font-semibold text-[0.9375rem] text-warning-soft-foreground leading-tight'
  if (!onTakeBack) return <p className={look}>{tick}</p>
  return (
    <button type="button" onClick={onTakeBack} className={look}>
      <span className="sr-only">{`${name}:`}</span>
      {tick}
      <span className="text-link underline underline-offset-[0.2em]">Zurücknehmen</span>
    </button>
  )
}
