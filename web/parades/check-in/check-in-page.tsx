import { ScanLine, UserPlus } from 'lucide-react'
import { useCallback, useDeferredValue, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigate,
} from 'react-router'
import { backToWithUnsent } from '#web/lib/back-to.ts'
import { cn } from '#web/lib/cn.ts'
import { overlays } from '#web/lib/overlays.tsx'
import * as radix from '#web/lib/radix.ts'
import { endSession } from '#web/lib/session.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckInConfirmSheet } from './confirm-sheet.tsx'
import { CheckInFilters, CheckInListActs } from './filter-sheet.tsx'
import { CheckInHead, ParadePlan } from './head.tsx'
import {
  actsWithConfirmation,
  type ConfirmOptions,
  draftOf,
  nextToConfirm,
  noFilter,
  unconfirmedOfOrder,
} from './list.ts'
import {
  CheckInBus,
  CheckInCancelledBand,
  CheckInHandOver,
  CheckInHelperCash,
  CheckInMissingList,
  CheckInMissingParade,
  CheckInTodaysParades,
} from './list-notices.tsx'
import { CheckInOnSiteSheet } from './on-site-sheet.tsx'
import type { ShownRow, StoredEnter } from './outbox/acts.ts'
import { outbox, useOutbox } from './outbox/use-outbox.ts'
import { CheckInPersonSheet } from './person-sheet.tsx'
import { RejectedSheet, useRejectedActs } from './rejected-acts.tsx'
import { focusConfirmButton } from './row.tsx'
import { CheckInRows } from './rows.tsx'
import { CheckInScanner, useTicksOnScan } from './scan.tsx'
import { useRowActs } from './use-act.ts'
import { useCheckInList, usePhones, useRowOf, useShownRows } from './use-check-in-list.ts'
import { linkToScanner, useOpenPerson } from './use-open-person.ts'

// Loaded with the page, so that dialogs open offline even before the service worker has cached them.
overlays.provide(radix)

/** Returns only the parade's id: the page shows the stored list at once, online or offline. */
export function loader({ params }: LoaderFunctionArgs) {
  return { id: Number(params.id) }
}

export const shouldRevalidate = unlessOnlySearchChanged

const noRows: readonly ShownRow[] = []

export function CheckInPage() {
  const { id } = useLoaderData<typeof loader>()
  return <CheckIn key={id} id={id} />
}

