import { useState } from 'react'
import { useController } from 'react-hook-form'
import { Fact, Facts } from '#web/components/facts.tsx'
import { FormInput, useFieldError } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { saveSettings } from '#web/data/guild.ts'
import { groupedIban, ibanProblem } from '#web/lib/iban.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { IbanInput } from '#web/members/shared/iban-input.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { can } from '#worker/domain/rights.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import { daysInWords, readSepa, type SepaDraft, sepaDraftOf, sepaLabels } from './sepa-draft.ts'
import { ChangeButton, type SettingsCardProps, useChangeDialog } from './settings-card.tsx'
import { settingsConflictRules } from './settings-words.ts'

/** The guild's account for membership fees. */
export function SepaCard({ stored }: SettingsCardProps) {
  const mayWrite = can(useUser(), 'manage')
  const [isOpen, setOpen] = useChangeDialog('sepa')
  return (
    <Card bleed>
      <CardHead
        title="SEPA-Lastschrift"
        actions={
          mayWrite && <ChangeButton onClick={() => setOpen(true)}>Konto ändern</ChangeButton>
        }
      />
      <CardBody>
        <p className="mb-3.5 max-w-[62ch] text-muted-foreground">
          Auf dieses Konto zieht die SEPA-Datei die Mitgliedsbeiträge ein.
        </p>
        <Facts>
          <Fact label={sepaLabels.creditorName}>{stored.creditorName}</Fact>
          <Fact label={sepaLabels.creditorId}>{stored.creditorId}</Fact>
          <Fact label={sepaLabels.creditorIban}>{groupedIban(stored.creditorIban)}</Fact>
          <Fact label={sepaLabels.creditorBic}>{stored.creditorBic}</Fact>
          <Fact label={sepaLabels.sepaLeadDays}>{daysInWords(stored.sepaLeadDays)}</Fact>
        </Facts>
      </CardBody>
      {isOpen && <SepaDialog stored={stored} onClose={() => setOpen(false)} />}
    </Card>
  )
}

type SepaDialogProps = { stored: GuildSettings; onClose: () => void }

function SepaDialog({ stored, onClose }: SepaDialogProps) {
  const submitting = useSubmitForm({
    initial: sepaDraftOf(stored),
    stored,
    shared: { ...settingsConflictRules, draftOf: sepaDraftOf },
    read: readSepa,
    mutation: saveSettings,
    onSuccess: (_saved, body, undoAction) => {
      // The history stores the account masked, so a change of the account cannot be undone.
      const { creditorIban, creditorBic } = stored
      const isBank = body.creditorIban !== creditorIban || body.creditorBic !== creditorBic
      toast('Konto gespeichert', isBank ? null : undoAction)
      onClose()
    },
  })
  const typed = readSepa(submitting.form.watch())
  const problems = 'problems' in typed ? typed.problems : null
  return (
    <SubmitDialog
      title="Konto für den Einzug"
      submitting={submitting}
      blocked={problems !== null}
      onClose={onClose}
    >
      <Line
        name="creditorName"
        help="Genau so geschrieben, wie die Bank das Konto führt: Überweist Euch jemand, vergleicht seine Bank den Namen mit der IBAN und warnt, wenn er abweicht. So steht der Verein auch auf dem Kontoauszug der Mitglieder."
      />
      <Line
        name="creditorId"
        help="18 Zeichen, von der Bundesbank vergeben, zum Beispiel DE98ZZZ09999999999."
      />
      <CreditorIban />
      <Line name="creditorBic" help="Nur, wenn die Bank eine verlangt." />
      <FormInput<SepaDraft>
        name="sepaLeadDays"
        label={`${sepaLabels.sepaLeadDays} in Tagen`}
        inputMode="numeric"
        inputClassName="max-w-40 tabular-nums"
        problem={problems?.sepaLeadDays}
        help="Vom Erzeugen der Datei bis zum Einzug, wenn niemand einen anderen Tag wählt."
      />
    </SubmitDialog>
  )
}

function Line({ name, help }: { name: keyof SepaDraft; help: string }) {
  return (
    <FormInput<SepaDraft>
      name={name}
      label={sepaLabels[name]}
      inputClassName="tabular-nums"
      help={help}
    />
  )
}

/** The field of the IBAN, shown in groups of four and validated while typing. */
function CreditorIban() {
  const { field } = useController<SepaDraft, 'creditorIban'>({ name: 'creditorIban' })
  const [isFinished, setFinished] = useState(true)
  return (
    <Field
      label={sepaLabels.creditorIban}
      error={useFieldError<SepaDraft>('creditorIban') ?? ibanProblem(field.value, isFinished)}
      help="Das Konto des Vereins, auf das die Beiträge gehen."
    >
      {(ids) => (
        <IbanInput
          {...ids}
          value={field.value}
          onChange={(iban) => {
            setFinished(false)
            field.onChange(iban)
          }}
          onBlur={() => setFinished(true)}
        />
      )}
    </Field>
  )
}
