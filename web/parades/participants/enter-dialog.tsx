import { useRef, useState } from 'react'
import { Failure } from '#web/components/failure.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { costumesQuery } from '#web/data/costumes.ts'
import { membersQuery } from '#web/data/members.ts'
import { enterParticipation } from '#web/data/parades-participants.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { missingWords } from '#web/lib/missing-words.ts'
import { useFirstAnswer } from '#web/lib/query.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { spokenName } from '#web/parades/participants.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { EnterFields, type Entry, nothingChosen } from './enter-fields.tsx'

type EnterDialogProps = {
  paradeId: number
  onClose: () => void
  /** @param goesOn the dialog stays, for the next one */
  onEntered: (row: Participation, wayBack: UndoAction | null, goesOn: boolean) => void
}

/** Spec §5: OK only when a member and a costume are both chosen. "OK und nächste" begins anew. */
export function EnterDialog({ paradeId, onClose, onEntered }: EnterDialogProps) {
  const goesOn = useRef(false)
  /** Who was entered since the dialog opened. */
  const [entered, setEntered] = useState<readonly string[]>([])
  const submitting = useSubmitForm({
    initial: nothingChosen,
    read: readEntry,
    mutation: enterParticipation(paradeId),
    onSuccess: (row, _body, wayBack) => {
      onEntered(row, wayBack, goesOn.current)
      if (!goesOn.current) return
      form.reset(nothingChosen)
      setEntered((before) => [...before, spokenName(row.memberName)])
    },
  })
  const send = (isMore: boolean) => {
    goesOn.current = isMore
    return submitting.submit()
  }
  const members = useFirstAnswer(membersQuery)
  const costumes = useFirstAnswer(costumesQuery)
  const { form, failure } = submitting
  const missing = missingIn(form.watch())
  const isKnown = members.data !== undefined && costumes.data !== undefined
  return (
    <SubmitDialog
      title="Teilnahme eintragen"
      submitting={{ ...submitting, submit: () => send(false) }}
      another={{ label: 'OK und nächste', onPress: () => void send(true) }}
      {...(entered.length > 0 && { cancelLabel: 'Fertig' })}
      detail={failure ? detailOf(failure) : undefined}
      blocked={missing !== ''}
      onClose={onClose}
    >
      {[members, costumes].map(
        ({ error, isFetching, refetch }) =>
          error && (
            <Failure
              key={error.message}
              failure={error}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          ),
      )}
      {isKnown ? (
        <EnterFields
          // Empty, with the first field at hand.
          key={entered.length}
          members={members.data}
          costumes={costumes.data}
          errors={failure?.error?.fields ?? {}}
        />
      ) : (
        !members.error && !costumes.error && <FieldsSkeleton />
      )}
      <p role="status" className="font-medium text-sm empty:hidden">
        {entered.length > 0 && enteredWords(entered)}
      </p>
      <p role="status" className="text-muted-foreground text-sm empty:hidden">
        {isKnown && missing}
      </p>
    </SubmitDialog>
  )
}

function enteredWords(entered: readonly string[]): string {
  const last = `${entered.at(-1)} ist eingetragen.`
  return entered.length > 1 ? `${last} Das waren schon ${entered.length}.` : last
}

function readEntry(entry: Entry) {
  const { member, costume } = entry
  if (!member || !costume) return { problems: { memberId: missingIn(entry) } }
  return { body: { memberId: member.id, costumeId: costume.id } }
}

function missingIn({ member, costume }: Entry): string {
  const words = missingWords(
    [
      !member && { word: 'Mitglied', withArticle: 'das Mitglied' },
      !costume && { word: 'Kleid', withArticle: 'das Kleid' },
    ].filter((one) => one !== false),
  )
  return words && `${words}.`
}

function FieldsSkeleton() {
  return (
    <Loading>
      <div className="grid gap-4">
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
      </div>
    </Loading>
  )
}
