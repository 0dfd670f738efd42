import { useState } from 'react'
import { ibanProblem } from '#web/lib/iban.ts'
import { useAct } from '#web/lib/use-act.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { IbanInput } from '#web/ui/iban-input.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import { saveSettings, settingsNotSaved } from './guild.api.ts'
import { readSepa, type SepaDraft, sepaDraftOf, sepaLabels } from './sepa-draft.ts'
import { TextField } from './text-field.tsx'

type SepaDialogProps = { stored: GuildSettings; onClose: () => void; onDone: () => void }

export function SepaDialog({ stored, onClose, onDone }: SepaDialogProps) {
  const [draft, setDraft] = useState(() => sepaDraftOf(stored))
  const read = readSepa(draft)
  const toast = useToast()
  const { run, isBusy, failure } = useAct(saveSettings, () => {
    toast('Konto gespeichert')
    onDone()
    onClose()
  })
  const errors = 'problems' in read ? read.problems : (failure?.error?.fields ?? {})
  const set = (name: keyof SepaDraft) => (text: string) =>
    setDraft((before) => ({ ...before, [name]: text }))
  const field = (name: keyof SepaDraft) => ({
    label: sepaLabels[name],
    error: errors[name],
    value: draft[name],
    onChange: set(name),
  })
  return (
    <FormDialog
      title="Konto für den Einzug"
      notSaved={settingsNotSaved}
      failure={failure}
      busy={isBusy}
      blocked={'problems' in read}
      onClose={onClose}
      onConfirm={() => 'change' in read && void run(read.change)}
    >
      <TextField
        {...field('creditorName')}
        help="So steht der Verein auf dem Kontoauszug der Mitglieder."
      />
      <TextField
        {...field('creditorId')}
        help="18 Zeichen, von der Bundesbank vergeben, zum Beispiel DE98ZZZ09999999999."
      />
      <CreditorIban {...field('creditorIban')} />
      <TextField {...field('creditorBic')} help="Nur, wenn die Bank eine verlangt." />
      <TextField
        {...field('sepaLeadDays')}
        label={`${sepaLabels.sepaLeadDays} in Tagen`}
        inputMode="numeric"
        isShort
        help="Vom Erzeugen der Datei bis zum Einzug, wenn niemand einen anderen Tag wählt."
      />
    </FormDialog>
  )
}

type CreditorIbanProps = {
  label: string
  value: string
  error: string | undefined
  onChange: (iban: string) => void
}

/** Checked while it is written, in groups of four. */
function CreditorIban({ label, value, error, onChange }: CreditorIbanProps) {
  const [isFinished, setFinished] = useState(true)
  return (
    <Field
      label={label}
      error={error ?? ibanProblem(value, isFinished)}
      help="Das Konto des Vereins, auf das die Beiträge gehen."
    >
      {(ids) => (
        <IbanInput
          {...ids}
          value={value}
          onChange={(iban) => {
            setFinished(false)
            onChange(iban)
          }}
          onBlur={() => setFinished(true)}
        />
      )}
    </Field>
  )
}
