import { Link } from 'react-router'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { saveSettings } from '#web/data/guild.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import { arePasskeysRequired, daysUntilPasskeys } from '#worker/domain/password.ts'
import { can } from '#worker/domain/rights.ts'
import type { SettingsCardProps } from './settings-card.tsx'
import { ChangeButton, useChangeDialog } from './settings-card.tsx'

/** Whether the management needs passkeys in addition to passwords. */
export function PasskeysRequiredCard({ stored, today }: SettingsCardProps) {
  const { passkeysRequired, passkeysRequiredFrom: from, passkeyRule } = stored
  const isInForce = arePasskeysRequired(stored, today)
  const mayWrite = can(useUser(), 'manage')
  const [isOpen, setOpen] = useChangeDialog('passkeys')
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
        <p className="font-semibold text-lg">
          {isInForce ? 'Ja' : passkeysRequired && from ? `Ab ${germanDate(from)}` : 'Nein'}
        </p>
        <p className="max-w-[62ch] text-muted-foreground">
          {isInForce
            ? 'Wer verwalten darf, meldet sich mit einem Passkey an. Wer noch keinen hat, legt ihn bei der nächsten Anmeldung an.'
            : passkeysRequired
              ? 'Bis dahin genügt ein Passwort. Danach legt, wer noch keinen Passkey hat, ihn bei der nächsten Anmeldung an.'
              : 'Ein Passwort genügt. Wer unter „Mein Account“ einen Passkey angelegt hat, zeigt ihn auch dann.'}
        </p>
        {passkeysRequired && <UsersWithoutPasskey names={passkeyRule.without} />}
      </CardBody>
      {isOpen && <PasskeysQuestion isOn={passkeysRequired} onClose={() => setOpen(false)} />}
    </Card>
  )
}

/** Names the users who still need to create a passkey; nothing until they are loaded. */
function UsersWithoutPasskey({ names }: { names: readonly string[] | undefined }) {
  if (!names) return null
  return (
    <p className="mt-2 max-w-[62ch] text-pretty">
      {names.length === 0
        ? 'Alle, die verwalten dürfen, haben einen Passkey.'
        : `Noch ohne Passkey: ${names.join(', ')}.`}
    </p>
  )
}

type PasskeysQuestionProps = { isOn: boolean; onClose: () => void }

function PasskeysQuestion({ isOn, onClose }: PasskeysQuestionProps) {
  const { submit, isPending, failure } = useSubmit(saveSettings, (saved, _body, undoAction) => {
    const from = saved.passkeysRequiredFrom
    // No undo: passkeys are required again only through this dialog, which asks for confirmation.
    if (isOn) toast('Ein Passwort genügt wieder')
    else toast(`Passkey verlangt${from ? ` ab ${germanDate(from)}` : ''}`, undoAction)
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
        : `Wer verwalten darf, braucht dann in ${daysUntilPasskeys} Tagen zum Anmelden einen Passkey und legt ihn dort an, wenn er noch keinen hat. Bis dahin genügt ein Passwort.`}
    </ConfirmDialog>
  )
}
