import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { failureDetail } from '#web/lib/failure-detail.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, PasswordInput } from '#web/ui/input.tsx'
import { passwordRule } from '#worker/domain/password.ts'
import { setUp } from './auth.api.ts'
import { SharedDeviceChoice } from './shared-device-choice.tsx'
import { useCompleteSignIn, useLinkToken, useSignedOutSubmit } from './use-sign-in.ts'

const notMade = 'Der Zugang konnte nicht angelegt werden'

/** Creates the first user of an empty guild, through the link that start and deploy print. */
export function SetupPage() {
  const { token } = useLinkToken('#')
  return token === null ? <NoLink /> : <SetupForm key={token} token={token} />
}

const nothingTyped = { firstName: '', lastName: '', emailAddress: '', password: '', repeated: '' }

function SetupForm({ token }: { token: string }) {
  const enter = useCompleteSignIn()
  const [typed, setTyped] = useState(nothingTyped)
  const { repeated, ...user } = typed
  const { submit, isBusy, refused } = useSignedOutSubmit(() => setUp({ token, ...user }), enter)
  const error = refused?.failure.error
  if (error?.code === 'SetupDone') return <NoLink message={error.message} />
  const isSame = user.password === repeated
  const fields = error?.fields
  const given = (name: keyof typeof nothingTyped) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((last) => ({ ...last, [name]: target.value })),
  })
  return (
    <>
      <Title />
      <p className="mb-6 text-pretty text-muted-foreground">
        Lege den ersten Zugang an: Deinen. Er darf alles. Andere lädst Du danach unter „Zugänge“
        ein.
      </p>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {refused && (
          <Failure
            key={refused.attempt}
            failure={refused.failure}
            message={notMade}
            detail={fields ? undefined : failureDetail(refused.failure, notMade)}
            focusOnMount
          />
        )}
        <Field label="Vorname" required size="lg" error={fields?.firstName}>
          {(ids) => <Input {...ids} {...given('firstName')} autoComplete="given-name" />}
        </Field>
        <Field label="Nachname" required size="lg" error={fields?.lastName}>
          {(ids) => <Input {...ids} {...given('lastName')} autoComplete="family-name" />}
        </Field>
        <Field
          label="E-Mail Adresse"
          required
          size="lg"
          error={fields?.emailAddress}
          help="Mit ihr meldest Du Dich an."
        >
          {(ids) => (
            <Input {...ids} {...given('emailAddress')} type="email" autoComplete="username" />
          )}
        </Field>
        <Field label="Passwort" required size="lg" error={fields?.password} help={passwordRule}>
          {(ids) => <PasswordInput {...ids} {...given('password')} autoComplete="new-password" />}
        </Field>
        <Field
          label="Passwort wiederholen"
          required
          size="lg"
          help={!isSame && 'Wiederhole das Passwort genau gleich, dann geht es weiter.'}
        >
          {(ids) => <PasswordInput {...ids} {...given('repeated')} autoComplete="new-password" />}
        </Field>
        <SharedDeviceChoice />
        <Button type="submit" variant="primary" size="lg" block disabled={!isSame} busy={isBusy}>
          Zugang anlegen und anmelden
        </Button>
      </form>
    </>
  )
}

/** Shown instead of the form; without a message for an address without a code, as after a reload. */
function NoLink({ message = 'Hier fehlt der Code aus dem Link.' }: { message?: string }) {
  return (
    <>
      <Title />
      <Alert tone="error" focusOnMount>
        <p>{message}</p>
        <p>
          Er gilt sieben Tage und nur, solange es noch keinen Zugang gibt. Einen neuen zeigt der
          nächste Start der Anwendung.
        </p>
      </Alert>
      <Button asChild size="lg" block className="mt-5">
        <Link to={paths.login}>Zur Anmeldung</Link>
      </Button>
    </>
  )
}

function Title(): ReactNode {
  return <h1 className="mb-3 text-[2.125rem] max-md:text-[1.875rem]">Zunft einrichten</h1>
}
