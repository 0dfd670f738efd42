import { useQuery } from '@tanstack/react-query'
import { Failure } from '#web/components/failure.tsx'
import { feePreviewQuery } from '#web/data/billing.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { germanEuro } from '#worker/domain/money.ts'
import type { FeesSeen } from './fee-draft.ts'
import { namesOf } from './rule-effects.tsx'

type FeeEffectsProps = {
  seen: Pick<FeesSeen, 'year' | 'feeRules' | 'problems'> & {
    /** What families pay at most; left out = it stays as it is. */
    familyCapInCent?: number | null
  }
  /** Nobody is typing: only then is the server asked. */
  isAtRest: boolean
}

/** What a table that can be saved would make of the fees. */
function useFeePreview({ seen, isAtRest }: FeeEffectsProps) {
  const { year, feeRules, problems, familyCapInCent } = seen
  return useQuery({
    ...feePreviewQuery(year, feeRules, familyCapInCent),
    enabled: isAtRest && Object.keys(problems).length === 0,
    // What was refused may fit by now.
    retryOnMount: true,
  })
}

type Preview = NonNullable<ReturnType<typeof useFeePreview>['data']>

/** At the foot of the dialog: whose fee becomes another one, and what that makes together. */
export function FeeEffects(props: FeeEffectsProps) {
  const { seen } = props
  const { data, error, isFetching, refetch } = useFeePreview(props)
  // What is wrong stands beside its field.
  if (Object.keys(seen.problems).length > 0 || error?.error?.fields) return null
  if (error) return <Failure failure={error} busy={isFetching} onRetry={refetch} />
  return (
    <section className="rounded-lg bg-muted px-4 py-3">
      <h3 className="mb-1">Beiträge {seen.year}</h3>
      <div role="status" className="grid gap-1.5">
        {data ? <Words of={data} /> : <Waiting />}
      </div>
    </section>
  )
}

function Waiting() {
  return (
    <p className="flex items-center gap-2">
      <Spinner className="size-4" /> Wird berechnet …
    </p>
  )
}

function Words({ of: { changed, withoutRow, beforeInCent, afterInCent } }: { of: Preview }) {
  const lost = changed.filter(({ after }) => after === null)
  const lostInCent = lost.reduce((sum, { before }) => sum + (before ?? 0), 0)
  return (
    <>
      <p>
        {changed.length === 0
          ? 'Niemand zahlt etwas anderes als bisher.'
          : `${members(changed.length)} anders, ${together(afterInCent - beforeInCent)}.`}
      </p>
      {withoutRow.length > 0 && (
        <p>
          <b className="font-semibold">
            {withoutRow.length === 1 ? '1 Person' : `${withoutRow.length} Personen`} ohne Beitrag
            {lostInCent > 0 && `, ${germanEuro(-lostInCent)}`}:
          </b>{' '}
          {namesOf(withoutRow)}
        </p>
      )}
    </>
  )
}

const members = (count: number) => (count === 1 ? '1 Mitglied zahlt' : `${count} Mitglieder zahlen`)

function together(inCent: number): string {
  if (inCent === 0) return 'zusammen gleich viel'
  return `zusammen ${germanEuro(Math.abs(inCent))} ${inCent > 0 ? 'mehr' : 'weniger'}`
}
