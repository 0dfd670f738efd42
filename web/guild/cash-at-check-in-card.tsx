import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { saveSettings } from '#web/data/guild.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import { can } from '#worker/domain/rights.ts'
import type { SettingsCardProps } from './settings-card.tsx'
import { ChangeButton, useChangeDialog } from './settings-card.tsx'

/** Whether cash payments are recorded on the day of a parade. */
export function CashAtCheckInCard({ stored: { cashAtCheckIn } }: SettingsCardProps) {
  const mayWrite = can(useUser(), 'manage')
  const [isOpen, setOpen] = useChangeDialog('cash')
  return (
    <Card bleed>
      <CardHead
        title="Bargeld beim Abhaken"
        actions={
          mayWrite && (
            <ChangeButton onClick={() => setOpen(true)}>
              {cashAtCheckIn ? 'Bargeld ausschalten' : 'Bargeld einschalten'}
            </ChangeButton>
          )
        }
      />
      <CardBody>
        <p className="font-semibold text-lg">{cashAtCheckIn ? 'An' : 'Aus'}</p>
        <p className="max-w-[62ch] text-muted-foreground">
          {cashAtCheckIn
            ? 'Wer abhakt, kann „Bar bezahlt“ vermerken. Beim Umzug steht unter „Kasse“, bei wem wie viel liegt, und daneben „Zählprotokolle drucken“.'
            : 'Niemand kann „Bar bezahlt“ vermerken, weder auf dem Handy noch in der Liste der Teilnehmer. Was ein Handy ohne Netz vorher vermerkt hat, zählt und ist unter „Kasse“ gekennzeichnet.'}
        </p>
      </CardBody>
      {isOpen && <CashQuestion isOn={cashAtCheckIn} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function CashQuestion({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  const { submit, isPending, failure } = useSubmit(saveSettings, (_saved, _body, undoAction) => {
    toast(isOn ? 'Bargeld ausgeschaltet' : 'Bargeld eingeschaltet', undoAction)
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={isOn ? 'Bargeld ausschalten?' : 'Bargeld einschalten?'}
      confirmLabel={isOn ? 'Ausschalten' : 'Einschalten'}
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit({ cashAtCheckIn: !isOn })}
    >
      {isOn
        ? 'Dann kann niemand mehr „Bar bezahlt“ vermerken. Was schon vermerkt ist, bleibt.'
        : 'Dann kann jeder, der abhaken darf, „Bar bezahlt“ vermerken.'}
    </ConfirmDialog>
  )
}
