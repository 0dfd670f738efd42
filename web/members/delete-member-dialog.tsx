import { Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { deleteMember } from '#web/data/members.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { fullName } from '#worker/domain/names.ts'
import type { Member, MemberReferences } from '#worker/members/members.contract.ts'
import { isLeavingState } from './leaving.ts'

type DeleteMemberDialogProps = {
  member: Member
  /** Counts of related records; null when not loaded yet. */
  references: MemberReferences | null
  onClose: () => void
  /** Opens the exit, which the dialog offers instead for a member who cannot be deleted. */
  onLeave: () => void
}

/** A member with history cannot be deleted: the dialog names the reasons and offers the exit. */
export function DeleteMemberDialog({
  member,
  onClose,
  onLeave,
  ...props
}: DeleteMemberDialogProps) {
  const navigate = useNavigate()
  const { submit, isPending, failure } = useSubmit(
    deleteMember(member.id),
    (_none, _, undoAction) => {
      toast('Mitglied gelöscht', hasBankData(member) ? null : undoAction)
      void navigate(paths.members, { replace: true })
    },
  )
  const error = failure?.error
  const refused = error?.code === 'MemberInUse' ? error.references : null
  const references = refused ?? props.references
  const mayLeave = references !== null && !isLeavingState(member.membershipState)
  const name = fullName(member)
  return (
    <Dialog
      role="alertdialog"
      open
      onOpenChange={onClose}
      title="Mitglied löschen?"
      description={references ? name : `${name} wird gelöscht. ${undoWords(member)}`}
      busy={isPending}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {references && !mayLeave ? 'Schließen' : 'Abbrechen'}
          </Button>
          {!references && (
            <Button variant="destructive" busy={isPending} onClick={() => void submit()}>
              <Trash2 />
              OK
            </Button>
          )}
          {mayLeave && (
            <Button variant="primary" onClick={onLeave}>
              Als ausgetreten eintragen
            </Button>
          )}
        </>
      }
    >
      {references && (
        <NotDeletable references={references} mayLeave={mayLeave} refusal={refused && failure} />
      )}
      {failure && !references && <Failure failure={failure} detail={detailOf(failure)} />}
    </Dialog>
  )
}

/** Whether the member has bank data, which the history stores masked: undoing the deletion would not restore them. */
function hasBankData({ bankingIban, bankingBic, ...member }: Member): boolean {
  const { bankingAccountOwner, bankingBank, bankingSepaAllowed } = member
  const texts = [bankingIban, bankingBic, bankingAccountOwner, bankingBank, member.mandateReference]
  return bankingSepaAllowed === true || texts.some((text) => text !== '' && text !== null)
}

function undoWords(member: Member): string {
  return hasBankData(member)
    ? 'Wegen der Bankdaten lässt sich das nicht rückgängig machen.'
    : 'Das lässt sich 30 Tage lang rückgängig machen.'
}

type NotDeletableProps = {
  references: MemberReferences
  mayLeave: boolean
  /** The server's rejection; null when the page has found references and not tried to delete. */
  refusal: CallFailure | null
}

function NotDeletable({ references, mayLeave, refusal }: NotDeletableProps) {
  return (
    <>
      <Alert tone={refusal ? 'error' : 'info'}>
        <p>{refusal?.message ?? 'Das Mitglied kann nicht gelöscht werden.'}</p>
        <p>Zu diesem Mitglied gehören noch:</p>
        <ul className="ms-5 list-disc">
          {referencesInWords(references).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </Alert>
      <p>
        {mayLeave
          ? 'Damit nichts davon verloren geht, bleibt das Mitglied im Bestand. Du kannst es als ausgetreten eintragen.'
          : 'Damit nichts davon verloren geht, bleibt das Mitglied im Bestand.'}
      </p>
    </>
  )
}

const words: Record<keyof MemberReferences, [one: string, many: string]> = {
  participations: ['1 Umzug', 'Umzüge'],
  ownerships: ['1 Kleid', 'Kleider'],
  honors: ['1 Ehrung', 'Ehrungen'],
  duties: ['1 Eintrag im Dienstbuch', 'Einträge im Dienstbuch'],
  claims: ['1 Beitrag', 'Beiträge'],
  paysFor: ['1 Mitglied, für das es zahlt', 'Mitglieder, für die es zahlt'],
}

/** "3 Umzüge", "1 Kleid": the reasons against deleting. */
function referencesInWords(references: MemberReferences): string[] {
  const kinds = Object.keys(words) as (keyof MemberReferences)[]
  return kinds
    .filter((kind) => references[kind] > 0)
    .map((kind) => {
      const [one, many] = words[kind]
      return references[kind] === 1 ? one : `${references[kind]} ${many}`
    })
}

/** The references that the page loads anyway. */
type KnownPart = Exclude<keyof MemberReferences, 'claims' | 'paysFor'>

type LoadedPart = { data: readonly unknown[] | undefined }

/** The references counted from the page's queries; null when a query is not loaded, or when there are no references. */
export function loadedReferences(parts: Record<KnownPart, LoadedPart>): MemberReferences | null {
  const count = ({ data }: LoadedPart) => data?.length ?? Number.NaN
  const references = {
    participations: count(parts.participations),
    ownerships: count(parts.ownerships),
    honors: count(parts.honors),
    duties: count(parts.duties),
    // The page does not load claims and payees; the server counts them when the member is deleted.
    claims: 0,
    paysFor: 0,
  }
  const total = Object.values(references).reduce((sum, one) => sum + one)
  return total > 0 ? references : null
}
