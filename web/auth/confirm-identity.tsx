import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { Failure } from '#web/components/failure.tsx'
import { useFieldError } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { confirmIdentity } from '#web/data/auth.ts'
import { confirmByPasskey, passkeysQuery } from '#web/data/auth-passkeys.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import type { IdentityQuestion } from '#web/lib/identity.ts'
import { supportsPasskeys } from '#web/lib/passkeys.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/input.tsx'

type Draft = { password: string }

/**
 * "Bist Du es?": sensitive actions ask once in ten minutes for the passkey, or for the password of
 * a user without one, so that a borrowed session cannot perform them.
 */
export function ConfirmIdentity({ question }: { question: IdentityQuestion }) {
  const passkeys = useQuery(passkeysQuery)
  if (passkeys.isPending) return null
  // When the passkeys could not be loaded, the password is asked for; the server rejects a password
  // where a passkey is required.
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
      {/* Tells a password manager which account the password belongs to. */}
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

/** "Bist Du es?" for users with a passkey; the password alone is not accepted. */
function PasskeyConfirm({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { submit, isPending, failure } = useSubmit(confirmByPasskey, () => onAnswer(true))
  const canShow = supportsPasskeys()
  return (
    <Dialog
      open
      isOver
      busy={isPending}
      onOpenChange={() => onAnswer(false)}
      title="Bist Du es?"
      description={canShow ? asking : unable}
      footer={
        <>
          <Button disabled={isPending} onClick={() => onAnswer(false)}>
            {canShow ? 'Abbrechen' : 'Schließen'}
          </Button>
          {canShow && (
            <Button
              variant="primary"
              data-first-focus
              busy={isPending}
              onClick={() => void submit()}
            >
              <KeyRound />
              Mit Passkey bestätigen
            </Button>
          )}
        </>
      }
    >
      {failure && <Failure failure={failure} detail={detailOf(failure)} focusOnMount />}
    </Dialog>
  )
}

const asking =
  'Was Du vorhast, ist heikel. Zeige dafür noch einmal Deinen Passkey, danach wird zehn Minuten lang nicht mehr gefragt.'
const unable =
  'Was Du vorhast, ist heikel: Dafür muss hier Dein Passkey gezeigt werden, und dieser Browser kann keine Passkeys. Nimm ein Gerät, auf dem Dein Passkey liegt.'
