import { FormDate } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { saveSettings } from '#web/data/guild.ts'
import { useUser } from '#web/lib/session.ts'
import { optionalDay, readFields, type TypedDay, unreadable } from '#web/lib/typed.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { assemblyDay } from '#worker/domain/honors.ts'
import { can } from '#worker/domain/rights.ts'
import { ChangeButton, type SettingsCardProps, useChangeDialog } from './settings-card.tsx'
import { settingsConflictRules } from './settings-words.ts'

export function AssemblyCard({ stored, today }: SettingsCardProps) {
  const mayWrite = can(useUser(), 'manage')
  const [isOpen, setOpen] = useChangeDialog('assembly')
  const { assemblyDate } = stored
  const change = mayWrite && <ChangeButton onClick={() => setOpen(true)}>Datum ändern</ChangeButton>
  return (
    <Card bleed>
      <CardHead title="Generalversammlung" actions={change} className="print:px-0" />
      <CardBody className="print:px-0">
        <p className="font-semibold text-lg tabular-nums">
          {germanDateWithWeekday(assemblyDay(assemblyDate, today))}
        </p>
        <p className="max-w-[62ch] text-muted-foreground">
          {whyThisDay(assemblyDate, today)} Zu diesem Tag zeigen die Listen, wer zu ehren ist.
        </p>
      </CardBody>
      {isOpen && (
        <AssemblyDialog assemblyDate={assemblyDate} today={today} onClose={() => setOpen(false)} />
      )}
    </Card>
  )
}

function whyThisDay(stored: Day | null, today: Day): string {
  if (stored === null) return 'Es ist kein Datum eingetragen, deshalb der nächste 11. November.'
  if (stored >= today) return ''
  const past = germanDateWithWeekday(stored)
  return `Eingetragen ist ${past}, das ist vorbei, deshalb der nächste 11. November.`
}

type AssemblyDialogProps = { assemblyDate: Day | null; today: Day; onClose: () => void }

type Draft = { assemblyDate: TypedDay }

function AssemblyDialog({ assemblyDate, today, onClose }: AssemblyDialogProps) {
  const submitting = useSubmitForm({
    initial: { assemblyDate },
    stored: { assemblyDate },
    shared: { ...settingsConflictRules, draftOf: (stored) => stored },
    read: (draft: Draft) => readFields(draft, { assemblyDate: optionalDay }),
    mutation: saveSettings,
    onSuccess: (_saved, _body, undoAction) => {
      toast('Datum gespeichert', undoAction)
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Datum der Generalversammlung"
      submitting={submitting}
      blocked={submitting.form.watch('assemblyDate') === unreadable}
      onClose={onClose}
    >
      <FormDate<Draft>
        name="assemblyDate"
        label="Datum"
        today={today}
        help={`Leer: der nächste 11. November, ${germanDateWithWeekday(assemblyDay(null, today))}.`}
      />
    </SubmitDialog>
  )
}
