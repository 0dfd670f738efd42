import { costumesQuery } from '#web/data/costumes.ts'
import { membersQuery } from '#web/data/members.ts'
import { enterParticipation } from '#web/data/parades-participants.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { missingWords } from '#web/lib/missing-words.ts'
import { useFirstAnswer } from '#web/lib/query.ts'
import type { WayBack } from '#web/lib/undo.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { SubmitDialog } from '#web/ui/submit-dialog.tsx'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { EnterFields, type Entry, nothingChosen } from './enter-fields.tsx'

type EnterDialogProps = {
  paradeId: number
  onClose: () => void
  onEntered: (row: Participation, wayBack: WayBack | null) => void
}

/** Spec §5: OK only when a member and a costume are both chosen. */
export function EnterDialog({ paradeId, onClose, onEntered }: EnterDialogProps) {
  const submitting = useSubmitForm({
    initial: nothingChosen,
    read: readEntry,
    mutation: enterParticipation(paradeId),
    onSuccess: (row, _body, wayBack) => onEntered(row, wayBack),
  })
  const members = useFirstAnswer(membersQuery)
  const costumes = useFirstAnswer(costumesQuery)
  const { form, failure } = submitting
  const missing = missingIn(form.watch())
  const isKnown = members.data !== undefined && costumes.data !== undefined
  return (
    <SubmitDialog
      title="Teilnahme eintragen"
      submitting={submitting}
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
          members={members.data}
          costumes={costumes.data}
          errors={failure?.error?.fields ?? {}}
        />
      ) : (
        !members.error && !costumes.error && <FieldsSkeleton />
      )}
      <p role="status" className="text-muted-foreground text-sm empty:hidden">
        {isKnown && missing}
      </p>
    </SubmitDialog>
  )
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
