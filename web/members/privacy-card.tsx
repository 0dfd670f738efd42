import { EyeOff, FileDown } from 'lucide-react'
import { useState } from 'react'
import { Failure } from '#web/components/failure.tsx'
import { FormInput } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { anonymiseMember, memberDisclosure } from '#web/data/privacy.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { readFields } from '#web/lib/typed.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import { fullName } from '#worker/domain/names.ts'
import type { Member } from '#worker/members/members.contract.ts'
import { isLeavingState } from './leaving.ts'

/** Disclosure and anonymisation, for a member who asks for their rights. */
export function PrivacyCard({ member }: { member: Member }) {
  const [isOpen, setOpen] = useState(false)
  const disclosure = useSubmit(memberDisclosure(member.id), (file) =>
    saveFile(file, `Auskunft ${fullName(member)}.html`.replace(/ +/g, ' ')),
  )
  const isNobody = member.anonymisedAt !== undefined
  return (
    <Card bleed className="print:hidden">
      <CardHead title="Datenschutz" />
      <CardBody>
        <p className="max-w-[62ch] text-muted-foreground">
          Die Auskunft enthält alles, was über das Mitglied gespeichert ist (Art. 15 DSGVO): zum
          Lesen und Drucken, und als Daten darin. Wer sie bekommt, sieht auch die Bankverbindung.
        </p>
        {disclosure.failure && (
          <Failure
            className="mt-3.5"
            failure={disclosure.failure}
            detail={detailOf(disclosure.failure)}
          />
        )}
        <div className="mt-3.5 flex flex-wrap gap-3">
          <Button busy={disclosure.isPending} onClick={() => void disclosure.submit()}>
            <FileDown />
            Auskunft herunterladen
          </Button>
          {isLeavingState(member.membershipState) && !isNobody && (
            <Button variant="danger" onClick={() => setOpen(true)}>
              <EyeOff />
              Anonymisieren
            </Button>
          )}
        </div>
      </CardBody>
      {isOpen && <AnonymiseDialog member={member} onClose={() => setOpen(false)} />}
    </Card>
  )
}

type AnonymiseDialogProps = { member: Member; onClose: () => void }

type Draft = { name: string }

/** Confirms an anonymisation; since it is permanent, the user has to type the member's name. */
function AnonymiseDialog({ member, onClose }: AnonymiseDialogProps) {
  const name = fullName(member)
  const submitting = useSubmitForm({
    initial: { name: '' },
    read: (draft: Draft) => readFields(draft, {}),
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
