import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { enterAssemblyHonors } from '#web/data/assembly.ts'
import { settingsQuery } from '#web/data/guild.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { counted } from '#web/lib/german-count.ts'
import { useHeadFocus } from '#web/lib/use-removal-focus.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { honorTotalText } from '#web/statistics/statistic-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { Assembly, AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import { type Day, germanDate, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { type AttendanceSummary, attendanceText, staysOnListText } from './assembly-rows.ts'

type EnterBarProps = {
  assembly: Assembly
  presence: AttendanceSummary
  today: Day
  /** Ticks of attendance are still being stored; entering waits until they are. */
  isSaving: boolean
  onEntered: (act: string, entered: number) => void
  /** Called when the server rejects the honors because the list is outdated; reloads the list. */
  onConflict: () => void
}

/** The number of people present, and the button that enters all of their honors. */
export function EnterBar({ assembly, presence, today, ...props }: EnterBarProps) {
  const [isOpen, setOpen] = useState(false)
  const { people, toEnter } = presence
  // With the last honor the bar disappears and its button loses the focus, which moves to the page.
  useHeadFocus(people === 0 ? [] : [people])
  if (people === 0 && !isOpen) return null
  const isBefore = today < assembly.date
  const whyNot = entryObstacle(assembly.date, presence, today)
  return (
    <section
      aria-label="Eintragen"
      data-slot="act-bar"
      className="stuck-bottom z-10 flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-xl border bg-card px-6 py-3.5 shadow-md max-md:-mx-4 max-md:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] max-md:rounded-none max-md:border-x-0 max-md:px-4 max-md:py-2.5 print:hidden"
    >
      <div className="min-w-0 flex-[1_1_16rem] max-md:text-[0.9375rem]">
        <p role="status">
          <b className="font-[650]">{attendanceText(presence)}</b>{' '}
          <span className="text-muted-foreground">{isBefore ? '' : stayWords(presence)}</span>
        </p>
        {whyNot && <p className="text-muted-foreground text-sm">{whyNot}</p>}
      </div>
      <Button
        variant="primary"
        disabled={whyNot !== null}
        onClick={() => setOpen(true)}
        className="max-md:w-full"
      >
        {`${counted(toEnter.length, 'Ehrung', 'Ehrungen')} eintragen`}
      </Button>
      {isOpen && (
        <EnterDialog
          {...props}
          date={assembly.date}
          rows={toEnter}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}

/** Names who stays on the list. '' before the first tick, when the sentence would name everyone. */
function stayWords({ present, excused, notAnswered: staying }: AttendanceSummary): string {
  return present + excused > 0 ? staysOnListText(staying) : ''
}

function entryObstacle(date: Day, { toEnter }: AttendanceSummary, today: Day): string | null {
  if (today < date) {
    return `Eintragen kannst Du die Ehrungen erst am Tag der Versammlung, am ${germanDateWithWeekday(date)}.`
  }
  return toEnter.length === 0 ? 'Hake an, wer da ist.' : null
}

type EnterDialogProps = {
  date: Day
  /** The honors to enter: those of people who are present or excused. */
  rows: readonly AssemblyRow[]
  isSaving: boolean
  onEntered: (act: string, entered: number) => void
  onConflict: () => void
  onClose: () => void
}

/** Confirms entering all honors at once. */
function EnterDialog({ date, rows, isSaving, ...props }: EnterDialogProps) {
  const [withLower, setWithLower] = useState(true)
  const { submit, isPending, failure } = useSubmit(
    {
      ...enterAssemblyHonors(date),
      onError: ({ error }: CallFailure) => {
        if (error?.code === 'HonorExists') props.onConflict()
      },
    },
    ({ act }, sent) => {
      props.onEntered(act, sent.rows.length)
      props.onClose()
    },
  )
  const own = useQuery(settingsQuery).data?.assemblyDate ?? date
  const lower = rows.reduce((sum, { alsoDue }) => sum + alsoDue.length, 0)
  const people = new Set(rows.map(({ member }) => member.id)).size
  const enter = () =>
    void submit({
      rows: rows.map(({ member, type, alsoDue }) => ({
        memberId: member.id,
        types: withLower ? [type, ...alsoDue] : [type],
      })),
    })
  return (
    <ConfirmDialog
      open
      onOpenChange={props.onClose}
      title={`${counted(rows.length, 'Ehrung', 'Ehrungen')} eintragen?`}
      tone="primary"
      confirmLabel="Eintragen"
      busy={isPending}
      isReady={!isSaving}
      failure={failure}
      onConfirm={rows.length > 0 ? enter : null}
      more={
        lower > 0 && (
          <div>
            <Checkbox
              checked={withLower}
              disabled={isPending}
              onChange={({ target }) => setWithLower(target.checked)}
            >
              Auch die niedrigeren Stufen eintragen ({lower})
            </Checkbox>
            <p className="text-muted-foreground text-sm">
              Ohne Haken stehen die niedrigeren Stufen danach auf keiner Liste mehr.
            </p>
          </div>
        )
      }
    >
      {`${honorTotalText({ honors: rows.length, people })}, mit dem Datum ${germanDate(date)}.`}{' '}
      {handOverWords(rows)}
      {own !== date && (
        <b className="mt-2 block">
          Als Tag der Zunft ist der {germanDate(own)} eingestellt. Prüfe, ob das Datum stimmt.
        </b>
      )}
    </ConfirmDialog>
  )
}

function handOverWords(rows: readonly AssemblyRow[]): string {
  return rows.some(({ attendance }) => attendance === 'excused')
    ? 'Wer entschuldigt ist, bekommt sie auch eingetragen und steht dann unter „Noch zu übergeben“.'
    : ''
}
