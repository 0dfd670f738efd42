import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Failure as Failed } from '#web/lib/result.ts'
import { signedOutWords, signOutReasonOf } from '#web/lib/signed-out.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

/** A `CallFailure` has its sentence in `message`; for a failure that `call` has returned, `message` is given here. */
type FailureSource =
  | { failure: CallFailure; message?: undefined }
  | { failure: Pick<Failed, 'type' | 'error'>; message: string }

type FailureTextProps = FailureSource & {
  /** Text after the sentence; by default the server's message, if it has answered. */
  detail?: string | undefined
}

type FailureProps = FailureTextProps & {
  /** Shown first: the age of the displayed data. */
  before?: ReactNode
  onRetry?: (() => void) | undefined
  busy?: boolean
  focusOnMount?: boolean
  className?: string | undefined
  /** Shown below the sentences. */
  children?: ReactNode
}

export function Failure(props: FailureProps) {
  const { before, onRetry, busy, focusOnMount = false, className = '' } = props
  return (
    <Alert
      tone="error"
      focusOnMount={focusOnMount}
      className={className}
      action={
        onRetry && (
          <Button size="sm" busy={busy ?? false} onClick={onRetry}>
            Erneut laden
          </Button>
        )
      }
    >
      {before && <p>{before}</p>}
      <FailureText {...props} />
      {props.children}
    </Alert>
  )
}

/** The sentences of a failure without an alert around them. */
export function FailureText(props: FailureTextProps) {
  const { failure } = props
  const message = props.message === undefined ? props.failure.message : props.message
  const detail = props.detail ?? failureDetail({ type: failure.type }, message)
  return (
    <>
      <p>{message}</p>
      {detail && <p>{detail}</p>}
      {props.failure.type === 'AuthenticationError' && <SignedOut failure={props.failure} />}
    </>
  )
}

function SignedOut({ failure }: Pick<FailureSource, 'failure'>) {
  const reason = signOutReasonOf(failure)
  return (
    <p>
      {signedOutWords[reason]} {/* Opens a new tab, so that the input of this page is not lost. */}
      <Link to={paths.loginAfter(reason)} target="_blank" className="text-inherit">
        Neu anmelden
      </Link>{' '}
      in einem neuen Tab, danach geht es hier weiter.
    </p>
  )
}
