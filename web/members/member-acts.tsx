import { useQuery } from '@tanstack/react-query'
import { Medal } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { FormTextarea } from '#web/components/form-fields.tsx'
import { isTooMany, RefusedRowsAlerts, useExcludedIds } from '#web/components/refused-rows.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { settingsQuery, useHonorLabels } from '#web/data/guild.ts'
import { createHonors } from '#web/data/members.ts'
import { CircularLink, CopyAddresses, LabelsLink, LetterFile } from '#web/letters/acts.tsx'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { berlinDay, type Day, germanDate } from '#worker/domain/dates.ts'
import { fullName } from '#worker/domain/names.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'
import { useConfirmingSubmit } from './entry-dialog.tsx'
import type { EntryDraft } from './entry-kind.ts'
import { type HonorDraft, honorKind } from './honor-kind.tsx'

export type MemberActsProps = {
  members: readonly MemberRow[]
  /** Clears the selection. */
  clear: () => void
  mayWrite: boolean
}

/** The actions on the ticked members. */
export function MemberActs({ members, clear, mayWrite }: MemberActsProps) {
  const [isHonoring, setHonoring] = useState(false)
  return (
    <>
      {mayWrite && (
        <Button variant="ghost" size="sm" onClick={() => setHonoring(true)}>
          <Medal />
          Ehrung eintragen
        </Button>
      )}
      {mayWrite && <CircularLink members={members} />}
      <CopyAddresses members={members} />
      <LabelsLink members={members} />
      <LetterFile members={members} />
      {isHonoring && (
        <HonorsDialog
          members={members}
          today={berlinDay(new Date())}
          onClose={() => setHonoring(false)}
          onDone={clear}
        />
      )}
    </>
  )
}

type HonorsDialogProps = {
  members: readonly MemberRow[]
  today: Day
  onClose: () => void
  onDone: () => void
}

/** Enters one honor for all ticked members, or for none. */
function HonorsDialog({ members, today, onClose, onDone }: HonorsDialogProps) {
  const kind = honorKind(useHonorLabels())
  const { remainingIds, excludeAllBut } = useExcludedIds(members.map(({ id }) => id))
  const submitting = useSubmitForm({
    initial: { ...kind.draftOf(null), date: today },
    read: kind.read,
    mutation: createHonors(remainingIds),
    onSuccess: (honors, _body, undoAction) => {
      toast(doneWords(honors.length), undoAction)
      onDone()
    },
  })
  const { draft, questions, isAsked, submit } = useConfirmingSubmit(submitting, (typed) => {
    const answer = kind.read(typed)
    return 'body' in answer ? kind.questions(answer.body, { others: [], stored: null, today }) : []
  })
  const { failure, isPending } = submitting
  return (
    <SubmitDialog
      title="Ehrung eintragen"
      description={recipientsText(members)}
      submitting={{ ...submitting, submit }}
      blocked={(kind.isIncomplete?.(draft) ?? false) || isTooMany(members.length)}
      {...(isAsked && { confirmLabel: 'Trotzdem eintragen' })}
      onClose={onClose}
    >
      <RefusedRowsAlerts
        failure={failure}
        ids={remainingIds()}
        pathOf={paths.member}
        goOn={{
          label: ({ refused }) =>
            refused === 1 ? 'Ohne dieses Mitglied eintragen' : `Ohne diese ${refused} eintragen`,
          busy: isPending,
          onPress: (others) => {
            excludeAllBut(others)
            void submitting.submit()
          },
        }}
      />
      {isAsked && (
        <Alert tone="warn" title="Stimmt das?" focusOnMount>
          {questions.map((question) => (
            <p key={question}>{question}</p>
          ))}
        </Alert>
      )}
      <kind.Fields others={[]} today={today} />
      <AssemblyDay />
      <FormTextarea<EntryDraft> name="comment" label="Kommentar" />
    </SubmitDialog>
  )
}

/** Sets the day of the general assembly, when honors are given. */
function AssemblyDay() {
  const { setValue, watch } = useFormContext<HonorDraft>()
  const { data: day } = useQuery({
    ...settingsQuery,
    select: ({ assemblyDate }) => assemblyDate,
    retryOnMount: true,
  })
  if (!day || watch('date') === day) return null
  return (
    <Button
      size="sm"
      className="justify-self-start"
      onClick={() => setValue('date', day, { shouldDirty: true })}
    >
      Tag der Versammlung: {germanDate(day)}
    </Button>
  )
}

function recipientsText(members: readonly MemberRow[]): string {
  const [only] = members
  if (only && members.length === 1) return `Für ${fullName(only)}`
  const dead = members.filter(({ membershipState }) => membershipState === 'Died').length
  const aside = dead > 0 ? `, davon ${dead} verstorben` : ''
  return `Für ${members.length} Mitglieder${aside}`
}

function doneWords(count: number): string {
  return `Ehrung für ${count === 1 ? 'ein Mitglied' : `${count} Mitglieder`} eingetragen`
}