function CheckIn({ id }: { id: number }) {
  useLeaveWhenSessionEnds()
  const { list, rows = noRows } = useCheckInList(id)
  const isMissing = useOutbox().missing.has(id)
  const { sendings, act } = useRowActs()
  const [filter, setFilter] = useState(noFilter)
  const shownFilter = useDeferredValue(filter)
  const [questionedId, setQuestionedId] = useState<number | null>(null)
  const rowOf = useRowOf(rows)
  /** The person last scanned, and whether they were confirmed before. */
  const [scanned, setScanned] = useState<{ id: number; isAgain: boolean } | null>(null)
  const lastScanned = rowOf(scanned?.id ?? null)
  const ticksPaid = useTicksOnScan()
  const [isRejectedOpen, setRejectedOpen] = useState(false)
  /** `refused`: a rejected entry that is being changed. */
  const [onSite, setOnSite] = useState<{ refused: StoredEnter | null } | null>(null)
  const person = useOpenPerson()
  const shown = useShownRows(rows, shownFilter)
  const changeEntry = useCallback((refused: StoredEnter) => {
    setRejectedOpen(false)
    setOnSite({ refused })
  }, [])
  const rejected = useRejectedActs(changeEntry)
  const { phones, error: phonesError } = usePhones(id, filter.showsMissing)
  const questioned = rowOf(questionedId)
  const opened = rowOf(person.openId)

  const confirmAndFocusNext = (row: ShownRow, choice: ConfirmOptions) => {
    const next = nextToConfirm(shown, row.id, (other) => sendings.get(other) === 'sending')
    // Only keyboard users are scrolled to the focus; for others the list must not move under a finger.
    const preventScroll = !document.activeElement?.matches(':focus-visible')
    // The sheet has to close first, because it traps the focus.
    flushSync(() => setQuestionedId(null))
    if (person.isScanning) setScanned({ id: row.id, isAgain: false })
    else focusConfirmButton(next, { preventScroll })
    const also = actsWithConfirmation(id, row, unconfirmedOfOrder(rows, row), choice)
    void act(row.id, draftOf(id, row, 'confirm'), also)
  }

  const onScanned = (row: ShownRow) => {
    const isDone = row.confirmed || (ticksPaid.isOn && row.paid)
    setScanned(isDone ? { id: row.id, isAgain: row.confirmed } : null)
    if (!isDone) setQuestionedId(row.id)
    else if (!row.confirmed) void act(row.id, draftOf(id, row, 'confirm'))
  }

  const takeBack = useCallback(
    async (row: ShownRow) => {
      await act(row.id, draftOf(id, row, 'unconfirm'))
      // Waits for the rendering that removes the pressed button and with it the focus.
      await new Promise((resolve) => setTimeout(resolve))
      const isNowhere = document.activeElement === document.body
      if (isNowhere) focusConfirmButton(row.id, { preventScroll: true })
    },
    [act, id],
  )

  if (isMissing && !list) return <CheckInMissingParade />
  const isCancelled = list !== undefined && list.parade.cancelledAt !== null
  // Undefined in lists stored by an earlier release: then cash is recorded.
  const takesCash = list?.parade.takesCash !== false
  return (
    <div className="bg-card pb-44 text-[1.0625rem] flat:pr-[calc(7rem+env(safe-area-inset-right))] flat:pb-6 low:grid low:grid-cols-1 low:p-0! low:*:w-full">
      <CheckInHead
        id={id}
        parade={list?.parade ?? null}
        rows={list ? rows : null}
        search={filter.search}
        onSearch={(search) => setFilter({ ...filter, search })}
        onOpenRejected={() => setRejectedOpen(true)}
        filters={
          list &&
          rows.length > 0 && (
            <CheckInFilters rows={rows} filter={filter} onChange={setFilter}>
              <CheckInListActs parade={list.parade} rows={rows} />
            </CheckInFilters>
          )
        }
      />
      <div className="mx-auto max-w-[44rem]">
        <CheckInHandOver />
        {list && <CheckInTodaysParades open={list.parade} />}
        {list && <CheckInCancelledBand of={list.parade} />}
        {phonesError && (
          <p role="status" className="px-4 py-2 text-muted-foreground">
            {phonesError.type === 'NetworkError'
              ? 'Kein Internet: Telefonnummern gibt es nur mit Netz.'
              : (phonesError.error?.message ?? phonesError.message)}
          </p>
        )}
        <CheckInBus rows={rows} busId={shownFilter.busId} />
        {list ? (
          <CheckInRows
            rows={rows}
            shown={shown}
            filter={shownFilter}
            onFilter={setFilter}
            sendings={sendings}
            rejected={rejected.byRow}
            phones={phones}
            onAsk={isCancelled ? null : setQuestionedId}
            onTakeBack={takeBack}
            onRejectedButton={rejected.answer}
          />
        ) : (
          <CheckInMissingList paradeId={id} />
        )}
        <CheckInHelperCash rows={rows} />
        {list && <ParadePlan parade={list.parade} className="py-3 md:hidden flat:block" />}
      </div>
      {list && !isCancelled && <CheckInFoot onEnter={() => setOnSite({ refused: null })} />}
      {list && person.isScanning && !isCancelled && (
        <CheckInScanner
          rows={rows}
          last={scanned?.isAgain ? undefined : lastScanned}
          again={scanned?.isAgain && lastScanned?.confirmed ? lastScanned : undefined}
          ticksPaid={ticksPaid}
          isPaused={questioned !== undefined || opened !== undefined}
          onFound={onScanned}
          onTakeBack={(row) => {
            setScanned(null)
            void takeBack(row)
          }}
          onAskBack={(row) => person.askBack(row.id)}
          onClose={person.close}
        />
      )}
      {list && onSite && (
        <CheckInOnSiteSheet
          list={list}
          rows={rows}
          refused={onSite.refused}
          onClose={() => setOnSite(null)}
        />
      )}
      {isRejectedOpen && rejected.all.length > 0 && (
        <RejectedSheet
          rejected={rejected.all}
          onRejectedButton={rejected.answer}
          onClose={() => setRejectedOpen(false)}
        />
      )}
      {questioned && !isCancelled && (
        <CheckInConfirmSheet
          row={questioned}
          family={unconfirmedOfOrder(rows, questioned)}
          takesCash={takesCash}
          onClose={() => setQuestionedId(null)}
          onConfirm={(choice) => confirmAndFocusNext(questioned, choice)}
        />
      )}
      {opened && (
        <CheckInPersonSheet
          key={opened.id}
          paradeId={id}
          row={opened}
          family={unconfirmedOfOrder(rows, opened)}
          isCancelled={isCancelled}
          takesCash={takesCash}
          asksBack={person.asksBack}
          onClose={person.close}
        />
      )}
    </div>
  )
}

