import { FormEuro } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { saveSettings } from '#web/data/guild.ts'
import { euro, read } from '#web/lib/typed.ts'
import { useAtRest } from '#web/lib/use-at-rest.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import { FeeEffects } from './fee-effects.tsx'
import { sharedSettings } from './settings-words.ts'

type FamilyCapDialogProps = { stored: GuildSettings; thisYear: number; onClose: () => void }

type Draft = { familyCapInCent: string }

export function FamilyCapDialog({ stored, thisYear, onClose }: FamilyCapDialogProps) {
  const toast = useToast()
  const { familyCapInCent, feeRules } = stored
  const submitting = useSubmitForm({
    initial: draftOf({ familyCapInCent }),
    stored: { familyCapInCent },
    shared: { ...sharedSettings, draftOf },
    read: readDraft,
    mutation: saveSettings,
    onSuccess: (_saved, _body, wayBack) => {
      toast('Familienbeitrag gespeichert', wayBack)
      onClose()
    },
  })
  const draft = submitting.form.watch()
  const isAtRest = useAtRest(draft.familyCapInCent) === draft.familyCapInCent
  const typed = readDraft(draft)
  const problem = 'problems' in typed && isAtRest ? typed.problems.familyCapInCent : null
  return (
    <SubmitDialog
      title="Familienbeitrag"
      description="Was die Tabelle von einem Zahler und denen verlangt, für die er zahlt, ist zusammen nie mehr als dieser Betrag. Gekürzt wird bei den Jüngsten zuerst. Wer einen persönlichen Beitrag hat, zählt nicht mit."
      submitting={submitting}
      onClose={onClose}
    >
      <FormEuro<Draft>
        name="familyCapInCent"
        label="Zusammen höchstens"
        className="max-w-48"
        problem={problem}
        help="Leer: keine Grenze."
      />
      {'body' in typed && (
        <FeeEffects
          seen={{ year: thisYear, feeRules, problems: {}, ...typed.body }}
          isAtRest={isAtRest}
        />
      )}
    </SubmitDialog>
  )
}

function draftOf({ familyCapInCent: cents }: Pick<GuildSettings, 'familyCapInCent'>): Draft {
  return { familyCapInCent: cents === null ? '' : germanEuro(cents).replace(/\s€$/u, '') }
}

function readDraft(draft: Draft) {
  return read(draft, { familyCapInCent: euro })
}
