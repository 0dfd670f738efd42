import { useState } from 'react'
import { failureDetail } from '#web/lib/failure-detail.ts'
import { missingWords } from '#web/lib/missing-words.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import {
  costumesNotLoaded,
  enterParticipation,
  loadCostumes,
  loadMembers,
  membersNotLoaded,
  notEntered,
} from '#web/parades/participations.api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { EnterFields, type Entry, nothingChosen } from './enter-fields.tsx'

type EnterDialogProps = {
  paradeId: number
  onClose: () => void
  onEntered: (row: Participation) => void
}

/** Spec §5: OK only when a member and a costume are both chosen. */
export function EnterDialog({ paradeId, onClose, onEntered }: EnterDialogProps) {
  const [entry, setEntry] = useState(nothingChosen)
  const register = useRegister()
  const { run, isBusy, failure } = useAct(enterParticipation, onEntered)
  const { member, costume } = entry
  const enter = () => {
    if (member && costume) void run(paradeId, { memberId: member.id, costumeId: costume.id })
  }
  return (
    <FormDialog
      title="Teilnahme eintragen"
      notSaved={notEntered}
      failure={failure}
      detail={failure ? failureDetail(failure, notEntered) : undefined}
      busy={isBusy}
      blocked={!member || !costume}
      onClose={onClose}
      onConfirm={enter}
    >
      {register.failed.map(({ message, failure: failed, isPending, reload }) => (
        <Failure
          key={message}
          message={message}
          failure={failed}
          busy={isPending}
          onRetry={reload}
        />
      ))}
      {register.known ? (
        <EnterFields
          {...register.known}
          entry={entry}
          onChange={setEntry}
          errors={failure?.error?.fields ?? {}}
        />
      ) : (
        register.failed.length === 0 && <FieldsSkeleton />
      )}
      <p role="status" className="text-muted-foreground text-sm empty:hidden">
        {register.known && missingIn(entry)}
      </p>
    </FormDialog>
  )
}

/** Members and costumes to choose from; asked for when the dialog opens. */
function useRegister() {
  const [asked] = useState(() => ({ members: loadMembers(), costumes: loadCostumes() }))
  const members = useLoaded(asked.members, loadMembers)
  const costumes = useLoaded(asked.costumes, loadCostumes)
  const failed = [
    { ...members, message: membersNotLoaded },
    { ...costumes, message: costumesNotLoaded },
  ].flatMap(({ result, ...one }) =>
    result && !result.ok ? [{ ...one, failure: result.failure }] : [],
  )
  const known =
    members.result?.ok && costumes.result?.ok
      ? { members: members.result.data, costumes: costumes.result.data }
      : null
  return { known, failed }
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
