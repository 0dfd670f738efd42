import { useState } from 'react'
import { useToast } from '#web/components/toast.tsx'
import { undoAssemblyEntry } from '#web/data/assembly.ts'
import { counted } from '#web/lib/german-count.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import type { Assembly, Undone } from '#worker/assembly/assembly.contract.ts'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import { EnterBar } from './enter-bar.tsx'
import { EnteredActs, KeptAlert, undoneWords } from './entered-acts.tsx'
import { HandOverCard, toHandOverIn } from './hand-over-card.tsx'
import { LeftOutCard, NoLongerDueCard, NotYetCard } from './not-honored-cards.tsx'
import { OrderCard } from './order-card.tsx'
import { ReachedCard } from './reached-card.tsx'
import { actsOf, presenceOf } from './rows.ts'
import { useAttendance } from './use-attendance.ts'

type AssemblyListsProps = {
  assembly: Assembly
  asked: Day | null
  /** Somebody else was quicker: the list is asked for again. */
  onOvertaken: () => void
}

/** Everything of one assembly. */
export function AssemblyLists({ assembly, asked, onOvertaken }: AssemblyListsProps) {
  const mayWrite = hasRole(useUser(), 'management')
  const toast = useToast()
  const today = berlinDay(new Date())
  const [kept, setKept] = useState<Undone['kept']>([])
  const { rows, date } = assembly
  const attendance = useAttendance({ rows, date, asked })
  const told = ({ kept }: Undone) => setKept(kept)
  const onEntered = (act: string, entered: number) => {
    setKept([])
    const undo = undoAssemblyEntry(date)
    let words = ''
    const takeBack = async () => {
      const undone = await undo.mutationFn({ act })
      words = undoneWords(undone, entered)
      told(undone)
    }
    toast(`${counted(entered, 'Ehrung', 'Ehrungen')} eingetragen`, {
      takeBack: { ...undo, mutationFn: takeBack },
      // Known only then: what was changed since stays.
      get done() {
        return words
      },
    })
  }
  return (
    <>
      <KeptAlert kept={kept} />
      <ReachedCard assembly={assembly} attendance={attendance} mayWrite={mayWrite}>
        <EnteredActs
          acts={actsOf(rows)}
          date={date}
          onUndone={mayWrite ? told : null}
          onOvertaken={onOvertaken}
        />
      </ReachedCard>
      <HandOverCard honors={toHandOverIn(assembly)} today={today} mayWrite={mayWrite} />
      <OrderCard assembly={assembly} today={today} mayWrite={mayWrite} />
      <NoLongerDueCard rows={assembly.noLongerDue} date={date} mayWrite={mayWrite} />
      <LeftOutCard rows={assembly.leftOut} date={date} mayWrite={mayWrite} />
      <NotYetCard reachable={assembly.reachable} next={assembly.next} />
      {mayWrite && (
        <EnterBar
          assembly={assembly}
          presence={presenceOf(rows, attendance.attendanceOf)}
          today={today}
          isSaving={attendance.isSaving}
          onEntered={onEntered}
          onOvertaken={onOvertaken}
        />
      )}
    </>
  )
}
