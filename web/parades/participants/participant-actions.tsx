import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Failure } from '#web/components/failure.tsx'
import { FormInput, FormSelect } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { costumeTypesQuery } from '#web/data/costumes.ts'
import {
  changeCostume,
  deleteParticipation,
  setPaid,
  unconfirm,
} from '#web/data/parades-participants.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { type MutationDefinition, useQueryOnce } from '#web/lib/query.ts'
import { numberOr, readFields } from '#web/lib/typed.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { hasPaid, hasPaidOnline, spokenName } from '#web/parades/participant-words.ts'
import type { CostumeType, Participation } from '#worker/parades/parades.contract.ts'
import { ChangeMatchDialog } from './change-match-dialog.tsx'
import type { ParticipantAction } from './participant-menu.tsx'

/** An action that needs a dialog. */
export type BegunAction = { kind: Exclude<ParticipantAction, 'pay'>; row: Participation }

type ParticipantActionsProps = {
  paradeId: number
  begun: BegunAction
  onClose: () => void
  onDone: (words: string, undoAction: UndoAction | null) => void
}

export function ParticipantActions({ begun, onDone, ...dialog }: ParticipantActionsProps) {
  const { kind, row } = begun
  if (kind === 'match') return <ChangeMatchDialog {...dialog} row={row} onDone={onDone} />
  const props = {
    ...dialog,
    row,
    onDone: (undoAction: UndoAction | null) => onDone(done[kind], undoAction),
  }
  if (kind === 'costume') return <ChangeCostumeDialog {...props} />
  if (kind === 'unpay') return <UnpayQuestion {...props} />
  if (kind === 'delete') return <DeleteQuestion {...props} />
  return <UnconfirmQuestion {...props} />
}

const done: Record<Exclude<BegunAction['kind'], 'match'>, string> = {
  costume: 'Kleid geändert',
  unpay: 'Bezahlung zurückgenommen',
  unconfirm: 'Bestätigung zurückgenommen',
  delete: 'Teilnahme gestrichen',
}

type QuestionProps = {
  paradeId: number
  row: Participation
  onClose: () => void
  onDone: (undoAction: UndoAction | null) => void
}

function UnpayQuestion({ paradeId, row, onDone, ...on }: QuestionProps) {
  return (
    <ActionQuestion
      {...on}
      onDone={() => onDone(repeatPaymentAction(paradeId, row.id))}
      title="Bezahlung zurücknehmen?"
      mutation={setPaid(paradeId)}
      variables={{ id: row.id, paid: false }}
    >
      {`${spokenName(row.memberName)} steht dann als „Nicht bezahlt“ in der Liste. Geld wird dadurch nicht erstattet.`}
    </ActionQuestion>
  )
}

function UnconfirmQuestion({ paradeId, row, onDone, ...on }: QuestionProps) {
  return (
    <ActionQuestion
      {...on}
      // No undo: confirming again would change the time.
      onDone={() => onDone(null)}
      title="Bestätigung zurücknehmen?"
      mutation={unconfirm(paradeId)}
      variables={row.id}
    >
      {`${spokenName(row.memberName)} ist dann angemeldet, aber nicht bestätigt.`}
    </ActionQuestion>
  )
}

function DeleteQuestion({ paradeId, row, onDone, ...on }: QuestionProps) {
  const name = spokenName(row.memberName)
  return (
    <ActionQuestion
      {...on}
      onDone={(undoAction) => onDone(hasPaidOnline(row) ? null : undoAction)}
      title="Teilnahme streichen?"
      tone="destructive"
      mutation={deleteParticipation(paradeId)}
      variables={row.id}
    >
      {hasPaid(row)
        ? `${name} hat die Teilnahmegebühr bezahlt. Die Teilnahme wird gestrichen: Sie verschwindet aus der Liste und bleibt aufbewahrt. Das Geld geht dadurch nicht zurück: Online Bezahltes erstattest Du danach unter „Zahlungen“, Bargeld gibst Du selbst zurück.`
        : `Die Teilnahme von ${name} wird gestrichen. Das lässt sich 30 Tage lang rückgängig machen.`}
    </ActionQuestion>
  )
}

/** Undoes the reverting of a payment by marking the participation as paid again. */
function repeatPaymentAction(paradeId: number, id: number): UndoAction {
  const { mutationFn, meta } = setPaid(paradeId)
  return {
    undo: { mutationFn: () => mutationFn({ id, paid: true }), meta },
    done: 'Als bezahlt markiert',
  }
}

type ActionQuestionProps<Variables> = {
  title: string
  /** The person concerned and the effect. */
  children: string
  tone?: 'primary' | 'destructive'
  mutation: MutationDefinition<Variables, unknown>
  variables: Variables
  onClose: () => void
  onDone: (undoAction: UndoAction | null) => void
}

/** Asks before an action on a participation. */
function ActionQuestion<Variables>({
  mutation,
  variables,
  onDone,
  onClose,
  ...words
}: ActionQuestionProps<Variables>) {
  const { submit, isPending, failure } = useSubmit(mutation, (_done, _, undoAction) =>
    onDone(undoAction),
  )
  return (
    <ConfirmDialog
      {...words}
      open
      onOpenChange={onClose}
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit(variables)}
    />
  )
}

type Draft = { newCostumeTypeId: string; newCostumeNumber: string }

type ChangeCostumeDialogProps = {
  paradeId: number
  row: Participation
  onClose: () => void
  onDone: (undoAction: UndoAction | null) => void
}

function ChangeCostumeDialog({ paradeId, row, onClose, onDone }: ChangeCostumeDialogProps) {
  const submitting = useSubmitForm({
    initial: { newCostumeTypeId: String(row.costumeType.id), newCostumeNumber: row.costumeNumber },
    read: (draft: Draft) => readFields(draft, { newCostumeTypeId: numberOr(row.costumeType.id) }),
    mutation: changeCostume(paradeId, row.id),
    onSuccess: (_row, _body, undoAction) => onDone(undoAction),
  })
  const { failure } = submitting
  return (
    <SubmitDialog
      title="Kleid ändern"
      description={spokenName(row.memberName)}
      submitting={submitting}
      detail={failure ? detailOf(failure) : undefined}
      onClose={onClose}
    >
      <CostumeTypeField stored={row.costumeType} />
      <FormInput<Draft> name="newCostumeNumber" label="Kleidernummer" className="max-w-40" />
    </SubmitDialog>
  )
}

/** The stored type can be chosen even before the others are loaded. */
function CostumeTypeField({ stored }: { stored: CostumeType }) {
  const { data, error, isFetching, refetch } = useQueryOnce(costumeTypesQuery)
  return (
    <>
      {error && <Failure failure={error} busy={isFetching} onRetry={() => void refetch()} />}
      <FormSelect<Draft> name="newCostumeTypeId" label="Kleidertyp" required>
        {(data ?? [stored]).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FormSelect>
    </>
  )
}
