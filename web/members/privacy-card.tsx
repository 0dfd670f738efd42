import { EyeOff, FileDown } from 'lucide-react'
import { useState } from 'react'
import { Failure } from '#web/components/failure.tsx'
import { memberDisclosure } from '#web/data/privacy.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { fullName } from '#worker/domain/names.ts'
import type { Member } from '#worker/members/members.contract.ts'
import { AnonymiseDialog } from './anonymise-dialog.tsx'
import { isLeavingState } from './leaving.ts'

/** What management does when somebody asks for their rights. */
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
