import type { Loaded } from '#web/lib/use-loaded.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Tick } from '#web/ui/tick.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import { dutyLabels } from '#worker/domain/labels.ts'
import { dutiesNotLoaded } from './duties.api.ts'
import { keyOf, type OpenEntry } from './leaving.ts'
import { costumesNotLoaded } from './member.api.ts'
import type { Belongings } from './use-belongings.ts'

type LeaveEntriesProps = {
  belongings: Belongings
  /** null until offices and costumes are known. */
  entries: readonly OpenEntry[] | null
  /** The keys of those that shall not end. */
  kept: ReadonlySet<string>
  onKept: (kept: ReadonlySet<string>) => void
}

export function LeaveEntries({ belongings, entries, kept, onKept }: LeaveEntriesProps) {
  if (!entries) return <NotKnown belongings={belongings} />
  if (entries.length === 0) {
    return (
      <p className="text-muted-foreground">
        Nichts ist mehr offen: keine Mitgliedszeit, kein Amt, kein Kleid.
      </p>
    )
  }
  const toggle = (key: string, ends: boolean) => {
    const next = new Set(kept)
    if (ends) next.delete(key)
    else next.add(key)
    onKept(next)
  }
  return (
    <fieldset className="grid gap-0.5">
      <legend className="mb-1 font-semibold text-sm">An diesem Tag endet auch</legend>
      {entries.map((entry) => {
        const key = keyOf(entry)
        return (
          <Tick
            key={key}
            checked={!kept.has(key)}
            onChange={({ target }) => toggle(key, target.checked)}
          >
            {wordsFor(entry)}
          </Tick>
        )
      })}
      <p className="mt-1 text-muted-foreground text-xs max-md:text-sm">
        Was Du abwählst, bleibt offen.
      </p>
    </fieldset>
  )
}

function wordsFor(entry: OpenEntry): string {
  const since = `seit ${germanDate(entry.from)}`
  if (entry.kind === 'timespan') return `Mitgliedszeit ${since}`
  if (entry.kind === 'duty') return `Amt ${dutyLabels[entry.entry.duty]} ${since}`
  const { type, number } = entry.costume
  return `Kleid ${type.name} ${number} ${since}`
}

function NotKnown({ belongings: { duties, costumes } }: { belongings: Belongings }) {
  const hasFailed = [duties, costumes].some(({ result }) => result?.ok === false)
  if (!hasFailed) return <Waiting />
  return (
    <>
      <LoadFailure loaded={duties} message={dutiesNotLoaded} />
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
