import { useLocation, useNavigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

// Spec §2: a link, but no route of its own. The address keeps the dialog, so "back" closes it.
export const forgottenPasswordHash = '#passwort-vergessen'

export function ForgottenPasswordDialog() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const close = () => void navigate({ hash: '' }, { replace: true })
  return (
    <Dialog
      open={hash === forgottenPasswordHash}
      onOpenChange={close}
      title="Passwort vergessen?"
      description="Sag der Verwaltung Deiner Zunft Bescheid: Wer dort die Zugänge pflegt, gibt Dir ein neues Passwort. Danach kannst Du es unter „Mein Account“ selbst ändern."
      footer={<Button onClick={close}>Schließen</Button>}
    />
  )
}
