import { FoldCard } from '#web/components/fold-card.tsx'
import { Meter, OrderLegend, useOrderSteps } from '#web/statistics/order-meter.tsx'
import type { Assembly, ReachableHonor } from '#worker/assembly/assembly.contract.ts'
import { HonorLine } from './honor-line.tsx'
import { keyOf } from './rows.ts'

/** What is within reach, and what comes after: nothing of it is entered. */
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
