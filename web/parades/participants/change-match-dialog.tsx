import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { Failure } from '#web/components/failure.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { changeMatch } from '#web/data/enrolment.ts'
import { membersQuery } from '#web/data/members.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useQueryOnce } from '#web/lib/query.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { MemberPicker } from '#web/members/shared/member-picker.tsx'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import { spokenName } from '#web/parades/participant-words.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Radio } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import type { Participation } from '#worker/parades/parades.contract.ts'

type Draft = { target: 'member' | 'none'; member: PickableMember | null }

type ChangeMatchDialogProps = {
  row: Participation
  onClose: () => void
  onDone: (words: string, undoAction: UndoAction | null) => void
}

/** Corrects which member a participation belongs to, or that it belongs to none. */
export function ChangeMatchDialog({ row, onClose, onDone }: ChangeMatchDialogProps) {
  const { memberId, memberName } = row
  // Why the last try changed nothing.
  const [note, setNote] = useState('')
  const submitting = useSubmitForm({
    initial: { target: 'member', member: null },
    read: readChoice,
    mutation: changeMatch(row.id, memberId),
    onSuccess: ({ linked, left }, choice) => {
      if (linked > 0) onDone(doneWords(left.length), undoMatchAction(row, choice.memberId))
      else if (left.length > 0) setNote(choice.memberId === null ? nameTaken : memberTaken)
      else onClose()
    },
  })
  const { form, failure } = submitting
  const draft = useWatch({ control: form.control })
  const isMatched = memberId !== null
  return (
    <SubmitDialog
      title={isMatched ? 'Zuordnung ändern' : 'Mitglied zuordnen'}
      description={
        isMatched
          ? `Zugeordnet ist ${spokenName(memberName)}. Die Änderung gilt für alle Umzüge, zu denen diese Person unter demselben Namen angemeldet ist.`
          : `${spokenName(memberName)}, mit allen Umzügen, zu denen diese Person unter demselben Namen angemeldet ist.`
      }
      submitting={submitting}
      detail={failure ? detailOf(failure) : undefined}
      blocked={draft.target === 'member' && !draft.member}
      onClose={onClose}
    >
      {note && <Alert tone="warn">{note}</Alert>}
      {isMatched && <TargetChoice />}
      {draft.target === 'none' && (
        <p className="text-muted-foreground text-sm">
          Diese Umzüge zählen dann für niemanden. Die Person steht wieder unter „Datenkorrektur nach
          Anmeldung“.
        </p>
      )}
      {draft.target === 'member' && (
        <MemberField without={memberId} error={failure?.error?.fields?.memberId} />
      )}
    </SubmitDialog>
  )
}

/** Undoes a changed match by matching the participation to the former member again. */
function undoMatchAction({ id, memberId }: Participation, now: number | null): UndoAction {
  const { mutationFn, meta } = changeMatch(id, now)
  return {
    undo: { mutationFn: () => mutationFn({ memberId }), meta },
    done: 'Zuordnung wie vorher',
  }
}

const memberTaken =
  'Dieses Mitglied ist für den Umzug schon angemeldet. Die Zuordnung bleibt, wie sie ist.'
const nameTaken =
  'Unter dem Namen, der bei der Anmeldung angegeben war, steht inzwischen jemand im Umzug. Die Zuordnung bleibt, wie sie ist.'

function doneWords(left: number): string {
  if (left === 0) return 'Zuordnung geändert'
  return `Zuordnung geändert, ${left === 1 ? 'in einem Umzug' : `in ${left} Umzügen`} blieb sie, wie sie war`
}

function readChoice({ target, member }: Draft) {
  if (target === 'none') return { body: { memberId: null } }
  if (!member) return { problems: { memberId: 'Wähle das Mitglied.' } }
  return { body: { memberId: member.id } }
}

function TargetChoice() {
  const { field } = useController<Draft, 'target'>({ name: 'target' })
  const choice = (value: Draft['target'], words: string) => (
    <Radio
      name={field.name}
      value={value}
      checked={field.value === value}
      onChange={() => field.onChange(value)}
    >
      {words}
    </Radio>
  )
  return (
    <fieldset className="grid">
      <legend className="sr-only">Zuordnung</legend>
      {choice('member', 'Anderes Mitglied')}
      {choice('none', 'Keinem Mitglied zuordnen')}
    </fieldset>
  )
}

type MemberFieldProps = { without: number | null; error: string | undefined }

/** Members of any state, since a former member may have taken part. */
function MemberField({ without, error }: MemberFieldProps) {
  const { field } = useController<Draft, 'member'>({ name: 'member' })
  const members = useQueryOnce(membersQuery)
  return (
    <>
      {members.error && (
        <Failure
          failure={members.error}
          busy={members.isFetching}
          onRetry={() => void members.refetch()}
        />
      )}
      <Field label="Mitglied" required error={error}>
        {(ids) => (
          <MemberPicker
            {...ids}
            members={members.data?.filter(({ id }) => id !== without) ?? null}
            disabled={members.error !== null}
            chosen={field.value}
            onChoose={field.onChange}
          />
        )}
      </Field>
    </>
  )
}
