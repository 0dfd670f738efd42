import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Failure as Failed } from '#web/lib/result.ts'
import { Failure, FailureText } from '#web/ui/failure.tsx'

type ActFailureProps = {
  /** null: nothing went wrong. */
  failure: Failed | null
  message: string
  className?: string
}

/** What went wrong with an act, with what the server says of it. */
export function ActFailure({ failure, message, ...rest }: ActFailureProps) {
  if (!failure) return null
  const detail = failureDetail(failure, message)
  return <Failure message={message} failure={failure} detail={detail} {...rest} />
}

/** The same for a dialog that has its own alert; null as long as nothing went wrong. */
export function actFailureText(failure: Failed | null, message: string) {
  if (!failure) return null
  const detail = failureDetail(failure, message)
  return <FailureText message={message} failure={failure} detail={detail} />
}
