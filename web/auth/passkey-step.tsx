import { KeyRound } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { knowsPasskeys } from '#web/lib/passkeys.ts'
import type { Failure, Result } from '#web/lib/result.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import type { LoginResult } from '#worker/auth/auth.contract.ts'
import {
  answer,
  offerPasskeys,
  type PasskeyQuestion,
  passkeyProblem,
  signInByPasskey,
} from './passkey.api.ts'
import { useAttempt } from './use-sign-in.ts'

type OnSignedIn = (user: LoginResult) => unknown

type PasskeySignInProps = {
  onSignedIn: OnSignedIn
  /** The browser offers no passkeys for now: another question is asked. */
  isOff: boolean
}

/** Below the form of the sign-in: a passkey needs neither address nor password. */
export function PasskeySignIn({ onSignedIn, isOff }: PasskeySignInProps) {
  const { submit, isBusy, refused, forget } = useAttempt(signInByPasskey, onSignedIn)
  const offered = usePasskeyOffer({ isOff: isOff || isBusy, onSignedIn, onTaken: forget })
  if (!knowsPasskeys()) return null
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

type Offer = {
  isOff: boolean
  onSignedIn: OnSignedIn
  /** One was taken: what was refused before is no longer of interest. */
  onTaken: () => void
}

/** Passkeys among what the browser fills in. @returns why the last one that was taken did not let in */
function usePasskeyOffer({ isOff, ...offer }: Offer) {
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
  /** A sentence: what was shown already. */
  whatIsDone: string
  /** Where the passkey is shown to; left out: to the sign-in. */
  send?: (question: PasskeyQuestion) => Promise<Result<LoginResult>>
  onSignedIn: OnSignedIn
  /** Back to where the password was typed. */
  onBack: () => void
}

/** The password was right, and a passkey is missing: one that there is, or the first one. */
export function PasskeyStep({ question, whatIsDone, onBack, ...step }: PasskeyStepProps) {
  const send = step.send ?? answer
  const { submit, isBusy, refused } = useAttempt(() => send(question), step.onSignedIn)
  const isFirst = question.code === 'PasskeyNeeded'
  // A question is answered once: whoever was refused begins anew.
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

/** Back from the step, whoever types goes on where they were. */
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

/** The form is gone, and the focus with it: what is to be done now is read first. */
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

/** The server has seen an answer; what only the browser refused can be asked once more. */
function isAnswered({ type, status }: Failure): boolean {
  return type !== 'NetworkError' && status !== undefined && status < 500 && status !== 429
}
