import { CircleCheck } from 'lucide-react'
import type { Ref } from 'react'
import { Failure } from '#web/components/failure.tsx'
import { detailOf } from '#web/lib/failure-detail.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { isLeftOver, type Sorted } from './refund-progress.ts'
import type { Work } from './use-parade-refunds.ts'

type ProgressCardProps = {
  ref?: Ref<HTMLElement> | undefined
  places: Sorted
  work: Work
  onGoOn: (() => Promise<void>) | null
}

/** How far it has come; absent as long as nothing was asked for. */
export function ProgressCard({ ref, places, work, onGoOn }: ProgressCardProps) {
  const { online, unasked, done } = places
  const { isWorking, failure } = work
  if (!isWorking && !failure && unasked.length === online.length) return null
  const canGoOn = onGoOn && !isWorking && isLeftOver(places)
  return (
    <Card
      ref={ref}
      tabIndex={-1}
      bleed
      aria-label="Fortschritt"
      aria-busy={isWorking}
      className={card}
    >
      {failure && <Failure failure={failure} detail={detailOf(failure)} className="mb-4" />}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div role="status">
          <p className="flex items-center gap-2 font-semibold text-lg tabular-nums">
            {done.length === online.length && (
              <CircleCheck aria-hidden="true" className="text-success-soft-foreground" />
            )}
            {done.length} von {online.length} erstattet
          </p>
          <p className="text-muted-foreground">{whatGoesOn(places, work)}</p>
        </div>
        {canGoOn && <Button onClick={() => void onGoOn()}>Weitermachen</Button>}
      </div>
      <progress
        aria-label="Erstattete Gebühren"
        max={online.length || 1}
        value={done.length}
        className={bar}
      />
    </Card>
  )
}

function whatGoesOn({ pending, failed, unasked }: Sorted, { isWorking, isStuck }: Work) {
  if (isWorking) return 'Die Erstattungen laufen. Lass diese Seite offen.'
  if (pending.length > 0) {
    return `${isStuck ? 'Der Zahlungsdienst lässt sich Zeit. ' : ''}Der Rest läuft von selbst weiter, auch wenn Du die Seite schließt.`
  }
  if (failed.length > 0) return 'Was abgelehnt wurde, steht darunter.'
  if (unasked.length > 0) return 'Für die übrigen ist noch keine Erstattung veranlasst.'
  return 'Alles online Bezahlte ist zurückgegeben.'
}

const card = 'px-6 pt-5 pb-6 max-md:px-4'
const bar =
  'mt-4 block h-2.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-border [&::-moz-progress-bar]:bg-success [&::-webkit-progress-bar]:bg-border [&::-webkit-progress-value]:rounded-r-full [&::-webkit-progress-value]:bg-success'
