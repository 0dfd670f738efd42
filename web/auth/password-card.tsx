import { useEffect, useRef, useState } from 'react'
import { FormProvider, useFormContext } from 'react-hook-form'
import { Failure } from '#web/components/failure.tsx'
import { useFieldError } from '#web/components/form-fields.tsx'
import { changePassword } from '#web/data/auth.ts'
import { updateSession } from '#web/lib/session.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.tsx'
import { passwordRule } from '#worker/domain/password.ts'

/** The change of the password, in a folded form that is cleared when it is closed (Spec §4). */
export function PasswordCard({ emailAddress }: { emailAddress: string }) {
  const [isOpen, setOpen] = useState(false)
  const opener = useOpener(isOpen)
  return (
    <Card bleed>
      <CardHead
        title="Passwort"
        actions={
          !isOpen && (
            <Button ref={opener} onClick={() => setOpen(true)}>
              Passwort ändern
            </Button>
          )
        }
      />
      {isOpen && (
        <CardBody>
          <PasswordForm
            emailAddress={emailAddress}
            onCancel={() => setOpen(false)}
            onChanged={() => {
              setOpen(false)
              toast('Passwort geändert')
            }}
          />
        </CardBody>
      )}
    </Card>
  )
}

/** The ref of the button that opens the form; the button gets the focus when the form closes. */
function useOpener(isOpen: boolean) {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}

type PasswordFormProps = { emailAddress: string; onCancel: () => void; onChanged: () => void }

type Draft = { currentPassword: string; newPassword: string; repeated: string }

function PasswordForm({ emailAddress, onCancel, onChanged }: PasswordFormProps) {
  const { form, submit, isPending, failure } = useSubmitForm({
    initial: { currentPassword: '', newPassword: '', repeated: '' },
    read: ({ currentPassword, newPassword }: Draft) => ({ body: { currentPassword, newPassword } }),
    mutation: changePassword,
    onSuccess: (changed) => {
      // The answer holds new tokens, since the server has revoked all older ones.
      updateSession(changed)
      onChanged()
    },
  })
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector<HTMLElement>('input[type=password]')?.focus(), [])
  const { newPassword, repeated } = form.watch()
  const isSame = newPassword === repeated
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
        className="grid max-w-[23.5rem] gap-5"
      >
        {failure && <Failure failure={failure} focusOnMount />}
        {/* Tells a password manager which account the password belongs to. */}
        <input type="hidden" name="username" autoComplete="username" value={emailAddress} />
        <Secret name="currentPassword" label="Aktuelles Passwort" autoComplete="current-password" />
        <Secret
          name="newPassword"
          label="Neues Passwort"
          autoComplete="new-password"
          help={passwordRule}
        />
        <Secret
          name="repeated"
          label="Neues Passwort wiederholen"
          autoComplete="new-password"
          help={!isSame && 'Wiederhole das neue Passwort genau gleich, dann kannst Du es ändern.'}
        />
        <div className="flex gap-3">
          <Button onClick={onCancel}>Abbrechen</Button>
          <Button type="submit" variant="primary" disabled={!isSame} busy={isPending}>
            Passwort ändern
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

type SecretProps = {
  name: keyof Draft
  label: string
  autoComplete: string
  help?: string | false
}

function Secret({ name, autoComplete, ...field }: SecretProps) {
  const { register } = useFormContext<Draft>()
  return (
    <Field {...field} required error={useFieldError<Draft>(name)}>
      {(ids) => <PasswordInput {...ids} {...register(name)} autoComplete={autoComplete} />}
    </Field>
  )
}
