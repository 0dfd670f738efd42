import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useDownload } from '#web/components/download.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { StepPathSkeleton } from '#web/components/step-path.tsx'
import { assemblyQuery, undoAssemblyEntry } from '#web/data/assembly.ts'
import { settingsQuery } from '#web/data/guild.ts'
import { downloadUpcoming } from '#web/data/statistics.ts'
import { counted } from '#web/lib/german-count.ts'
import { prefetch } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import { paths, settingsChange } from '#web/paths.ts'
import { AssemblyDate } from '#web/statistics/assembly-date.tsx'
import { honorTotalText } from '#web/statistics/statistic-words.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Assembly, Undone } from '#worker/assembly/assembly.contract.ts'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import { can } from '#worker/domain/rights.ts'
import { dayFromSearch } from './asked-day.ts'
import { AssemblyPath, assemblyAnchors, assemblySteps } from './assembly-path.tsx'
import { countByAct, summariseAttendance } from './assembly-rows.ts'
import { EnterBar } from './enter-bar.tsx'
import { EnteredActs, NotUndoneAlert, undoResultText } from './entered-acts.tsx'
import { HandOverCard, honorsToHandOver } from './hand-over-card.tsx'
import { LeftOutCard, NoLongerDueCard, NotYetCard } from './not-honored-cards.tsx'
import { OrderCard } from './order-card.tsx'
import { ReachedCard } from './reached-card.tsx'
import { useAttendance } from './use-attendance.ts'

/** The day comes from the address; without one, the server uses the guild's own. */
export function loader({ request }: LoaderFunctionArgs) {
  const asked = dayFromSearch(request)
  prefetch(assemblyQuery(asked), settingsQuery)
  return { asked }
}

export function AssemblyPage() {
  const { asked } = useLoaderData<typeof loader>()
  const assembly = useQuery(assemblyQuery(asked))
  const date = assembly.data?.date ?? asked
  const download = useDownload({
    file: downloadUpcoming(date ?? ''),
    name: 'Anstehende Ehrungen',
    disabled: date === null,
    compact: true,
  })
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        title="Generalversammlung"
        lead="Wer geehrt wird, wer da ist, und dann alles in einem Schritt eintragen"
        actions={download.button}
      />
      {download.failure}
      <div className="grid gap-6 *:min-w-0">
        <AssemblyDate
          date={date}
          words={assembly.data ? totalWordsOf(assembly.data) : null}
          canChoose={date !== null || assembly.error !== null}
        >
          <p>
            An diesem Tag zählen Jahre und Sprünge, und mit ihm werden die Ehrungen eingetragen.{' '}
            <GuildDateLink asked={asked} />
          </p>
        </AssemblyDate>
        <QuerySection query={assembly} waiting={<StepPathSkeleton steps={assemblySteps} />}>
          {(data) => (
            <AssemblyLists
              key={data.date}
              assembly={data}
              asked={asked}
              onConflict={() => void assembly.refetch()}
            />
          )}
        </QuerySection>
      </div>
    </Wrap>
  )
}

function totalWordsOf({ total, people }: Assembly): string {
  return total === 0 ? 'Niemand ist zu ehren.' : `${honorTotalText({ honors: total, people })}.`
}

/** From any other day a link back to the guild's own day; there, a link to the setting of that day. */
function GuildDateLink({ asked }: { asked: Day | null }) {
  const mayChange = can(useUser(), 'manage')
  if (asked !== null) return <Link to={paths.assembly}>Zum Tag der Zunft</Link>
  return mayChange ? (
    <Link to={settingsChange('assembly')}>Tag der Zunft ändern</Link>
  ) : (
    'Den Tag der Zunft ändert die Verwaltung.'
  )
}

type AssemblyListsProps = {
  assembly: Assembly
  asked: Day | null
  /** Called when a write fails because another user has already entered honors; reloads the list. */
  onConflict: () => void
}

/** The cards of an assembly: honors reached, left out, not reached yet, to order and to hand over. */
function AssemblyLists({ assembly, asked, onConflict }: AssemblyListsProps) {
  const user = useUser()
  const mayWrite = can(user, 'keepMembers')
  const today = berlinDay(new Date())
  const [kept, setKept] = useState<Undone['kept']>([])
  const { rows, date } = assembly
  const attendance = useAttendance({ rows, date, asked })
  const showNotUndone = ({ kept }: Undone) => setKept(kept)
  const onEntered = (act: string, entered: number) => {
    setKept([])
    const undo = undoAssemblyEntry(date)
    let words = ''
    const undoEntry = async () => {
      const undone = await undo.mutationFn({ act })
      words = undoResultText(undone, entered)
      showNotUndone(undone)
    }
    toast(`${counted(entered, 'Ehrung', 'Ehrungen')} eingetragen`, {
      undo: { ...undo, mutationFn: undoEntry },
      // A getter, because `undoEntry` sets the words from its answer, which may name honors that stay.
      get done() {
        return words
      },
    })
  }
  return (
    <>
      <AssemblyPath
        assembly={assembly}
        today={today}
        mayAct={mayWrite}
        canChangeDay={can(user, 'manage') && asked === null}
      />
      <NotUndoneAlert kept={kept} />
      <div id={assemblyAnchors.list} className="scroll-mt-20">
        <ReachedCard assembly={assembly} attendance={attendance} mayWrite={mayWrite}>
          <EnteredActs
            acts={countByAct(rows)}
            date={date}
            onUndone={mayWrite ? showNotUndone : null}
            onConflict={onConflict}
          />
        </ReachedCard>
      </div>
      <HandOverCard honors={honorsToHandOver(assembly)} today={today} mayWrite={mayWrite} />
      <div id={assemblyAnchors.order} className="scroll-mt-20">
        <OrderCard assembly={assembly} today={today} mayWrite={mayWrite} />
      </div>
      <NoLongerDueCard rows={assembly.noLongerDue} date={date} mayWrite={mayWrite} />
      <LeftOutCard rows={assembly.leftOut} date={date} mayWrite={mayWrite} />
      <NotYetCard reachable={assembly.reachable} next={assembly.next} />
      {mayWrite && (
        <EnterBar
          assembly={assembly}
          presence={summariseAttendance(rows, attendance.attendanceOf)}
          today={today}
          isSaving={attendance.isSaving}
          onEntered={onEntered}
          onConflict={onConflict}
        />
      )}
    </>
  )
}
