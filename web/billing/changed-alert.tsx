import { FailureText } from '#web/components/failure.tsx'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { Alert } from '#web/ui/alert.tsx'
import type { FeeSum } from '#worker/domain/fee-figures.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { feesInWords } from './fee-text.ts'

/** The current count and sum of the fees, when a write was rejected because the fees changed; else null. */
export function currentFeeSum(failure: CallFailure | null): FeeSum | null {
  const error = failure?.error
  // The server sends `FeesChanged` without numbers, too.
  if (error?.code !== 'FeesChanged' || typeof error.count !== 'number') return null
  return { count: error.count, sumInCent: error.sumInCent }
}

/** Says that the fees changed between display and click, with the new numbers; a second click accepts them. */
export function FeesChangedAlert({ failure }: { failure: CallFailure }) {
  const now = currentFeeSum(failure)
  return (
    <Alert tone="error">
      <FailureText
        failure={failure}
        detail={
          now
            ? `Inzwischen hat sich etwas geändert: Jetzt sind es ${feesInWords(now.count)}, zusammen ${germanEuro(now.sumInCent)}. Stimmt das, dann drücke noch einmal.`
            : undefined
        }
      />
    </Alert>
  )
}
