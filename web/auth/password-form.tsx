import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Failure as Failed } from '#web/lib/result.ts'
import { updateSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/input.tsx'
import { passwordRule } from '#worker/domain/password.ts'
import { changePassword, passwordNotChanged } from './auth.api.ts'

type PasswordFormProps = { emailAddress: string; onCancel: () => void; onChanged: () => void }

export function PasswordForm({ emailAddress, onCancel, onChanged }: PasswordFormProps) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [repeated, setRepeated] = useState('')
  const { submit, isBusy, failure } = usePasswordChange(onChanged)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input[type=password]')?.focus(), [])
  const isSame = next === repeated
  const change = { currentPassword: current, newPassword: next }
  return (
    <form ref={form} noValidate onSubmit={submit(change)} className="grid max-w-[23.5rem] gap-5">
      {failure && <Failure message={passwordNotChanged} failure={failure} focusOnMount />}
      {/* Tells a password manager whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={emailAddress} />
      <Secret
        label="Aktuelles Passwort"
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        error={failure?.error?.fields?.currentPassword}
      />
      <Secret
        label="Neues Passwort"
        autoComplete="new-password"
        value={next}
        onChange={setNext}
        help={passwordRule}
      />
      <Secret
        label="Neues Passwort wiederholen"
        autoComplete="new-password"
        value={repeated}
        onChange={setRepeated}
        help={!isSame && 'Wiederhole das neue Passwort genau gleich, dann kannst Du es ändern.'}
      />
      <div className="flex gap-3">
        <Button onClick={onCancel}>Abbrechen</Button>
        <Button type="submit" variant="primary" disabled={!isSame} busy={isBusy}>
          Passwort ändern
        </Button>
      </div>
    </form>
  )
}

type SecretProps = {
  label: string
  autoComplete: string
  value: string
  onChange: (value: string) => void
  help?: string | false
  error?: string | undefined
}

function Secret({ label, help, error, onChange, ...input }: SecretProps) {
  return (
    <Field label={label} required help={help} error={error}>
      {(ids) => (
        <PasswordInput {...ids} {...input} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

type PasswordChange = Parameters<typeof changePassword>[0]

function usePasswordChange(onChanged: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failed | null>(null)

  const submit = (change: PasswordChange) => async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    const result = await changePassword(change)
    setBusy(false)
    if (!result.ok) return setFailure(result.failure)
    // Every older token has just stopped working.
    updateSession(result.data)
    onChanged()
  }

  return { submit, isBusy, failure }
}
