import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FormDate, FormTextarea } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useHonorLabels } from '#web/data/guild.ts'
import { enterHonors } from '#web/data/statistics.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useUser } from '#web/lib/session.ts'
import { readFields, requiredDay, type TypedDay, unreadable } from '#web/lib/typed.ts'
import { missingDayReason } from '#web/lib/typed-day.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { HonorType } from '#worker/domain/codes.ts'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import { can } from '#worker/domain/rights.ts'
import { AlsoDue } from './also-due.tsx'

/** Renders the button "Ehrung eintragen" of a person's row. */
export type RenderEnterButton = (honoree: Honoree) => ReactNode

type HonorEntryProps = {
  /** The default day of the dialog. */
  date?: Day
  /** @param enter renders a row's button; null for users who may only read */
  children: (enter: RenderEnterButton | null) => ReactNode
}

const keyOf = ({ memberId, honor }: Honoree) => `${memberId} ${honor}`

/** Lists whose rows can be entered as honors; an entered row's button is disabled. */
export function HonorEntry({ date, children }: HonorEntryProps) {
  const mayWrite = can(useUser(), 'keepMembers')
  const [honoree, setHonoree] = useState<Honoree | null>(null)
  const [entered, setEntered] = useState<ReadonlySet<string>>(new Set())
  const opener = useFocusAfter(honoree === null)
  const enter = (row: Honoree) => {
    const isEntered = entered.has(keyOf(row))
    return (
      <Button
        size="sm"
        disabled={isEntered}
        aria-label={isEntered ? undefined : `Ehrung eintragen für ${row.name}`}
        className="max-md:w-full"
        onClick={({ currentTarget }) => {
          opener.current = currentTarget
          setHonoree(row)
        }}
      >
        {isEntered && <Check />}
        {isEntered ? 'Eingetragen' : 'Ehrung eintragen'}
      </Button>
    )
  }
  const close = (isEntered: boolean) => {
    if (honoree && isEntered) setEntered(new Set(entered).add(keyOf(honoree)))
    setHonoree(null)
  }
  return (
    <>
      {children(mayWrite ? enter : null)}
      {honoree && <EnterHonorDialog honoree={honoree} date={date ?? null} onClose={close} />}
    </>
  )
}

/** After the dialog the row's link gets the focus, when the row's button is disabled and cannot take it back. */
function useFocusAfter(isClosed: boolean) {
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isClosed || !opener.current?.disabled) return
    opener.current.closest('tr, li')?.querySelector('a')?.focus()
    opener.current = null
  }, [isClosed])
  return opener
}

type EnterHonorDialogProps = {
  honoree: Honoree
  /** The day in the form when the dialog opens; null leaves the field empty. */
  date: Day | null
  /** `isEntered`: the honor itself is stored, whether or not the lower steps are. */
  onClose: (isEntered: boolean) => void
}

type Draft = { date: TypedDay; comment: string }

const readDate = requiredDay('Es fehlt noch das Datum.')

function EnterHonorDialog({ honoree, date, onClose }: EnterHonorDialogProps) {
  const { memberId, name, honor, alsoDue, notYet } = honoree
  const labels = useHonorLabels()
  const [others, setOthers] = useState<readonly HonorType[]>(alsoDue)
  const [isConfirmed, setConfirmed] = useState(false)
  const [done, setDone] = useState<readonly HonorType[]>([])
  const [today] = useState(() => berlinDay(new Date()))
  // The highest honor comes last: once it is stored, the lower ones are no longer due and could not be retried.
  const wanted = [...others, honor]
  const submitting = useSubmitForm({
    initial: { date, comment: '' },
    read(draft: Draft) {
      const typed = readFields(draft, { date: readDate })
      if ('problems' in typed) return typed
      // After a failure the next submission leaves out the honors that are already stored.
      const types = wanted.filter((type) => !done.includes(type))
      const onEntered = (type: HonorType) => setDone((before) => [...before, type])
      return { body: { ...typed.body, types, onEntered } }
    },
    mutation: enterHonors(memberId),
    onSuccess: (_saved, { types }, undoAction) => {
      const words =
        wanted.length > 1 ? `${wanted.length} Ehrungen eingetragen` : 'Ehrung eingetragen'
      // The undo action does not cover honors entered by an earlier submission.
      toast(words, types.length === wanted.length ? undoAction : null)
      onClose(true)
    },
  })
  const { form, failure } = submitting
  const typedDate = form.watch('date')
  const labelsOf = (types: readonly HonorType[]) => types.map((type) => labels(type))
  return (
    <SubmitDialog
      title="Ehrung eintragen"
      description={`${labels(honor)} für ${name}`}
      submitting={submitting}
      detail={failure ? describeFailure(failure, labelsOf(wanted), labelsOf(done)) : undefined}
      // Spec §5: OK requires a date.
      blocked={typedDate === null || typedDate === unreadable || (!!notYet && !isConfirmed)}
      onClose={() => onClose(done.includes(honor))}
    >
      {notYet && (
        <Alert tone="warn" title="Noch nicht erreicht">
          <p>{notYetWords(notYet)}</p>
          <Checkbox
            checked={isConfirmed}
            onChange={({ target }) => setConfirmed(target.checked)}
            labelClassName="mt-1"
          >
            Trotzdem eintragen
          </Checkbox>
        </Alert>
      )}
      <FormDate<Draft>
        name="date"
        label="Datum"
        required
        today={today}
        help={missingDayReason(typedDate, 'Es fehlt noch das Datum.')}
      />
      <FormTextarea<Draft> name="comment" label="Kommentar" rows={3} />
      {alsoDue.length > 0 && (
        <AlsoDue
          reached={!notYet}
          types={alsoDue}
          chosen={others}
          done={done}
          onChange={setOthers}
        />
      )}
    </SubmitDialog>
  )
}

function notYetWords({ confirmed, threshold }: NonNullable<Honoree['notYet']>): string {
  const of = threshold === null ? '' : ` von ${threshold}`
  return `Bestätigt sind bisher ${confirmed}${of} Umzügen. Soll die Ehrung schon eingetragen werden, hake es an.`
}

/** Details beyond the specification's sentence: which honors are stored, and the server's reason. */
function describeFailure(
  failure: CallFailure,
  wanted: readonly string[],
  done: readonly string[],
): string {
  const open = wanted.filter((label) => !done.includes(label))
  const fields = failure.error?.fields
  // Errors shown at a field are not repeated.
  const isAtField = fields?.date !== undefined || fields?.comment !== undefined
  return [
    done.length > 0 && `Eingetragen: ${done.join(', ')}. Nicht eingetragen: ${open.join(', ')}.`,
    !isAtField && detailOf(failure),
  ]
    .filter(Boolean)
    .join(' ')
}

/** A person with a due honor. */
export type Honoree = {
  memberId: number
  name: string
  honor: HonorType
  alsoDue: readonly HonorType[]
  /** For an honor that is not reached yet: the confirmed parades, and how many it needs (null = unknown). */
  notYet?: { confirmed: number; threshold: number | null }
}
