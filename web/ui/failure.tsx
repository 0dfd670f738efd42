import { Link } from 'react-router'
import type { Failure as Failed } from '#web/lib/result.ts'
import { paths } from '#web/paths.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

type FailureProps = {
  /** The specification's sentence for the call that failed. */
  message: string
  failure: Pick<Failed, 'type'>
  /** What the server says beyond that sentence. */
  detail?: string | undefined
  onRetry?: (() => void) | undefined
  busy?: boolean
  focusOnMount?: boolean
  className?: string
}

export function Failure({ message, failure, detail, onRetry, busy, ...rest }: FailureProps) {
  return (
    <Alert
      tone="error"
      {...rest}
      action={
        onRetry && (
          <Button size="sm" busy={busy ?? false} onClick={onRetry}>
            Erneut laden
          </Button>
        )
      }
    >
      <FailureText message={message} failure={failure} detail={detail} />
    </Alert>
  )
}

/** The sentences alone, for a dialog that has its own alert. */
export function FailureText({
  message,
  failure,
  detail,
}: Pick<FailureProps, 'message' | 'failure' | 'detail'>) {
  return (
    <>
      <p>{message}</p>
      {detail && <p>{detail}</p>}
      {failure.type === 'AuthenticationError' && (
        <p>
          Deine Anmeldung ist abgelaufen.{' '}
          {/* In a tab of its own: what was typed here is still here afterwards. */}
          <Link to={paths.login} target="_blank" className="text-inherit">
            Neu anmelden
          </Link>{' '}
          in einem neuen Tab, danach geht es hier weiter.
        </p>
      )}
    </>
  )
}
