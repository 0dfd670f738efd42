import { useState } from 'react'
import { counted } from '#web/lib/german-count.ts'
import { useHeadFocus } from '#web/lib/use-removal-focus.ts'
import { Button } from '#web/ui/button.tsx'
import type { Assembly } from '#worker/assembly/assembly.contract.ts'
import { type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { EnterDialog } from './enter-dialog.tsx'
import { type Presence, presenceWords, stayingWords } from './rows.ts'

type EnterBarProps = {
  assembly: Assembly
  presence: Presence
  today: Day
  /** A tick is on its way: nothing is entered before it has arrived. */
  isSaving: boolean
  onEntered: (act: string, entered: number) => void
  /** What the list shows is not true any more. */
  onOvertaken: () => void
}

/** Who is there, and all their honors in one step. */
export function EnterBar({ assembly, presence, today, ...props }: EnterBarProps) {
  const [isOpen, setOpen] = useState(false)
  const { people, toEnter } = presence
  // With the last honor the bar goes, and its button with the focus: that is the page's then.
  useHeadFocus(people === 0 ? [] : [people])
  if (people === 0 && !isOpen) return null
  const isBefore = today < assembly.date
  const whyNot = whyNotYet(assembly.date, presence, today)
  return (
    <section
      aria-label="Eintragen"
      data-slot="act-bar"
      className="stuck-bottom z-10 flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-xl border bg-card px-6 py-3.5 shadow-md max-md:-mx-4 max-md:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] max-md:rounded-none max-md:border-x-0 max-md:px-4 max-md:py-2.5 print:hidden"
    >
      <div className="min-w-0 flex-[1_1_16rem] max-md:text-[0.9375rem]">
        <p role="status">
          <b className="font-[650]">{presenceWords(presence)}</b>{' '}
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

/** Who stays is told on the day, once somebody is ticked: before that it is everybody. */
function stayWords({ present, excused, staying }: Presence): string {
  return present + excused > 0 ? stayingWords(staying) : ''
}

function whyNotYet(date: Day, { toEnter }: Presence, today: Day): string | null {
  if (today < date) {
    return `Eintragen kannst Du die Ehrungen erst am Tag der Versammlung, am ${germanDateWithWeekday(date)}.`
  }
  return toEnter.length === 0 ? 'Hake an, wer da ist.' : null
}
