import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { FoldCard } from '#web/components/fold-card.tsx'
import { changeAssemblyRows } from '#web/data/assembly.ts'
import { useHonorLabels } from '#web/data/guild.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { HonorLabel } from '#web/members/shared/honor-label.tsx'
import { paths } from '#web/paths.ts'
import { Meter, OrderLegend, useOrderSteps } from '#web/statistics/order-meter.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Assembly, AssemblyRow, ReachableHonor } from '#worker/assembly/assembly.contract.ts'
import type { HonorType } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { listName } from '#worker/domain/names.ts'
import { keyOf, marksInWords, nameWithHonor, rowKeyOf } from './assembly-rows.ts'
import { MarksDialog } from './marks-dialog.tsx'

/** Honors that members may reach until the assembly, and the next honors after it; none can be entered yet. */
export function NotYetCard({ reachable, next }: Pick<Assembly, 'reachable' | 'next'>) {
  const count = reachable.length + next.years.length + next.parades.length
  if (count === 0) return null
  return (
    <FoldCard title="Noch nicht erreicht" tally={count}>
      <div className="grid gap-6">
        {reachable.length > 0 && <Reachable honors={reachable} />}
        {(next.years.length > 0 || next.parades.length > 0) && <Next {...next} />}
      </div>
    </FoldCard>
  )
}

function Reachable({ honors }: { honors: readonly ReachableHonor[] }) {
  const steps = useOrderSteps()
  const before = (threshold: number) => steps.findLast((step) => step < threshold) ?? 0
  return (
    <section aria-label="Erreichbar">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-[620] font-display text-lg">Erreichbar</h3>
        <OrderLegend />
      </div>
      <p className="mb-1 text-muted-foreground">
        Wenn alle angemeldeten Umzüge besucht werden. Noch gibt es nichts einzutragen.
      </p>
      <ul>
        {honors.map((honor) => (
          <HonorLine
            key={keyOf(honor)}
            {...honor}
            note={`${honor.confirmed} bestätigt, ${honor.booked} angemeldet`}
          >
            <span className="block w-full md:w-[22%]">
              <Meter
                previous={before(honor.threshold)}
                next={honor.threshold}
                confirmed={honor.confirmed}
                maximum={honor.confirmed + honor.booked}
              />
            </span>
          </HonorLine>
        ))}
      </ul>
    </section>
  )
}

function Next({ years, parades }: Assembly['next']) {
  return (
    <section aria-label="Als Nächstes">
      <h3 className="font-[620] font-display text-lg">Als Nächstes</h3>
      <p className="mb-1 text-muted-foreground">
        Was in einem Jahr dazukommt, wenn niemand austritt, und wem höchstens zehn Sprünge fehlen.
      </p>
      <ul>
        {years.map((honor) => (
          <HonorLine key={keyOf(honor)} {...honor} note={honor.reason} />
        ))}
        {parades.map((honor) => (
          <HonorLine key={keyOf(honor)} {...honor} note={missingWords(honor.missing)} />
        ))}
      </ul>
    </section>
  )
}

const missingWords = (missing: number) =>
  missing === 1 ? 'noch 1 Sprung' : `noch ${missing} Sprünge`

type LeftOutCardProps = { rows: readonly AssemblyRow[]; date: Day; mayWrite: boolean }

/** Honors that are due but were excluded from this assembly by a user. */
export function LeftOutCard({ rows, date, mayWrite }: LeftOutCardProps) {
  const byKey = rows.map((row) => ({ row, id: keyOf(row) }))
  const { goal, markRemoved } = useRemovalFocus<HTMLElement, string>(byKey)
  if (rows.length === 0) return null
  return (
    <FoldCard title="Diesmal nicht" tally={rows.length} summaryRef={goal}>
      <ul>
        {byKey.map(({ row, id }) => (
          <LeftOut
            key={id}
            row={row}
            date={date}
            mayWrite={mayWrite}
            onTakenBack={() => markRemoved(id)}
          />
        ))}
      </ul>
    </FoldCard>
  )
}

