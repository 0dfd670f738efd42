import { ArrowLeft, CircleAlert, Info, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { HelpButton } from '#web/components/help-button.tsx'
import { backToWithUnsent } from '#web/lib/back-to.ts'
import { cn } from '#web/lib/cn.ts'
import { useUser } from '#web/lib/session.ts'
import { signedOutWords } from '#web/lib/signed-out.ts'
import { wholeTimes } from '#web/lib/whole-times.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { SearchInput } from '#web/ui/input.tsx'
import type { CheckInParade } from '#worker/check-in/check-in.contract.ts'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import { can } from '#worker/domain/rights.ts'
import { planLines } from '#worker/domain/times.ts'
import type { ShownRow } from './outbox/acts.ts'
import type { OutboxState } from './outbox/outbox.ts'
import {
  type OutboxNotice,
  outboxNoticeOf,
  troubleWords,
  waitingActsOf,
} from './outbox/outbox-words.ts'
import { signedIn, useOutbox } from './outbox/use-outbox.ts'

type CheckInHeadProps = {
  id: number
  parade: CheckInParade | null
  rows: readonly ShownRow[] | null
  search: string
  onSearch: (search: string) => void
  onOpenRejected: () => void
  /** The button of the filters; null until there is a list. */
  filters: ReactNode
}

/** Progress, waiting acts and the search, sticky at the top. */
export function CheckInHead({
  id,
  parade,
  rows,
  search,
  onSearch,
  filters,
  ...on
}: CheckInHeadProps) {
  const all = rows?.length ?? 0
  const confirmed = rows?.filter((row) => row.confirmed).length ?? 0
  return (
    <>
      <header className="@container stuck-top z-20 roomy:top-[4.0625rem] [--bar:6.5rem] flat:[--bar:4rem] border-border-strong border-b bg-card">
        <div className="mx-auto grid @max-[17rem]:flex @max-[17rem]:flex-wrap max-w-[44rem] grid-cols-[auto_minmax(0,1fr)_auto] items-center flat:grid-cols-[auto_minmax(0,1fr)_minmax(0,2fr)_auto]">
          <BackLink id={id} />
          <h1 className="min-w-0 @max-[17rem]:order-first @max-[17rem]:basis-full @max-[17rem]:px-4 @max-[17rem]:pt-2 text-[min(1.25rem,9vw)] leading-tight max-[22.4375rem]:text-[1rem] flat:text-[1rem]">
            <span className="block truncate @max-[17rem]:whitespace-normal hyphens-auto">
              Umzugsteilnahme
            </span>
            <small className="flex @max-[17rem]:block low:block font-medium font-sans text-[0.9375rem] text-muted-foreground leading-[1.3] tracking-normal max-[24.3125rem]:text-[0.875rem]">
              {parade ? <TitleAndDay {...parade} /> : '\u00a0'}
            </small>
          </h1>
          {rows && (
            <p className="pr-4 text-right @max-[17rem]:ms-auto flat:order-last flat:pl-1 text-[0.9375rem] text-muted-foreground tabular-nums leading-[1.2]">
              <b
                aria-live="polite"
                className="block whitespace-nowrap font-[680] font-display text-foreground text-xl leading-[1.2] tracking-[-0.012em] max-[24.3125rem]:text-lg"
              >
                {confirmed} von {all}
              </b>
              noch {all - confirmed}
            </p>
          )}
          <div className="order-last col-span-full flex @max-[17rem]:flex-wrap items-center gap-1.5 px-4 pb-2 max-md:pe-2 flat:order-none flat:col-auto flat:py-1 flat:pr-1 flat:pl-2">
            <SearchInput
              aria-label="Name oder Kleidernummer suchen"
              placeholder="Name oder Nummer"
              autoComplete="off"
              value={search}
              onChange={(event) => onSearch(event.target.value)}
              wrapperClassName="min-w-0 flex-1 @max-[17rem]:basis-full [--control:3.5rem] [&>svg]:left-3 [&>svg]:size-5.5"
              className="rounded-xl! border-2! pr-2! pl-10! text-lg! max-md:text-[1rem]!"
            />
            {filters}
            {/* Phones have no top bar. */}
            <HelpButton className="h-14! w-11! md:hidden flat:hidden" />
          </div>
        </div>
        <Progress max={all} value={confirmed} />
        <CheckInBand isCancelled={parade !== null && parade.cancelledAt !== null} {...on} />
      </header>
      {parade && <ParadePlan parade={parade} className="py-2 max-md:hidden flat:hidden" />}
    </>
  )
}

type ParadePlanProps = { parade: CheckInParade; className: string }

/** Departure and start; on phones below the list, whose first rows have to be in sight. */
export function ParadePlan({ parade, className }: ParadePlanProps) {
  const lines = planLines(parade)
  if (lines.length === 0) return null
  return (
    <p
      className={cn(
        'mx-auto w-full max-w-[44rem] wrap-anywhere px-4 text-muted-foreground',
        className,
      )}
    >
      {wholeTimes(lines.join(' · '))}
    </p>
  )
}

/** Back to the overview for helpers, to the parade for the management. */
function BackLink({ id }: { id: number }) {
  const isManagement = can(useUser(), 'checkInOnAnyDay')
  return (
    <Button
      asChild
      variant="ghost"
      size="icon"
      aria-label="Zurück"
      className="size-14! max-md:size-14!"
    >
      <Link to={isManagement ? paths.parade(id) : paths.home}>
        <ArrowLeft className="size-6" />
      </Link>
    </Button>
  )
}

function Progress({ max, value }: { max: number; value: number }) {
  return (
    <progress
      aria-label="Bestätigte Teilnahmen"
      max={max || 1}
      value={value}
      className="block h-1.5 w-full appearance-none border-0 bg-border [&::-moz-progress-bar]:bg-success [&::-webkit-progress-bar]:bg-border [&::-webkit-progress-value]:rounded-r-full [&::-webkit-progress-value]:bg-success"
    />
  )
}

/** "Ringtreffen Moosried, So 17.01."; a long title is cut, never the day. */
function TitleAndDay({ title, date }: CheckInParade) {
  return (
    <>
      <span className="min-w-0 truncate @max-[17rem]:whitespace-normal low:whitespace-normal">
        {title}
      </span>
      <span className="flex-none whitespace-nowrap">
        , {germanDateWithWeekday(date).slice(0, 9)}
      </span>
    </>
  )
}

const looks = {
  plain: 'text-muted-foreground',
  amber: 'bg-warning-soft text-warning-soft-foreground',
  blue: 'bg-secondary-soft text-secondary-soft-foreground',
}

type CheckInBandProps = {
  /** Whether the parade is cancelled; it then takes no confirmations. */
  isCancelled: boolean
  onOpenRejected: () => void
}

/** The state of the outbox and of the network. */
function CheckInBand({ isCancelled, onOpenRejected }: CheckInBandProps) {
  const state = useOutbox()
  if (!state.isReady) return null
  const head = outboxNoticeOf(state, Date.now() + state.offset)
  const trouble = troubleWords(state.acts, {
    trouble: state.trouble,
    userId: signedIn()?.id ?? 0,
  })
  const Icon = state.isOffline ? WifiOff : state.keepsNothing || trouble ? CircleAlert : null
  const isKnown = state.syncedAt !== null || state.acts.length > 0 || state.keepsNothing
  return (
    <div role="status" className={cn('text-[1rem] leading-[1.35]', looks[lookOf(head, state)])}>
      <div className="mx-auto flex max-w-[44rem] items-center gap-x-2.5 px-4">
        {Icon && <Icon aria-hidden="true" className="size-6 max-[22.4375rem]:hidden" />}
        <div className="grid min-h-7 min-w-0 flex-1 content-center py-0.5">
          {state.isOffline && (
            <p>
              <b>Kein Internet.</b>
              {!isCancelled && !state.keepsNothing && ' Du kannst weiter bestätigen.'}
            </p>
          )}
          {trouble && <p className="py-1 font-semibold">{trouble}</p>}
          {isKnown && <HeadText head={head} onOpenRejected={onOpenRejected} />}
          {state.signIn === 'over' && head.leadsTo !== 'signIn' && (
            <SignInLink>{`${signedOutWords.expired} Neu anmelden`}</SignInLink>
          )}
        </div>
      </div>
    </div>
  )
}

function lookOf(head: OutboxNotice, state: OutboxState): keyof typeof looks {
  if (state.isOffline || state.keepsNothing || state.signIn !== 'fine') return 'amber'
  if (head.leadsTo === 'rejected') return 'blue'
  return waitingActsOf(state.acts).length > 0 ? 'amber' : 'plain'
}

type HeadTextProps = { head: OutboxNotice; onOpenRejected: () => void }

const pressable =
  'flex min-h-14 w-full items-center gap-2 text-left font-semibold text-inherit underline underline-offset-[0.2em]'

function HeadText({ head: { text, leadsTo }, onOpenRejected }: HeadTextProps) {
  if (leadsTo === 'signIn') return <SignInLink>{text}</SignInLink>
  if (leadsTo === null) return <p className="tabular-nums">{text}</p>
  return (
    <button type="button" onClick={onOpenRejected} className={pressable}>
      <Info aria-hidden="true" className="size-5.5" />
      {text}
    </button>
  )
}

/** Opens the sign-in, which returns to this page; list and acts are kept. */
function SignInLink({ children }: { children: string }) {
  const { pathname } = useLocation()
  const waits = waitingActsOf(useOutbox().acts).length > 0
  return (
    <Link
      to={paths.loginAfter('expired')}
      state={backToWithUnsent(pathname, waits)}
      className={pressable}
    >
      {children}
    </Link>
  )
}
