import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { failureDetail } from '#web/lib/failure-detail.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/input.tsx'
import { passwordRule } from '#worker/domain/password.ts'
import { choosePassword, choosePasswordWithPasskey } from './auth.api.ts'
import { forgottenPasswordHash } from './forgotten-password-dialog.tsx'
import { passkeyQuestionOf } from './passkey.api.ts'
import { PasskeyStep } from './passkey-step.tsx'
import { SharedDeviceChoice } from './shared-device-choice.tsx'
import { useCompleteSignIn, useSignedOutSubmit } from './use-sign-in.ts'

const notSaved = 'Das Passwort konnte nicht gespeichert werden'

type LinkPasswordFormProps = { token: string; onLeave: () => void }

/** Sets a new password through the link of an invitation or a forgotten password, and signs in. */
export function LinkPasswordForm({ token, onLeave }: LinkPasswordFormProps) {
  const enter = useCompleteSignIn()
  const [newPassword, setNewPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const { submit, isBusy, refused, forget } = useSignedOutSubmit(
    () => choosePassword({ token, newPassword }),
    enter,
  )
  const question = refused && passkeyQuestionOf(refused.failure)
  if (question?.code === 'PasskeyNeeded')
    return (
      <PasskeyStep
        question={question}
        whatIsDone="Dein neues Passwort ist gespeichert."
        onSignedIn={enter}
        onBack={onLeave}
      />
    )
  if (question)
    return (
      <PasskeyStep
        question={question}
        whatIsDone="Dein neues Passwort gilt, sobald Du Deinen Passkey gezeigt hast."
        send={(asked) => choosePasswordWithPasskey({ token, newPassword }, asked)}
        onSignedIn={enter}
        onBack={forget}
      />
    )
  const error = refused?.failure.error
  if (error?.code === 'LinkInvalid')
    return <LinkInvalid message={error.message} onLeave={onLeave} />
  const isSame = newPassword === repeated
  const problem = error?.fields?.newPassword
  return (
    <>
      <Title>Passwort wählen</Title>
      <p className="mb-6 text-pretty text-muted-foreground">
        Für Deinen neuen Zugang, oder weil Du das alte Passwort nicht mehr weißt. Danach bist Du
        hier angemeldet und überall sonst abgemeldet.
      </p>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {refused && (
          <Failure
            key={refused.attempt}
            failure={refused.failure}
            message={notSaved}
            detail={problem ? undefined : failureDetail(refused.failure, notSaved)}
            focusOnMount
          />
        )}
        <Field label="Neues Passwort" required size="lg" error={problem} help={passwordRule}>
          {(ids) => (
            <PasswordInput
              {...ids}
              autoComplete="new-password"
              value={newPassword}
              onChange={({ target }) => setNewPassword(target.value)}
            />
          )}
        </Field>
        <Field
          label="Neues Passwort wiederholen"
          required
          size="lg"
          help={!isSame && 'Wiederhole das neue Passwort genau gleich, dann geht es weiter.'}
        >
          {(ids) => (
            <PasswordInput
              {...ids}
              autoComplete="new-password"
              value={repeated}
              onChange={({ target }) => setRepeated(target.value)}
            />
          )}
        </Field>
        <SharedDeviceChoice />
        <Button type="submit" variant="primary" size="lg" block disabled={!isSame} busy={isBusy}>
          Speichern und anmelden
        </Button>
      </form>
    </>
  )
}

function LinkInvalid({ message, onLeave }: { message: string; onLeave: () => void }) {
  return (
    <>
      <Title>Passwort wählen</Title>
      <Alert tone="error" focusOnMount>
        <p>{message}</p>
        <p>Jeder Link gilt nur einmal und nur eine Zeit lang, und ein neuer ersetzt den alten.</p>
      </Alert>
      <p className="mt-5">
        Einen neuen bekommst Du über{' '}
        <Link to={forgottenPasswordHash} onClick={onLeave}>
          Passwort vergessen?
        </Link>
      </p>
      <Button size="lg" block onClick={onLeave} className="mt-5">
        Zur Anmeldung
      </Button>
    </>
  )
}

function Title({ children }: { children: ReactNode }) {
  return <h1 className="mb-3 text-[2.125rem] max-md:text-[1.875rem]">{children}</h1>
}