/** The session was revoked: the lists are deleted already, so the user leaves the page. */
function useLeaveWhenSessionEnds(): void {
  const { signIn, acts } = useOutbox()
  const waits = acts.some(({ state }) => state === 'waiting')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (signIn !== 'ended') return
    const state = backToWithUnsent(pathname, waits)
    void navigate(paths.loginAfter('ended'), { replace: true, state })
  }, [signIn, waits, pathname, navigate])
  // The session ends only after leaving this page: earlier the shell would redirect to the sign-in
  // without the reason.
  useEffect(
    () => () => {
      if (outbox.state().signIn !== 'ended') return
      endSession()
      // Without a session this empties the state in memory; the stored acts stay.
      void outbox.reread()
    },
    [],
  )
}

const bar =
  'fixed inset-x-0 bottom-0 z-20 border-border-strong border-t bg-card px-4 pt-(--foot-gap) pb-[calc(var(--foot-gap)+env(safe-area-inset-bottom))] [--foot-gap:clamp(0.125rem,(20dvh-3.7rem)/2,0.5rem)] low:static low:order-first'
/** In landscape the bar stands beside the list, because there is no room below. */
const sideways =
  'flat:top-0 flat:left-auto flat:w-[calc(7rem+env(safe-area-inset-right))] flat:border-t-0 flat:border-l flat:py-2 flat:pr-[calc(0.5rem+env(safe-area-inset-right))] flat:pl-2 md:flat:top-16'
const button =
  'px-2! text-[min(1.125rem,4.36vw)]! @max-[17rem]/foot:[&>svg]:hidden flat:flex-col flat:whitespace-normal'

/** The bar with the scanner and the on-site entry, within the thumb's reach. */
function CheckInFoot({ onEnter }: { onEnter: () => void }) {
  return (
    <div className={cn('@container/foot', bar, sideways)}>
      <div className="mx-auto grid max-w-[42rem] grid-cols-[minmax(max-content,7fr)_minmax(0,10fr)] gap-2 flat:h-full flat:grid-cols-1">
        <Button asChild variant="primary" size="xl" className={button}>
          <Link {...linkToScanner}>
            <ScanLine aria-hidden="true" />
            Scannen
          </Link>
        </Button>
        <Button variant="strong" size="xl" onClick={onEnter} className={button}>
          <UserPlus />
          Vor Ort eintragen
        </Button>
      </div>
    </div>
  )
}
