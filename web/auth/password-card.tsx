import { useEffect, useRef, useState } from 'react'
import { useToast } from '#web/components/toast.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { PasswordForm } from './password-form.tsx'

/** The form is opened and closed; closing it clears it (Spec §4). */
export function PasswordCard({ emailAddress }: { emailAddress: string }) {
  const [isOpen, setOpen] = useState(false)
  const opener = useOpener(isOpen)
  const toast = useToast()
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

/** The button that opens gets the focus back when the form closes. */
function useOpener(isOpen: boolean) {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}
