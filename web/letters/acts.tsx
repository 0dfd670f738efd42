import { Copy, FileText, Mail, Tags } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useToast } from '#web/components/toast.tsx'
import { counted } from '#web/lib/german-count.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { distribute, salutation } from '#worker/domain/circular.ts'
import { csvFile } from '#worker/domain/csv.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import { listName } from '#worker/domain/names.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'
import { chosenState } from './chosen-members.ts'

/** What can be done with chosen members by letter and mail: each is a button of their bar. */
type ActProps = { members: readonly MemberRow[] }

/** Into the clipboard, and where the browser refuses it into a field with all of it selected. */
export function CopyAddresses({ members }: ActProps) {
  const [isShown, setShown] = useState(false)
  const toast = useToast()
  const copy = async () => {
    const line = addressLine(members)
    if (!line) return setShown(true)
    const isCopied = await navigator.clipboard?.writeText(line).then(
      () => true,
      () => false,
    )
    if (isCopied) toast(copiedWords(members))
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
  const leftOut = leftOutWords(members).join(', ')
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

/** For management alone. */
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

/** Outlook takes nothing else by default, and the others take it as well. */
const between = '; '

/** For the Bcc of one's own mail program: each once, and nobody whom a circular would not reach. */
export function addressLine(members: readonly MemberRow[]): string {
  return distribute(members)
    .recipients.map(({ emailAddress }) => emailAddress)
    .join(between)
}

/** "12 Adressen kopiert, 1 ohne E-Mail Adresse (Baisch, Wolfgang)" */
export function copiedWords(members: readonly MemberRow[]): string {
  const { recipients } = distribute(members)
  const copied = `${counted(recipients.length, 'Adresse', 'Adressen')} kopiert`
  return [copied, ...leftOutWords(members)].join(', ')
}

/** Why fewer are reached than were chosen. */
function leftOutWords(members: readonly MemberRow[]): string[] {
  const { noAddress, optedOut, died } = distribute(members)
  return [
    leftOutPart(noAddress, 'ohne E-Mail Adresse'),
    leftOutPart(optedOut, 'abbestellt'),
    leftOutPart(died, 'verstorben'),
  ].filter(Boolean)
}

const mostNames = 3

function leftOutPart(members: readonly MemberRow[], why: string): string {
  if (members.length === 0) return ''
  const names = members.length <= mostNames ? ` (${members.map(listName).join('; ')})` : ''
  return `${members.length} ${why}${names}`
}

const columns: readonly [head: string, cell: (member: MemberRow) => string][] = [
  ['Briefanrede', (member) => salutation([member])],
  ['Vorname', ({ firstName }) => firstName],
  ['Nachname', ({ lastName }) => lastName],
  ['Straße', ({ addressStreet }) => addressStreet],
  ['Hausnummer', ({ addressNumber }) => addressNumber],
  ['PLZ', ({ addressPlz }) => addressPlz],
  ['Ort', ({ addressTown }) => addressTown],
  ['Mitgliedsnummer', ({ memberNumber }) => (memberNumber ? String(memberNumber) : '')],
  ['Mitgliedsstatus', ({ membershipState }) => membershipStateLabels[membershipState]],
]

/** What a word processor makes letters of: a line for each person, in the order of the list. */
export function letterFile(members: readonly MemberRow[]): string {
  return csvFile(
    columns.map(([head]) => head),
    members.map((member) => columns.map(([, cell]) => cell(member))),
  )
}
