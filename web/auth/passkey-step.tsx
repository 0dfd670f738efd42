import { KeyRound } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { supportsPasskeys } from '#web/lib/passkeys.ts'
import type { Failure, Result } from '#web/lib/result.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import type { LoginResult } from '#worker/auth/auth.contract.ts'
import {
  answerPasskeyQuestion,
  offerPasskeys,
  type PasskeyQuestion,
  passkeyProblem,
  signInByPasskey,
} from './passkey.api.ts'
import { useSignedOutSubmit } from './use-sign-in.ts'

type OnSignedIn = (user: LoginResult) => unknown

type PasskeySignInProps = {
  onSignedIn: OnSignedIn
  /** Disables the passkey autofill while another question is open. */
  isOff: boolean
}

/** The sign-in with a passkey, which needs neither address nor password. */
export function PasskeySignIn({ onSignedIn, isOff }: PasskeySignInProps) {
  const { submit, isBusy, refused, forget } = useSignedOutSubmit(signInByPasskey, onSignedIn)
  const offered = usePasskeyOffer({ isOff: isOff || isBusy, onSignedIn, onTaken: forget })
  if (!supportsPasskeys()) return null
  return (
    <div className="mt-5 grid gap-5">
      <Button size="lg" block busy={isBusy} onClick={submit}>
        <KeyRound />
        Mit Passkey anmelden
      </Button>
      {refused && <Problem key={refused.attempt} failure={refused.failure} />}
      {offered && !refused && <Problem key={offered.attempt} failure={offered.failure} />}
    </div>
  )
}

type PasskeyOffer = {
  isOff: boolean
  onSignedIn: OnSignedIn
  /** Called when a passkey is chosen; clears earlier failures. */
  onTaken: () => void
}

/**
 * Offers passkeys in the autofill.
 * @returns the failure of the passkey chosen last
 */
function usePasskeyOffer({ isOff, ...offer }: PasskeyOffer) {
  const [refused, setRefused] = useState<{ failure: Failure; attempt: number } | null>(null)
  const latest = useRef(offer)
  useEffect(() => {
    latest.current = offer
  })
  useEffect(() => {
    if (isOff) return
    return offerPasskeys((result) => {
      latest.current.onTaken()
      if (result.ok) return latest.current.onSignedIn(result.data)
      const { failure } = result
      setRefused((last) => ({ failure, attempt: (last?.attempt ?? 0) + 1 }))
    })
  }, [isOff])
  return refused
}

type PasskeyStepProps = {
  question: PasskeyQuestion
  /** A sentence about the completed step. */
  whatIsDone: string
  /** Sends the passkey; by default `answerPasskeyQuestion`. */
  send?: (question: PasskeyQuestion) => Promise<Result<LoginResult>>
  onSignedIn: OnSignedIn
  /** Returns to the password form. */
  onBack: () => void
}

/** The second step after a correct password: use a passkey, or create the first one. */
export function PasskeyStep({ question, whatIsDone, onBack, ...step }: PasskeyStepProps) {
  const send = step.send ?? answerPasskeyQuestion
  const { submit, isBusy, refused } = useSignedOutSubmit(() => send(question), step.onSignedIn)
  const isFirst = question.code === 'PasskeyNeeded'
  // The server accepts one answer per question, so a failure starts over.
  const isOver = refused !== null && isAnswered(refused.failure)
  return (
    <>
      <Heading>{isFirst ? 'Passkey anlegen' : 'Noch Dein Passkey'}</Heading>
      <p className="mb-6 text-pretty text-muted-foreground">
        {whatIsDone}{' '}
        {isFirst
          ? 'Wer verwalten darf, meldet sich in Deiner Zunft mit einem Passkey an. Lege ihn jetzt auf diesem Gerät an: Es fragt dafür nach Fingerabdruck, Gesicht oder PIN.'
          : 'Zeig noch Deinen Passkey: Dein Gerät fragt nach Fingerabdruck, Gesicht oder PIN.'}
      </p>
      <div className="grid gap-5">
        {refused && <Problem key={refused.attempt} failure={refused.failure} />}
        {!isOver && (
          <Button variant="primary" size="lg" block busy={isBusy} onClick={submit}>
            <KeyRound />
            {isFirst ? 'Passkey anlegen' : 'Passkey zeigen'}
          </Button>
        )}
        <Button size="lg" block disabled={isBusy} onClick={onBack}>
          Zurück
        </Button>
        {!isFirst && (
          <p className="text-muted-foreground text-sm">
            Passkey verloren? Bitte jemand anderen aus der Verwaltung: Unter „Zugänge“ kann er Dir
            für 24 Stunden ein neues Passwort ohne Passkey zulassen und einen Link schicken.
          </p>
        )}
      </div>
    </>
  )
}

/** Moves the focus back into the form after the user has returned from the step. */
export function useFocusAfterStep(
  question: PasskeyQuestion | null,
  form: RefObject<HTMLFormElement | null>,
): void {
  const wasAsked = useRef(false)
  useEffect(() => {
    if (wasAsked.current && !question) {
      form.current?.querySelector<HTMLElement>('input[name=password]')?.focus()
    }
    wasAsked.current = question !== null
  }, [question, form])
}

/** The heading of the step. It takes the focus, because the form that had it is gone. */
function Heading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className="mb-3 text-[2.125rem] outline-none max-md:text-[1.875rem]"
    >
      {children}
    </h1>
  )
}

function Problem({ failure }: { failure: Failure }) {
  return (
    <Alert tone="error" focusOnMount>
      {passkeyProblem(failure)}
    </Alert>
  )
}

/** Whether the server has received the answer; a failure within the browser can be retried. */
function isAnswered({ type, status }: Failure): boolean {
  return type !== 'NetworkError' && status !== undefined && status < 500 && status !== 429
}
