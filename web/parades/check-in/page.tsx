import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { flushSync } from 'react-dom'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { costumeTypesQuery } from '#web/data/costumes.ts'
import { paradeQuery, participantsQuery, todaysParadeQuery } from '#web/data/parades.ts'
import { prefetch, queryClient } from '#web/lib/query.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { Failure } from '#web/ui/failure.tsx'
import { isNotThere } from '#web/ui/missing-page.tsx'
import { CheckInCancelledBand } from './cancelled-band.tsx'
import { CheckInConfirmSheet } from './confirm-sheet.tsx'
import { CheckInFilters } from './filters.tsx'
import { CheckInHead } from './head.tsx'
import { nextToConfirm, noFilter, type Participant } from './list.ts'
import { CheckInMissingParade } from './missing-parade.tsx'
import { CheckInOnSite } from './on-site.tsx'
import { CheckInPersonSheet } from './person-sheet.tsx'
import { focusConfirmButton } from './row.tsx'
import { CheckInRows } from './rows.tsx'
import { CheckInTodaysParades } from './todays-parades.tsx'
import { useCheckInConfirm } from './use-confirm.ts'
import { useCheckInList } from './use-list.ts'
import { useOpenPerson } from './use-open-person.ts'
import { useShownRows } from './use-shown-rows.ts'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  prefetch(paradeQuery(id), costumeTypesQuery, todaysParadeQuery)
  // A list that is known is refreshed by the page, not under a finger.
  const participants = participantsQuery(id)
  if (!queryClient.getQueryData(participants.queryKey)) prefetch(participants)
  return { id }
}

export const shouldRevalidate = unlessOnlySearchChanged

const noRows: readonly Participant[] = []

export function CheckInPage() {
  const { id } = useLoaderData<typeof loader>()
  return <CheckIn key={id} id={id} />
}

function CheckIn({ id }: { id: number }) {
  const parade = useQuery(paradeQuery(id))
  const costumeTypes = useQuery(costumeTypesQuery)
  const list = useCheckInList(id)
  const { sendings, confirm } = useCheckInConfirm(id)
  const [filter, setFilter] = useState(noFilter)
  const shownFilter = useDeferredValue(filter)
  const [questionedId, setQuestionedId] = useState<number | null>(null)
  const person = useOpenPerson()
  const rows = list.data ?? noRows
  const shown = useShownRows(rows, shownFilter)
  const questioned = rows.find((row) => row.id === questionedId)
  const opened = rows.find((row) => row.id === person.openId)

  const confirmAndGoOn = (id: number) => {
    const next = nextToConfirm(shown, id, (other) => sendings.get(other) === 'sending')
    // Under a finger nothing scrolls; who goes by the keyboard sees where they are.
    const preventScroll = !document.activeElement?.matches(':focus-visible')
    // The sheet holds the focus as long as it is there.
    flushSync(() => setQuestionedId(null))
    focusConfirmButton(next, { preventScroll })
    void confirm(id)
  }

  const isCancelled = parade.data !== undefined && parade.data.cancelledAt !== null
  if (isNotThere(parade)) return <CheckInMissingParade />
  return (
    <div className="bg-card pb-44 text-[1.0625rem]">
      <CheckInHead
        id={id}
        parade={parade.data ?? null}
        rows={list.data ?? null}
        search={filter.search}
        onSearch={(search) => setFilter({ ...filter, search })}
      />
      <div className="mx-auto max-w-[44rem]">
        {parade.error && !parade.data && (
          <Failure
            className="m-4 [&_button]:min-h-14"
            failure={parade.error}
            busy={parade.isFetching}
            onRetry={() => void parade.refetch()}
          />
        )}
        <CheckInTodaysParades openId={id} />
        {parade.data && <CheckInCancelledBand of={parade.data} />}
        {rows.length > 0 && <CheckInFilters rows={rows} filter={filter} onChange={setFilter} />}
        <CheckInRows
          list={list}
          shown={shown}
          filter={shownFilter}
          onFilter={setFilter}
          sendings={sendings}
          onAsk={isCancelled ? null : setQuestionedId}
        />
      </div>
      {!isCancelled && <CheckInOnSite paradeId={id} costumeTypes={costumeTypes} rows={rows} />}
      {questioned && !isCancelled && (
        <CheckInConfirmSheet
          paradeId={id}
          row={questioned}
          onClose={() => setQuestionedId(null)}
          onConfirm={() => confirmAndGoOn(questioned.id)}
        />
      )}
      {opened && (
        <CheckInPersonSheet
          key={opened.id}
          paradeId={id}
          row={opened}
          isCancelled={isCancelled}
          onClose={person.close}
        />
      )}
    </div>
  )
}
