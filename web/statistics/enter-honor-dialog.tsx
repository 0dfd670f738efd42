import { useState } from 'react'
import { useHonorLabels } from '#web/data/guild.ts'
import { Field } from '#web/ui/field.tsx'
import { DateField } from '#web/ui/flagged-date-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { HonorType } from '#worker/domain/codes.ts'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import { AlsoDue } from './also-due.tsx'
import type { Honoree } from './honoree.ts'
import { honorNotEntered } from './statistics.api.ts'
import { useEnterHonors, whatHappened } from './use-enter-honors.ts'

type EnterHonorDialogProps = {
  honoree: Honoree
  /** Offered at first. */
  date: Day | null
  /** `isEntered`: the honor itself is stored, whatever came of the others. */
  onClose: (isEntered: boolean) => void
}

export function EnterHonorDialog({ honoree, date: offered, onClose }: EnterHonorDialogProps) {
  const { memberId, name, honor, alsoDue } = honoree
  const labels = useHonorLabels()
  const [date, setDate] = useState(offered)
  const [comment, setComment] = useState('')
  const [others, setOthers] = useState<readonly HonorType[]>(alsoDue)
  const [today] = useState(() => berlinDay(new Date()))
  const toast = useToast()
  const { run, isBusy, failure, done } = useEnterHonors(memberId, (count) => {
    toast(count > 1 ? `${count} Ehrungen eingetragen` : 'Ehrung eingetragen')
    onClose(true)
  })
  // The highest last: whoever holds it is due no lower one any more, so a failure must come before.
  const wanted = [...others, honor]
  const labelsOf = (types: readonly HonorType[]) => types.map((type) => labels[type])
  const errors = failure?.error?.fields ?? {}
  return (
    <FormDialog
      title="Ehrung eintragen"
      description={`${labels[honor]} für ${name}`}
      notSaved={honorNotEntered}
      failure={failure}
      detail={failure ? whatHappened(failure, labelsOf(wanted), labelsOf(done)) : undefined}
      busy={isBusy}
      // Spec §5: OK requires a date.
      blocked={date === null}
      onClose={() => onClose(done.includes(honor))}
      onConfirm={() => date && void run(wanted, { date, comment })}
    >
      <DateField
        label="Datum"
        required
        value={date}
        onChange={setDate}
        today={today}
        error={errors.date}
        help={!date && 'Es fehlt noch das Datum.'}
      />
      <Field label="Kommentar" error={errors.comment}>
        {(ids) => (
          <Textarea
            {...ids}
            rows={3}
            value={comment}
            onChange={({ target }) => setComment(target.value)}
          />
        )}
      </Field>
      {alsoDue.length > 0 && (
        <AlsoDue types={alsoDue} chosen={others} done={done} onChange={setOthers} />
      )}
    </FormDialog>
  )
}
