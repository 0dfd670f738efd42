import { FormInput } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { anonymiseMember } from '#web/data/privacy.ts'
import { read } from '#web/lib/typed.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Alert } from '#web/ui/alert.tsx'
import { fullName } from '#worker/domain/names.ts'
import type { Member } from '#worker/members/members.contract.ts'

type AnonymiseDialogProps = { member: Member; onClose: () => void }

type Draft = { name: string }

/** For good: so the name is typed by hand. */
export function AnonymiseDialog({ member, onClose }: AnonymiseDialogProps) {
  const toast = useToast()
  const name = fullName(member)
  const submitting = useSubmitForm({
    initial: { name: '' },
    read: (draft: Draft) => read(draft, {}),
    mutation: anonymiseMember(member.id),
    onSuccess: () => {
      toast('Mitglied anonymisiert')
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Mitglied anonymisieren?"
      description={name}
      submitting={submitting}
      confirmLabel="Anonymisieren"
      blocked={submitting.form.watch('name').trim() === ''}
      onClose={onClose}
    >
      <Alert tone="warn" title="Das lässt sich nicht rückgängig machen">
        <p>
          Name, Geburtstag, Anschrift, Kontakt, Bankverbindung, Mitgliedsnummer und alle Kommentare
          werden gelöscht, auch in Umzügen, Zahlungen und im Verlauf.
        </p>
        <p className="mt-1.5">
          Mitgliedszeiten, Ehrungen, Ämter, Kleider und Teilnahmen bleiben als „Anonymisiert“, damit
          die Auswertungen stimmen.
        </p>
      </Alert>
      <FormInput<Draft>
        name="name"
        label={`Zur Bestätigung: „${name}“`}
        help="Der ganze Name, so wie er da steht."
        required
      />
    </SubmitDialog>
  )
}
