import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FoldCard } from '#web/components/fold-card.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { doneActsQuery } from '#web/data/parades-check-in.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { ActKind, DoneAct } from '#worker/check-in/check-in.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { spokenName, timeOnDay } from './participants.ts'

type DayLogProps = { paradeId: number; paradeDay: Day }

/** Who ticked off whom, and took or gave back whose money. */
export function DayLog(props: DayLogProps) {
  return <FoldCard title="Abgehakt und kassiert">{() => <Acts {...props} />}</FoldCard>
}

/** What is drawn at first, and with each press more. */
const atOnce = 50

function Acts({ paradeId, paradeDay }: DayLogProps) {
  const acts = useQuery(doneActsQuery(paradeId))
  const [shown, setShown] = useState(atOnce)
  return (
    <QuerySection query={acts} waiting={<ActsSkeleton />}>
      {(all) =>
        all.length === 0 ? (
          <p className="text-muted-foreground">
            Noch nichts. Was am Umzugstag abgehakt und kassiert wird, steht dann zwölf Monate lang
            hier.
          </p>
        ) : (
          <>
            <ul>
              {all.slice(0, shown).map((act) => (
                <ActLine key={act.id} act={act} paradeDay={paradeDay} />
              ))}
            </ul>
            {all.length > shown && (
              <Button variant="ghost" size="sm" onClick={() => setShown(shown + atOnce)}>
                Weitere
              </Button>
            )}
          </>
        )
      }
    </QuerySection>
  )
}

const acted: Record<ActKind, string> = {
  confirm: 'Bestätigt',
  unconfirm: 'Bestätigung zurückgenommen',
  pay: 'Bar bezahlt',
  unpay: 'Bezahlung zurückgenommen',
  enter: 'Vor Ort eingetragen',
}

function ActLine({ act: { at, kind, by, about }, paradeDay }: { act: DoneAct; paradeDay: Day }) {
  const isMoney = kind === 'pay' || kind === 'unpay'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t py-2 first:border-t-0 md:grid-cols-[9rem_minmax(0,1fr)_12rem]">
      <time dateTime={at} className="text-muted-foreground tabular-nums">
        {timeOnDay(at, paradeDay)}
      </time>
      <span className="wrap-anywhere max-md:col-span-full max-md:row-start-2">
        {acted[kind]}
        {about ? `: ${spokenName(about.memberName)}` : ': nicht mehr eingetragen'}
        {isMoney && about && (
          <span className="whitespace-nowrap tabular-nums">
            {`, ${germanEuro(about.priceInCent)}`}
          </span>
        )}
      </span>
      <span className="wrap-anywhere text-muted-foreground max-md:text-right">{by}</span>
    </li>
  )
}

function ActsSkeleton() {
  return (
    <Loading>
      <div className="grid gap-4">
        {['70%', '55%', '65%'].map((width) => (
          <Skeleton key={width} width={width} className="h-5" />
        ))}
      </div>
    </Loading>
  )
}
