import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { useFieldError } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { confirmIdentity } from '#web/data/auth.ts'
import { passkeysQuery } from '#web/data/auth-passkeys.ts'
import type { IdentityQuestion } from '#web/lib/identity.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/input.tsx'
import { PasskeyConfirm } from './passkey-confirm.tsx'

type Draft = { password: string }

/**
 * "Bist Du es?": what a borrowed session shall not do asks once in ten minutes for the passkey, or for the
 * password of who has none.
 */
export function ConfirmIdentity({ question }: { question: IdentityQuestion }) {
  const passkeys = useQuery(passkeysQuery)
  if (passkeys.isPending) return null
  // Where it is not known, the password is asked for, and the server says when it does not do.
  return passkeys.data?.length ? (
    <PasskeyConfirm onAnswer={question.answer} />
  ) : (
    <PasswordConfirm question={question} />
  )
}

function PasswordConfirm({ question }: { question: IdentityQuestion }) {
  const submitting = useSubmitForm({
    initial: { password: '' },
    read: (draft: Draft) => ({ body: draft }),
    mutation: confirmIdentity,
    onSuccess: () => question.answer(true),
  })
  return (
    <SubmitDialog
      title="Bist Du es?"
      description="Was Du vorhast, ist heikel. Gib dafür noch einmal Dein Passwort ein, danach wird zehn Minuten lang nicht mehr gefragt."
      submitting={submitting}
      isOver
      onClose={() => question.answer(false)}
    >
      <Password />
    </SubmitDialog>
  )
}

function Password() {
  const { register } = useFormContext<Draft>()
  return (
    <>
      {/* Tells a password manager whose password it is. */}
      <input
        type="hidden"
        name="username"
        autoComplete="username"
        value={useUser()?.emailAddress ?? ''}
      />
      <Field label="Passwort" required error={useFieldError<Draft>('password')}>
        {(ids) => (
          <PasswordInput {...ids} {...register('password')} autoComplete="current-password" />
        )}
      </Field>
    </>
  )
}
