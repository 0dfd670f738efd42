import { Failure } from '#web/components/failure.tsx'
import type { SectionQuery } from '#web/components/query-section.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import { dutyLabels } from '#worker/domain/labels.ts'
import { keyOf, type OpenEntry } from './leaving.ts'

type LeaveEntriesProps = {
  /** null until all of it is known. */
  entries: readonly OpenEntry[] | null
  /** Where the entries come from. */
  parts: readonly SectionQuery<unknown>[]
  ends: (entry: OpenEntry) => boolean
  onChoose: (entry: OpenEntry, ends: boolean) => void
}

export function LeaveEntries({ entries, parts, ends, onChoose }: LeaveEntriesProps) {
  if (!entries) return <NotKnown parts={parts} />
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
        <Checkbox
          key={keyOf(entry)}
          checked={ends(entry)}
          onChange={({ target }) => onChoose(entry, target.checked)}
        >
          {wordsFor(entry)}
        </Checkbox>
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

function NotKnown({ parts }: { parts: LeaveEntriesProps['parts'] }) {
  const failed = parts.flatMap(({ error, isFetching, refetch }) =>
    error ? [{ error, isFetching, refetch }] : [],
  )
  if (failed.length === 0) return <Waiting />
  return failed.map(({ error, isFetching, refetch }) => (
    <Failure key={error.message} failure={error} busy={isFetching} onRetry={() => void refetch()} />
  ))
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
