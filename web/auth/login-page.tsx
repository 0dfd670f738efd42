import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { hasUnsentActs } from '#web/lib/back-to.ts'
import { useOverlays } from '#web/lib/overlays.tsx'
import { isSignOutReason, signedOutWords } from '#web/lib/signed-out.ts'
import { useFocusReturn } from '#web/lib/use-focus-return.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, PasswordInput } from '#web/ui/input.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { LoginResult } from '#worker/auth/auth.contract.ts'
import { logIn, loginFailureSentences } from './auth.api.ts'
import { ForgottenPasswordDialog, forgottenPasswordHash } from './forgotten-password-dialog.tsx'
import { LinkPasswordForm } from './link-password-form.tsx'
import { type PasskeyQuestion, passkeyQuestionOf } from './passkey.api.ts'
import { PasskeySignIn, PasskeyStep, useFocusAfterStep } from './passkey-step.tsx'
import { SharedDeviceChoice } from './shared-device-choice.tsx'
import { useCompleteSignIn, useLinkToken } from './use-sign-in.ts'

export function LoginPage() {
  const { token, leave } = useLinkToken('#zugang=')
  const enter = useCompleteSignIn()
  return token === null ? (
    <SignIn onSignedIn={enter} why={<WhySignedOut />} />
  ) : (
    <LinkPasswordForm key={token} token={token} onLeave={leave} />
  )
}

type SignInProps = {
  onSignedIn: (user: LoginResult) => unknown
  /** Why a signed-in user has to sign in again. */
  why: ReactNode
}

/** The sign-in form. Any input is sent to the server, without validation in the browser (Spec §5). */
export function SignIn({ onSignedIn, why }: SignInProps) {
  const { submit, isBusy, problem, question, back } = useLogin(onSignedIn)
  const form = useRef<HTMLFormElement>(null)
  useFocusAfterStep(question, form)
  useEffect(() => addressInputOf(form.current)?.focus({ preventScroll: true }), [])
  return (
    <>
      {question && (
        <PasskeyStep
          question={question}
          whatIsDone="Dein Passwort stimmt."
          onSignedIn={onSignedIn}
          onBack={back}
        />
      )}
      <div hidden={question !== null}>
        <h1 className="mb-6 text-[2.125rem] max-md:text-[1.875rem]">Anmelden</h1>
        <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
          {why}
          <Field label="E-Mail Adresse" required size="lg">
            {(ids) => (
              <Input {...ids} name="emailAddress" type="email" autoComplete="username webauthn" />
            )}
          </Field>
          <Field
            label="Passwort"
            required
            size="lg"
            aside={<Link to={forgottenPasswordHash}>Passwort vergessen?</Link>}
          >
            {(ids) => <PasswordInput {...ids} name="password" autoComplete="current-password" />}
          </Field>
          <SharedDeviceChoice />
          <Button type="submit" variant="primary" size="lg" block>
            Anmelden
          </Button>
          {/* Below the button, so that no field moves when it appears. */}
          {problem && (
            <Alert key={problem.attempt} tone="error" focusOnMount>
              {problem.sentences.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </Alert>
          )}
        </form>
        <PasskeySignIn onSignedIn={onSignedIn} isOff={question !== null || isBusy} />
        <p className="mt-10 border-t pt-5 text-muted-foreground">
          Beim Umzug mitlaufen?{' '}
          <Link to={paths.paradeEnrolment} reloadDocument className="whitespace-nowrap">
            Zur Umzugsanmeldung
          </Link>
        </p>
      </div>
      <ForgottenPasswordDialog typed={() => addressInputOf(form.current)?.value ?? ''} />
      {isBusy && <BusyOverlay label="Anmelden..." />}
    </>
  )
}

/** Shown after a redirect from a page whose session ended. */
function WhySignedOut() {
  const [search] = useSearchParams()
  const reason = search.get('reason')
  const waits = hasUnsentActs(useLocation().state)
  return (
    isSignOutReason(reason) && (
      <Alert tone="info">
        <p>{signedOutWords[reason]}</p>
        {waits && (
          <p>
            Was Du abgehakt hast, ist auf dem Gerät gespeichert und wird gesendet, sobald Du wieder
            angemeldet bist.
          </p>
        )}
      </Alert>
    )
  )
}

const addressInputOf = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLInputElement>('input[name=emailAddress]')

type Problem = { sentences: string[]; attempt: number }

function useLogin(onSignedIn: SignInProps['onSignedIn']) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [question, setQuestion] = useState<PasskeyQuestion | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    setBusy(true)
    const result = await logIn({
      emailAddress: String(fields.get('emailAddress')),
      password: String(fields.get('password')),
    })
    const asked = result.ok ? null : passkeyQuestionOf(result.failure)
    // An answer without a user is a failure too (Spec §5).
    if (result.ok && result.data?.accessToken) {
      await onSignedIn(result.data)
    } else if (asked) {
      setProblem(null)
      setQuestion(asked)
    } else {
      const sentences = loginFailureSentences(result.ok ? undefined : result.failure)
      setProblem((last) => ({ sentences, attempt: (last?.attempt ?? 0) + 1 }))
    }
    setBusy(false)
  }

  return { submit, isBusy, problem, question, back: () => setQuestion(null) }
}

/** The modal busy indicator, shown while mounted. */
function BusyOverlay({ label = 'Laden...' }: { label?: string }) {
  const focus = useFocusReturn()
  const radix = useOverlays(true)
  if (!radix) return null
  const { Dialog } = radix
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Overlay
          data-slot="busy-overlay"
          className="fixed inset-0 z-50 grid animate-fade place-items-center bg-overlay"
        >
          <Dialog.Content
            role="alertdialog"
            aria-busy="true"
            aria-describedby={undefined}
            onOpenAutoFocus={focus.remember}
            onCloseAutoFocus={focus.giveBack}
            onEscapeKeyDown={(event) => event.preventDefault()}
            className="flex animate-rise items-center gap-3.5 rounded-2xl bg-popover px-7 py-5 text-popover-foreground shadow-lg outline-none"
          >
            <Spinner className="text-primary dark:text-primary-soft-foreground" />
            <Dialog.Title className="font-sans font-semibold text-base tracking-normal">
              {label}
            </Dialog.Title>
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
