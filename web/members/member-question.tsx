import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { FormSubmission } from '#web/lib/use-submit-form.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import type { Timespan } from '#worker/domain/member.ts'
import { fullName, listName } from '#worker/domain/names.ts'
import type { LeaveBody, Member, MemberCandidate } from '#worker/members/members.contract.ts'
import { LeaveDialog, useLeavingEntries } from './leave-dialog.tsx'
import { isLeavingState, openPeriodStart, pendingExitDay } from './leaving.ts'
import { MandateDialog } from './mandate-dialog.tsx'
import { MembershipStateLabel } from './shared/membership-badge.tsx'
import type { useMemberForm } from './use-member-form.ts'

type MemberForm = ReturnType<typeof useMemberForm>

type MemberQuestionProps = {
  /** The member to edit; null for a new one. */
  stored: Member | null
  today: Day
  saving: MemberForm
}

/** The dialog of the form's open question. */
export function MemberQuestion({ stored, today, saving }: MemberQuestionProps) {
  const { question } = saving
  if (question?.kind === 'duplicate') {
    return (
      <DuplicateDialog
        candidates={question.candidates}
        busy={saving.isPending}
        onClose={saving.withdraw}
        onConfirm={() => saving.submit({ allowDuplicate: 'true' })}
      />
    )
  }
  if (question?.kind === 'mandate') return <MandateQuestion saving={saving} today={today} />
  if (question?.kind === 'newTime' && stored) {
    return (
      <NewTimeDialog
        name={fullName(stored)}
        times={question.times}
        busy={saving.isPending}
        onClose={saving.withdraw}
        onAnswer={(begins) => void saving.begin(begins ? question.times : [], question.consent)}
      />
    )
  }
  if (question?.kind !== 'leaving' || !stored) return null
  const { consent, refused } = question
  return (
    <LeavingQuestion
      stored={stored}
      today={today}
      saving={saving}
      sending={{
        submit: (body) => saving.leave(body, consent),
        isPending: saving.isPending,
        failure: refused,
      }}
    />
  )
}

function MandateQuestion({ saving, today }: { saving: MemberForm; today: Day }) {
  const { form, submit } = saving
  return (
    <MandateDialog
      date={form.getValues('bankingSepaAllowedDate')}
      today={today}
      busy={saving.isPending}
      onClose={saving.withdraw}
      onAnswer={(answer) => {
        if (answer.reason === 'typo') return submit({ sameMandate: 'true' })
        form.setValue('bankingSepaAllowedDate', answer.date, { shouldDirty: true })
        return submit()
      }}
    />
  )
}

type LeavingQuestionProps = {
  stored: Member
  today: Day
  saving: MemberForm
  sending: FormSubmission<LeaveBody>
}

/** The dialog of an exit for the member as typed in the form, which may differ from the stored member. */
function LeavingQuestion({ stored, today, saving, sending }: LeavingQuestionProps) {
  const draft = saving.form.getValues()
  const { membershipState, dateLeft } = draft
  const waiting = pendingExitDay(stored)
  const belongings = useLeavingEntries(stored.id, {
    since: openPeriodStart(draft.membershipActiveTimespan, waiting),
    waiting,
  })
  return (
    <LeaveDialog
      member={draft}
      belongings={belongings}
      state={isLeavingState(membershipState) ? membershipState : 'Left'}
      date={typeof dateLeft === 'string' ? dateLeft : today}
      today={today}
      sending={sending}
      onClose={saving.withdraw}
    />
  )
}

type NewTimeDialogProps = {
  name: string
  /** The periods of membership that are added when the user agrees. */
  times: readonly Timespan[]
  busy: boolean
  onClose: () => void
  onAnswer: (begins: boolean) => void
}

/** Asks whether a new period of membership begins, for an active member without a current one. */
function NewTimeDialog({ name, times, busy, onClose, onAnswer }: NewTimeDialogProps) {
  const [begins, setBegins] = useState(true)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={busy}
      title="Neue Mitgliedszeit?"
      description={`Heute läuft bei ${name} keine Mitgliedszeit.`}
      onSubmit={(event) => {
        event.preventDefault()
        onAnswer(begins)
      }}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Speichern
          </Button>
        </>
      }
    >
      <Checkbox checked={begins} onChange={({ target }) => setBegins(target.checked)}>
        Soll ab heute eine neue Mitgliedszeit beginnen?
      </Checkbox>
      {begins && (
        <p className="text-muted-foreground text-sm">
          Dazu {times.length > 1 ? 'kommen die Zeiträume' : 'kommt der Zeitraum'}{' '}
          {times.map(wordsFor).join(' und ')}.
        </p>
      )}
    </Dialog>
  )
}

function wordsFor({ from, to }: Timespan): string {
  return to ? `${germanDate(from)} – ${germanDate(to)}` : `ab ${germanDate(from)}`
}

type DuplicateDialogProps = {
  candidates: readonly MemberCandidate[]
  busy: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Warns of members with the same name; the user may save nevertheless, since two people may have one name. */
function DuplicateDialog({ candidates, busy, onClose, onConfirm }: DuplicateDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      open
      onOpenChange={onClose}
      busy={busy}
      title="Gibt es dieses Mitglied schon?"
      description="Diese Mitglieder heißen genauso. Ist es jemand anderes, lege das Mitglied trotzdem an."
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Abbrechen
          </Button>
          <Button variant="primary" busy={busy} onClick={onConfirm}>
            Trotzdem anlegen
          </Button>
        </>
      }
    >
      <ul className="grid gap-2">
        {candidates.map((candidate) => (
          <Candidate key={candidate.id} candidate={candidate} />
        ))}
      </ul>
    </Dialog>
  )
}

// The candidate's page opens in a new tab, so that the form keeps its input.
function Candidate({ candidate }: { candidate: MemberCandidate }) {
  const { id, birthday, membershipState } = candidate
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md border px-4 py-3">
      <div>
        <Link
          to={paths.member(id)}
          target="_blank"
          className="inline-flex items-center gap-1.5 font-semibold"
        >
          {listName(candidate)}
          <ExternalLink className="size-4" />
          <span className="sr-only">(öffnet einen neuen Tab)</span>
        </Link>
        <p className="text-muted-foreground text-sm tabular-nums">
          {birthday ? `geboren am ${germanDate(birthday)}` : 'ohne Geburtstag'}
        </p>
      </div>
      <MembershipStateLabel state={membershipState} />
    </li>
  )
}
