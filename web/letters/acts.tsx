import { Copy, FileText, Mail, Tags } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { saveFile } from '#web/lib/save-file.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { MemberRow } from '#worker/members/members.contract.ts'
import { addressLine, copiedText, letterFile, withoutAddressTexts } from './addresses.ts'
import { chosenState } from './chosen-members.ts'

/** Actions on chosen members by letter and mail, as buttons of the selection bar. */
type ActProps = { members: readonly MemberRow[] }

/** Copies to the clipboard; when that is blocked, shows a field with the selected text. */
export function CopyAddresses({ members }: ActProps) {
  const [isShown, setShown] = useState(false)
  const copy = async () => {
    const line = addressLine(members)
    if (!line) return setShown(true)
    const isCopied = await navigator.clipboard?.writeText(line).then(
      () => true,
      () => false,
    )
    if (isCopied) toast(copiedText(members))
    else setShown(true)
  }
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => void copy()}>
        <Copy />
        E-Mail Adressen kopieren
      </Button>
      {isShown && <AddressesDialog members={members} onClose={() => setShown(false)} />}
    </>
  )
}

function AddressesDialog({ members, onClose }: ActProps & { onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const line = addressLine(members)
  const leftOut = withoutAddressTexts(members).join(', ')
  const isNobody = line === ''
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isNobody ? 'Keine E-Mail Adresse' : 'E-Mail Adressen'}
      description={
        isNobody
          ? 'Von den Ausgewählten kann niemand angeschrieben werden.'
          : 'Der Browser lässt das Kopieren nicht zu. Kopiere sie von hier, für das Feld „Bcc“.'
      }
      footer={<Button onClick={onClose}>Schließen</Button>}
    >
      {!isNobody && (
        <Field label="Adressen">
          {(ids) => (
            <Textarea
              {...ids}
              ref={field}
              readOnly
              rows={6}
              value={line}
              onFocus={() => field.current?.select()}
            />
          )}
        </Field>
      )}
      {leftOut && <p>{leftOut}</p>}
    </Dialog>
  )
}

/** A link to a new circular to these members. */
export function CircularLink({ members }: ActProps) {
  return (
    <Button asChild variant="ghost" size="sm">
      <Link to={paths.circularCreate} state={chosenState(members)}>
        <Mail />
        Rundmail
      </Link>
    </Button>
  )
}

export function LabelsLink({ members }: ActProps) {
  return (
    <Button asChild variant="ghost" size="sm">
      <Link to={paths.labels} state={chosenState(members)}>
        <Tags />
        Etiketten
      </Link>
    </Button>
  )
}

export function LetterFile({ members }: ActProps) {
  const save = () => {
    saveFile(new Blob([letterFile(members)], { type: 'text/csv;charset=utf-8' }), 'Serienbrief.csv')
  }
  return (
    <Button variant="ghost" size="sm" onClick={save}>
      <FileText />
      Serienbrief-Datei
    </Button>
  )
}
