import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { failureDetail } from '#web/lib/failure-detail.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { requestPasswordLink } from './auth.api.ts'
import { useSignedOutSubmit } from './use-sign-in.ts'

// The dialog has no route (Spec §2), but a fragment in the address, so that "back" closes it.
export const forgottenPasswordHash = '#passwort-vergessen'

/** The dialog, open at its fragment. `typed` returns the address in the sign-in form. */
export function ForgottenPasswordDialog({ typed }: { typed: () => string }) {
  const { hash } = useLocation()
  return hash === forgottenPasswordHash && <OpenDialog typed={typed} />
}

const notSent = 'Der Link konnte nicht angefordert werden'

function OpenDialog({ typed }: { typed: () => string }) {
  const navigate = useNavigate()
  const close = () => void navigate({ hash: '' }, { replace: true })
  const [emailAddress, setEmailAddress] = useState(typed)
  const [answer, setAnswer] = useState<{ mail: boolean } | null>(null)
  const { submit, isBusy, refused } = useSignedOutSubmit(
    () => requestPasswordLink({ emailAddress }),
    setAnswer,
  )
  if (answer) {
    return (
      <Dialog
        open
        onOpenChange={close}
        title="Passwort vergessen?"
        footer={<Button onClick={close}>Schließen</Button>}
      >
        {/* The pressed button is gone, so the alert takes the focus. */}
        <Alert tone={answer.mail ? 'ok' : 'info'} focusOnMount>
          {answer.mail ? sent : askManagement}
        </Alert>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Passwort vergessen?"
      description="Gib Deine E-Mail Adresse ein. Der Link für ein neues Passwort gilt eine Stunde."
      busy={isBusy}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={isBusy} onClick={close}>
            Abbrechen
          </Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            Link anfordern
          </Button>
        </>
      }
    >
      {refused && (
        <Failure
          key={refused.attempt}
          failure={refused.failure}
          message={notSent}
          detail={failureDetail(refused.failure, notSent)}
        />
      )}
      <Field label="E-Mail Adresse" required>
        {(ids) => (
          <Input
            {...ids}
            type="email"
            autoComplete="username"
            value={emailAddress}
            onChange={({ target }) => setEmailAddress(target.value)}
          />
        )}
      </Field>
    </Dialog>
  )
}

/** The text does not reveal whether the address has an account. */
const sent = 'Wenn es zu dieser Adresse einen Zugang gibt, ist eine E-Mail unterwegs.'

const askManagement =
  'Sag der Verwaltung Deiner Zunft Bescheid: Wer dort die Zugänge pflegt, gibt Dir ein neues Passwort. Danach kannst Du es unter „Mein Account“ selbst ändern.'
