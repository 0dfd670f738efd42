import { useDeferredValue, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import {
  loadCostumeTypes,
  loadParade,
  loadParticipants,
  paradeNotLoaded,
} from '#web/parades/parades.api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { isMissing } from '#web/ui/missing-page.tsx'
import { loadTodaysParades } from './check-in.api.ts'
import { CheckInConfirmSheet } from './confirm-sheet.tsx'
import { CheckInFilters } from './filters.tsx'
import { CheckInHead } from './head.tsx'
import { noFilter } from './list.ts'
import { CheckInMissingParade } from './missing-parade.tsx'
import { CheckInOnSite } from './on-site.tsx'
import { CheckInPersonSheet } from './person-sheet.tsx'
import { CheckInRows } from './rows.tsx'
import { CheckInTodaysParades } from './todays-parades.tsx'
import { useCheckInConfirm } from './use-confirm.ts'
import { useCheckInList } from './use-list.ts'
import { useOpenPerson } from './use-open-person.ts'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  return {
    id,
    parade: loadParade(id),
    participations: loadParticipants(id),
    costumeTypes: loadCostumeTypes(),
    todays: loadTodaysParades(),
  }
}

export const shouldRevalidate = unlessOnlySearchChanged

type Asked = ReturnType<typeof loader>

export function CheckInPage() {
  const asked = useLoaderData<typeof loader>()
  return <CheckIn key={asked.id} asked={asked} />
}

function CheckIn({ asked }: { asked: Asked }) {
  const { id } = asked
  const parade = useLoaded(asked.parade, () => loadParade(id))
  const costumeTypes = useLoaded(asked.costumeTypes, loadCostumeTypes)
  const list = useCheckInList(id, asked.participations)
  const { sendings, confirm } = useCheckInConfirm({
    paradeId: id,
    onConfirmed: list.change,
    onRefused: list.refresh,
  })
  const acting = { paradeId: id, onChanged: list.change, onRefused: list.refresh }
  const [filter, setFilter] = useState(noFilter)
  const shownFilter = useDeferredValue(filter)
  const [askedId, setAskedId] = useState<number | null>(null)
  const person = useOpenPerson()
  const rowOf = (wanted: number | null) => list.rows?.find((row) => row.id === wanted)
  const inQuestion = rowOf(askedId)
  const opened = rowOf(person.openId)

  const failure = parade.result?.ok === false ? parade.result.failure : null
  if (isMissing(parade.result)) return <CheckInMissingParade />
  return (
    <div className="min-h-dvh bg-card pb-44 text-[1.0625rem]">
      <CheckInHead
        id={id}
        parade={parade.result?.ok ? parade.result.data : null}
        rows={list.rows}
        search={filter.search}
        onSearch={(search) => setFilter({ ...filter, search })}
      />
      <div className="mx-auto max-w-[44rem]">
        {failure && (
          <Failure
            className="m-4 [&_button]:min-h-14"
            message={paradeNotLoaded}
            failure={failure}
            busy={parade.isPending}
            onRetry={parade.reload}
          />
        )}
        <CheckInTodaysParades asked={asked.todays} openId={id} />
        {list.rows && list.rows.length > 0 && (
          <CheckInFilters rows={list.rows} filter={filter} onChange={setFilter} />
        )}
        <CheckInRows
          list={list}
          filter={shownFilter}
          onFilter={setFilter}
          sendings={sendings}
          onAsk={setAskedId}
        />
      </div>
      <CheckInOnSite
        paradeId={id}
        costumeTypes={costumeTypes}
        rows={list.rows ?? []}
        onEntered={list.enter}
      />
      {inQuestion && (
        <CheckInConfirmSheet
          row={inQuestion}
          {...acting}
          onClose={() => setAskedId(null)}
          onConfirm={() => {
            setAskedId(null)
            void confirm(inQuestion.id)
          }}
        />
      )}
      {opened && (
        <CheckInPersonSheet key={opened.id} row={opened} {...acting} onClose={person.close} />
      )}
    </div>
  )
}
