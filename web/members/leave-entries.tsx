import type { Loaded } from '#web/lib/use-loaded.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Tick } from '#web/ui/tick.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import { dutyLabels } from '#worker/domain/labels.ts'
import { dutyCalls } from './duties.api.ts'
import { keyOf, type OpenEntry } from './leaving.ts'
import { costumesNotLoaded } from './member.api.ts'
import type { Belongings } from './use-belongings.ts'

type LeaveEntriesProps = {
  belongings: Belongings
  /** null until offices and costumes are known. */
  entries: readonly OpenEntry[] | null
  ends: (entry: OpenEntry) => boolean
  onChoose: (entry: OpenEntry, ends: boolean) => void
}

export function LeaveEntries({ belongings, entries, ends, onChoose }: LeaveEntriesProps) {
  if (!entries) return <NotKnown belongings={belongings} />
  if (entries.length === 0) {
    return (
      <p className="text-muted-foreground">
        An diesem Tag ist nichts offen: keine Mitgliedszeit, kein Amt, kein Kleid.
      </p>
    )
  }
  return (
    <fieldset className="grid gap-0.5">
      <legend className="mb-1 font-semibold text-sm">An diesem Tag endet auch</legend>
      {entries.map((entry) => (
        <Tick
          key={keyOf(entry)}
          checked={ends(entry)}
          onChange={({ target }) => onChoose(entry, target.checked)}
        >
          {wordsFor(entry)}
        </Tick>
      ))}
      <p className="mt-1 text-muted-foreground text-xs max-md:text-sm">
        Was Du abwählst, bleibt, wie es ist.
      </p>
    </fieldset>
  )
}

function wordsFor(entry: OpenEntry): string {
  const { from, to } = entry
  const time = to ? `${germanDate(from)} – ${germanDate(to)}` : `seit ${germanDate(from)}`
  if (entry.kind === 'timespan') return `Mitgliedszeit ${time}`
  if (entry.kind === 'duty') return `Amt ${dutyLabels[entry.entry.duty]} ${time}`
  const { type, number } = entry.costume
  return `Kleid ${type.name} ${number} ${time}`
}

function NotKnown({ belongings: { duties, costumes } }: { belongings: Belongings }) {
  const hasFailed = [duties, costumes].some(({ result }) => result?.ok === false)
  if (!hasFailed) return <Waiting />
  return (
    <>
      <LoadFailure loaded={duties} message={dutyCalls.notLoaded} />
      <LoadFailure loaded={costumes} message={costumesNotLoaded} />
    </>
  )
}

function Waiting() {
  return (
    <Loading>
      {['70%', '55%', '62%'].map((width) => (
        <Skeleton key={width} width={width} className="my-3.5" />
      ))}
    </Loading>
  )
}

function LoadFailure<T>({ loaded, message }: { loaded: Loaded<T>; message: string }) {
  const { result, isPending, reload } = loaded
  if (!result || result.ok) return null
  return <Failure message={message} failure={result.failure} busy={isPending} onRetry={reload} />
}
