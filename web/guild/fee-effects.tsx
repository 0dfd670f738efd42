import { useQuery } from '@tanstack/react-query'
import { Failure } from '#web/components/failure.tsx'
import { feePreviewQuery } from '#web/data/billing.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { germanEuro } from '#worker/domain/money.ts'
import type { FeeTableEvaluation } from './fee-draft.ts'
import { namesOf } from './rule-effects.tsx'

type FeeEffectsProps = {
  seen: Pick<FeeTableEvaluation, 'year' | 'feeRules' | 'problems'> & {
    /** The family maximum in cents, null for none; if left out, the stored maximum applies. */
    familyCapInCent?: number | null
  }
  /** False while the user types; the server is then not asked. */
  isAtRest: boolean
}

/** The effect of a valid table on the fees. */
function useFeePreview({ seen, isAtRest }: FeeEffectsProps) {
  const { year, feeRules, problems, familyCapInCent } = seen
  return useQuery({
    ...feePreviewQuery(year, feeRules, familyCapInCent),
    enabled: isAtRest && Object.keys(problems).length === 0,
    // Opening the dialog again repeats a failed call: the network may have been the reason.
    retryOnMount: true,
  })
}

type Preview = NonNullable<ReturnType<typeof useFeePreview>['data']>

/** The changed fees and their total, at the foot of the dialog. */
export function FeeEffects(props: FeeEffectsProps) {
  const { seen } = props
  const { data, error, isFetching, refetch } = useFeePreview(props)
  // Errors are shown at the fields.
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
          : `${payingMembersText(changed.length)} anders, ${totalDifferenceText(afterInCent - beforeInCent)}.`}
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

const payingMembersText = (count: number) =>
  count === 1 ? '1 Mitglied zahlt' : `${count} Mitglieder zahlen`

function totalDifferenceText(inCent: number): string {
  if (inCent === 0) return 'zusammen gleich viel'
  return `zusammen ${germanEuro(Math.abs(inCent))} ${inCent > 0 ? 'mehr' : 'weniger'}`
}
