import { useQuery } from '@tanstack/react-query'
import { feePreviewQuery } from '#web/data/billing.ts'
import { useAtRest } from '#web/lib/use-at-rest.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { germanEuro } from '#worker/domain/money.ts'
import type { FeesSeen } from './fee-draft.ts'
import { namesOf } from './rule-effects.tsx'

/** At the foot of the dialog: whose fee becomes another one, and what that makes together. */
export function FeeEffects({ seen }: { seen: FeesSeen | null }) {
  const isPossible = seen !== null && Object.keys(seen.problems).length === 0
  const typed = isPossible ? JSON.stringify([seen.year, seen.feeRules]) : null
  const isAtRest = useAtRest(typed) === typed
  const { data, error, isFetching, refetch } = useQuery({
    ...feePreviewQuery(seen?.year ?? 0, seen?.feeRules ?? []),
    enabled: isPossible && isAtRest,
    // What was refused may fit by now.
    retryOnMount: true,
  })
  // What is wrong stands beside its field.
  if (!isPossible || error?.error?.fields) return null
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

type Preview = NonNullable<ReturnType<typeof feePreviewQuery>['queryKey'][typeof dataOf]>