type LeftOutProps = { row: AssemblyRow; date: Day; mayWrite: boolean; onTakenBack: () => void }

function LeftOut({ row, date, mayWrite, onTakenBack }: LeftOutProps) {
  const labels = useHonorLabels()
  const { submit, isPending, failure } = useSubmit(
    changeAssemblyRows(date),
    (_saved, _sent, undoAction) => {
      toast('Wieder auf der Liste', undoAction)
      onTakenBack()
    },
  )
  return (
    <HonorLine {...row} note={[row.reason, row.note].filter(Boolean).join('. ')}>
      {mayWrite && (
        <Button
          size="sm"
          busy={isPending}
          aria-label={`Wieder aufnehmen: ${nameWithHonor(row, labels)}`}
          className="max-md:w-full"
          onClick={() => void submit({ rows: [rowKeyOf(row)], set: { choice: null } })}
        >
          Wieder aufnehmen
        </Button>
      )}
      {failure && <Failure failure={failure} detail={detailOf(failure)} className="w-full" />}
    </HonorLine>
  )
}

type NoLongerDueCardProps = { rows: readonly AssemblyRow[]; date: Day; mayWrite: boolean }

/** Honors with marks (such as "ordered") that are no longer due; shown until the marks are removed. */
export function NoLongerDueCard({ rows, date, mayWrite }: NoLongerDueCardProps) {
  const labels = useHonorLabels()
  const [edited, setEdited] = useState<AssemblyRow | null>(null)
  const { goal, markRemoved } = useRemovalFocus<HTMLDivElement, string>(
    rows.map((row) => ({ id: keyOf(row) })),
  )
  if (rows.length === 0 && !edited) return null
  const close = (row: AssemblyRow) => {
    markRemoved(keyOf(row))
    setEdited(null)
  }
  return (
    <Card bleed className="print:hidden">
      <div ref={goal} tabIndex={-1}>
        <CardHead title="Nicht mehr fällig" tally={rows.length} />
      </div>
      <div className="px-6 pb-4 max-md:px-4">
        <p className="mb-1 text-muted-foreground">
          Dafür wurde schon etwas getan. Nach den Regeln und Eintragungen von heute sind diese
          Ehrungen an diesem Tag nicht fällig.
        </p>
        <ul>
          {rows.map((row) => (
            <HonorLine
              key={keyOf(row)}
              {...row}
              note={[marksInWords(row), row.note].filter(Boolean).join('. ')}
            >
              {mayWrite && (
                <Button
                  size="sm"
                  aria-label={`Notiz und Tage: ${nameWithHonor(row, labels)}`}
                  className="max-md:w-full"
                  onClick={() => setEdited(row)}
                >
                  Notiz und Tage
                </Button>
              )}
            </HonorLine>
          ))}
        </ul>
      </div>
      {edited && <MarksDialog row={edited} date={date} onClose={() => close(edited)} />}
    </Card>
  )
}

type HonorLineProps = {
  member: { id: number; firstName: string; lastName: string }
  type: HonorType
  /** Why the honor is not on the list; in small text below the honor. */
  note: ReactNode
  /** Buttons at the right end of the line, on phones below it. */
  children?: ReactNode
}

/** A line for an honor outside the assembly's list. */
export function HonorLine({ member, type, note, children }: HonorLineProps) {
  const labels = useHonorLabels()
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1.5 border-t py-2.5 first:border-t-0">
      <Link
        to={paths.member(member.id)}
        className="wrap-anywhere font-semibold text-inherit no-underline hover:underline max-md:w-full md:w-[22%]"
      >
        {listName(member)}
      </Link>
      <div className="min-w-0 flex-[1_1_14rem]">
        <HonorLabel>{labels(type)}</HonorLabel>
        {note && (
          <span className="block ps-[1.375rem] text-muted-foreground text-sm wrap-anywhere">
            {note}
          </span>
        )}
      </div>
      {children}
    </li>
  )
}
