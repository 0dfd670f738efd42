import { Ban, Check, CircleAlert, CircleCheck, Clock, type LucideIcon, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { CancelledBadge } from '#web/components/cancelled-badge.tsx'
import { paidLater } from '#web/enrolment/chosen-parades.ts'
import { DateTile } from '#web/enrolment/date-tile.tsx'
import { cn } from '#web/lib/cn.ts'
import { wholeTimes } from '#web/lib/whole-times.ts'
import { publicPaths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { OrderState } from '#worker/domain/codes.ts'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import { bookedExtraLine } from '#worker/domain/extras.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { planLines } from '#worker/domain/times.ts'
import type { MyOrder, MyPlace } from '#worker/enrolment/enrolment.contract.ts'
import { isCalledOff, isFreeNow, isOffered } from './order-words.ts'

// Parts of the result page and of "Meine Anmeldung".

export function OrderColumn({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-[34rem] grid-cols-1 gap-5 px-4 pt-5 pb-8 print:max-w-none print:px-0">
      {children}
    </div>
  )
}

type BoxProps = {
  title: ReactNode
  titleId: string
  action?: ReactNode
  children: ReactNode
}

export function Box({ title, titleId, action, children }: BoxProps) {
  return (
    <section
      aria-labelledby={titleId}
      className="rounded-xl border bg-card print:rounded-none print:border-0"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-4.5 pt-4.5 pb-2.5 print:break-after-avoid print:px-0">
        <h2 id={titleId} className="wrap-anywhere text-pretty">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

type ParadeRowProps = {
  parade: MyPlace['parade']
  price: ReactNode
  /** A failed or cancelled place: its title is struck through. */
  isOver: boolean
  /** The place was just changed; the row takes the focus, since the pressed button may be gone. */
  isDone?: boolean
  /** Text below the row, as wide as the columns before the price. */
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A parade in a box's list, with its details below the title. */
export function ParadeRow({ parade, price, isOver, ...rest }: ParadeRowProps) {
  const ref = useRef<HTMLLIElement>(null)
  const { isDone = false } = rest
  useEffect(() => {
    if (isDone) ref.current?.focus()
  }, [isDone])
  return (
    <li
      ref={ref}
      tabIndex={isDone ? -1 : undefined}
      className="@container border-t px-4.5 py-3.5 print:break-inside-avoid print:px-0"
    >
      {/* With large text the title gets a line of its own. */}
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3.5 gap-y-1 @max-[12rem]:grid-cols-[minmax(0,1fr)_auto] @max-[12rem]:justify-items-start">
        <div className="@min-[12rem]:row-span-2">
          <DateTile day={parade.date} />
        </div>
        <div className="min-w-0 pt-0.5 @max-[12rem]:col-span-full @max-[12rem]:row-start-2">
          <h3 className="wrap-anywhere text-balance leading-[1.3]">
            <span className={cn(isOver && 'text-muted-foreground line-through')}>
              {parade.title}
            </span>
            <CancelledBadge of={parade} />
          </h3>
          <p className="text-muted-foreground text-sm">
            {germanDateWithWeekday(parade.date)} · {parade.hostTown || parade.host}
          </p>
        </div>
        <p
          className={cn(
            'whitespace-nowrap pt-0.5 tabular-nums',
            isOver && 'text-muted-foreground line-through',
          )}
        >
          {price}
        </p>
        <div className="col-start-2 col-end-4 min-w-0 empty:hidden @max-[12rem]:col-span-full">
          {!isOver &&
            planLines(parade).map((line) => (
              <p key={line} className="wrap-anywhere text-sm">
                {wholeTimes(line)}
              </p>
            ))}
          {rest.children}
        </div>
        {rest.note && (
          <div className="col-start-2 col-end-4 @max-[12rem]:col-span-full">{rest.note}</div>
        )}
        {rest.actions}
      </div>
    </li>
  )
}

const signs: Record<OrderState, { icon: LucideIcon; look: string }> = {
  paid: { icon: CircleCheck, look: 'text-success-soft-foreground' },
  pending: { icon: Clock, look: 'text-warning-soft-foreground' },
  waiting: { icon: Clock, look: 'text-warning-soft-foreground' },
  review: { icon: Clock, look: 'text-warning-soft-foreground' },
  refund_pending: { icon: Undo2, look: 'text-muted-foreground' },
  refunded: { icon: Undo2, look: 'text-muted-foreground' },
  expired: { icon: CircleAlert, look: 'text-warning-soft-foreground' },
  cancelled: { icon: CircleAlert, look: 'text-warning-soft-foreground' },
  failed: { icon: CircleAlert, look: 'text-warning-soft-foreground' },
}

const calledOff = { icon: Ban, look: 'text-muted-foreground' }

/** The line above the boxes: state and amount of the order. */
export function StateLine({ order, words }: { order: MyOrder; words: string }) {
  const { icon: Icon, look } = isCalledOff(order) ? calledOff : signs[order.state]
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-0.5">
      <span className={cn('flex items-center gap-2 font-semibold', look)}>
        <Icon className="stroke-[2.5]" />
        {words}
      </span>
      {order.amountInCent > 0 && !isNeverPaid(order) && !isFreeNow(order) && (
        <b className="whitespace-nowrap font-bold tabular-nums">
          {order.state === 'waiting' && `${isOffered(order) ? 'Zu bezahlen' : paidLater}: `}
          {germanEuro(order.amountInCent)}
          {order.state === 'paid' &&
            order.refundedInCent > 0 &&
            `, zurück ${germanEuro(order.refundedInCent)}`}
        </b>
      )}
    </p>
  )
}

/** Over without a payment: its amount would read as owed. */
const isNeverPaid = ({ state, paidAt }: MyOrder) =>
  paidAt === null && ['expired', 'cancelled', 'failed'].includes(state)

/** Attendance, and why a place is no longer valid. */
export function PlaceNote({ place, words }: { place: MyPlace; words: string | null }) {
  if (place.participationConfirmed) {
    return (
      <p className="flex items-start gap-1.5 font-semibold text-success-soft-foreground">
        <Check className="mt-1 size-4 stroke-[3]" />
        War dabei
      </p>
    )
  }
  if (words === null) return null
  return (
    <p className="flex items-start gap-1.5 text-pretty">
      {['cancelled', 'released'].includes(place.state) && (
        <Ban className="mt-1 size-4 text-muted-foreground" />
      )}
      {words}
    </p>
  )
}

/** The extras of a place; its price includes them. */
export function ExtraLines({ of: { extras } }: { of: MyPlace }) {
  return extras.map((extra) => (
    <p key={extra.id} className="wrap-anywhere text-sm">
      {bookedExtraLine(extra)}
    </p>
  ))
}

type NotMineProps = {
  /** What the device stores, and until when. */
  children: ReactNode
  /** For pages with React; on the result page `result-script.ts` listens to the form. */
  onForget?: () => void
}

/** For shared tablets: makes the browser forget the order. */
export function ForgetOrder({ children, onForget }: NotMineProps) {
  return (
    <form
      method="post"
      action={publicPaths.paradeEnrolmentResult}
      onSubmit={onForget}
      data-forget
      className="mt-2 grid justify-items-center gap-1 border-t pt-5 text-center print:hidden"
    >
      <p className="text-balance text-muted-foreground text-sm">{children}</p>
      <Button type="submit" variant="ghost" size="sm">
        Nicht meine Anmeldung
      </Button>
    </form>
  )
}
