import { FormInput, FormSelect } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { saveSettings } from '#web/data/guild.ts'
import { useUser } from '#web/lib/session.ts'
import { readFields, requiredNumber } from '#web/lib/typed.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type SelfCancel, selfCancels } from '#worker/domain/codes.ts'
import { selfCancelLabels } from '#worker/domain/labels.ts'
import { can } from '#worker/domain/rights.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import { daysInWords } from './sepa-draft.ts'
import { ChangeButton, type SettingsCardProps, useChangeDialog } from './settings-card.tsx'
import { settingsConflictRules } from './settings-words.ts'

/** Whether payers may cancel places under "Meine Anmeldung". */
export function SelfCancelCard({ stored }: SettingsCardProps) {
  const mayWrite = can(useUser(), 'manage')
  const [isOpen, setOpen] = useChangeDialog('cancelling')
  return (
    <Card bleed>
      <CardHead
        title="Absagen durch die Angemeldeten"
        actions={
          mayWrite && <ChangeButton onClick={() => setOpen(true)}>Absagen ändern</ChangeButton>
        }
      />
      <CardBody>
        <p className="font-semibold text-lg">{selfCancelLabels[stored.selfCancel]}</p>
        <p className="max-w-[62ch] text-muted-foreground">{whatItMeans(stored)}</p>
      </CardBody>
      {isOpen && <SelfCancelDialog stored={stored} onClose={() => setOpen(false)} />}
    </Card>
  )
}

type Rule = Pick<GuildSettings, 'selfCancel' | 'selfCancelDays'>

function whatItMeans({ selfCancel, selfCancelDays }: Rule): string {
  if (selfCancel === 'off') return 'Wer nicht kommen kann, meldet sich bei der Zunft.'
  const money =
    selfCancel === 'refund'
      ? 'Die Gebühr geht von selbst zurück.'
      : 'Die Gebühr bleibt bei der Zunft.'
  return `Wer sich öffentlich angemeldet hat, kann einen Platz ${untilWhen(selfCancelDays)} selbst absagen. ${money}`
}

function untilWhen(days: number): string {
  return days === 0 ? 'bis zum Tag des Umzugs' : `bis ${daysInWords(days)} vor dem Umzug`
}

type SelfCancelDialogProps = { stored: GuildSettings; onClose: () => void }

type Draft = { selfCancel: SelfCancel; selfCancelDays: string }

function SelfCancelDialog({ stored, onClose }: SelfCancelDialogProps) {
  const submitting = useSubmitForm({
    initial: draftOf(stored),
    stored,
    shared: { ...settingsConflictRules, draftOf },
    read: readSelfCancelForm,
    mutation: saveSettings,
    onSuccess: (_saved, _body, undoAction) => {
      toast('Absagen gespeichert', undoAction)
      onClose()
    },
  })
  const typed = readSelfCancelForm(submitting.form.watch())
  const problem = ('problems' in typed && typed.problems.selfCancelDays) || null
  return (
    <SubmitDialog
      title="Absagen durch die Angemeldeten"
      submitting={submitting}
      blocked={problem !== null}
      onClose={onClose}
    >
      <FormSelect<Draft>
        name="selfCancel"
        label="Selbst absagen"
        help="Unter „Meine Anmeldung“, dem Link in der E-Mail."
      >
        {selfCancels.map((code) => (
          <option key={code} value={code}>
            {selfCancelLabels[code]}
          </option>
        ))}
      </FormSelect>
      <FormInput<Draft>
        name="selfCancelDays"
        label="Tage vor dem Umzug"
        inputMode="numeric"
        inputClassName="max-w-40 tabular-nums"
        problem={problem}
        help="So viele Tage vorher geht es zum letzten Mal, 0 bis 60. Mit 0 noch am Tag des Umzugs."
      />
    </SubmitDialog>
  )
}

function draftOf({ selfCancel, selfCancelDays }: GuildSettings): Draft {
  return { selfCancel, selfCancelDays: `${selfCancelDays}` }
}

function readSelfCancelForm(draft: Draft) {
  return readFields(draft, {
    selfCancelDays: requiredNumber('Das ist keine ganze Zahl. Schreib sie so: 7'),
  })
}
