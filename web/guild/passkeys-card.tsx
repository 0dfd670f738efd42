import { useState } from 'react'
import { Link } from 'react-router'
import { saveSettings } from '#web/data/guild.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { ChangeButton } from './change-button.tsx'
import type { SettingsCardProps } from './settings-card.ts'

/** Whether a password alone is enough for those who may change everything. */
export function PasskeysCard({ stored: { passkeysRequired } }: SettingsCardProps) {
  const mayWrite = hasRole(useUser(), 'management')
  const [isOpen, setOpen] = useState(false)
  return (
    <Card bleed>
      <CardHead
        title="Verwaltung nur mit Passkey"
        actions={
          mayWrite && (
            <ChangeButton onClick={() => setOpen(true)}>
              {passkeysRequired ? 'Nicht mehr verlangen' : 'Passkey verlangen'}
            </ChangeButton>
          )
        }
      />
      <CardBody>
        <p className="font-semibold text-lg">{passkeysRequired ? 'Ja' : 'Nein'}</p>
        <p className="max-w-[62ch] text-muted-foreground">
          {passkeysRequired
            ? 'Wer verwalten darf, meldet sich mit einem Passkey an. Wer noch keinen hat, legt ihn bei der nächsten Anmeldung an.'
            : 'Ein Passwort genügt. Wer unter „Mein Account“ einen Passkey angelegt hat, zeigt ihn auch dann.'}
        </p>
      </CardBody>
      {isOpen && <PasskeysQuestion isOn={passkeysRequired} onClose={() => setOpen(false)} />}
    </Card>
  )
}

type PasskeysQuestionProps = { isOn: boolean; onClose: () => void }

function PasskeysQuestion({ isOn, onClose }: PasskeysQuestionProps) {
  const toast = useToast()
  const { submit, isPending, failure } = useSubmit(saveSettings, () => {
    toast(isOn ? 'Ein Passwort genügt wieder' : 'Die Verwaltung braucht jetzt einen Passkey')
    onClose()
  })
  const ownFirst = failure?.error?.fields?.passkeysRequired
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={isOn ? 'Keinen Passkey mehr verlangen?' : 'Passkey verlangen?'}
      confirmLabel={isOn ? 'Nicht mehr verlangen' : 'Verlangen'}
      busy={isPending}
      failure={failure}
      isTold={ownFirst !== undefined}
      more={
        ownFirst && (
          <p>
            {ownFirst} <Link to={paths.profile}>Zu „Mein Account“</Link>
          </p>
        )
      }
      onConfirm={() => void submit({ passkeysRequired: !isOn })}
    >
      {isOn
        ? 'Dann genügt zum Verwalten wieder ein Passwort. Wer einen Passkey hat, zeigt ihn weiterhin.'
        : 'Wer verwalten darf, braucht dann ab der nächsten Anmeldung einen Passkey und legt ihn dort an, wenn er noch keinen hat. Wer gerade angemeldet ist, bleibt es.'}
    </ConfirmDialog>
  )
}
