import { useDeferredValue, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { Failure } from '#web/ui/failure.tsx'
import { loadCostumeTypes, loadTodaysParades } from './check-in.api.ts'
import { CheckInConfirmSheet } from './check-in-confirm-sheet.tsx'
import { CheckInFilters } from './check-in-filters.tsx'
import { CheckInHead } from './check-in-head.tsx'
import { noFilter, type Participant } from './check-in-list.ts'
import { CheckInMissingParade } from './check-in-missing-parade.tsx'
import { CheckInOnSite } from './check-in-on-site.tsx'
import { CheckInRows } from './check-in-rows.tsx'
import { CheckInTodaysParades } from './check-in-todays-parades.tsx'
import { isParadeMissing } from './parade-missing.tsx'
import { loadParade, loadParticipants, paradeNotLoaded } from './parades.api.ts'
import { useCheckInConfirm } from './use-check-in-confirm.ts'
import { useCheckInList } from './use-check-in-list.ts'

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
    onConfirmed: list.put,
    onRefused: list.refresh,
  })
  const [filter, setFilter] = useState(noFilter)
  const shownFilter = useDeferredValue(filter)
  const [inQuestion, setInQuestion] = useState<Participant | null>(null)

  const failure = parade.result?.ok === false ? parade.result.failure : null
  if (isParadeMissing(parade.result)) return <CheckInMissingParade />
  return (
    <div className="min-h-dvh bg-card pb-28 text-[1.0625rem]">
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
          onResetFilter={() => setFilter(noFilter)}
          sendings={sendings}
          onAsk={setInQuestion}
        />
      </div>
      <CheckInOnSite paradeId={id} costumeTypes={costumeTypes} onEntered={list.put} />
      {inQuestion && (
        <CheckInConfirmSheet
          row={inQuestion}
          onClose={() => setInQuestion(null)}
          onConfirm={() => {
            setInQuestion(null)
            void confirm(inQuestion.id)
          }}
        />
      )}
    </div>
  )
}
