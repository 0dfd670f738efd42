import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { matchedQuery, undoMatchAct } from '#web/data/enrolment.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { berlinDay, berlinTime, germanDate } from '#worker/domain/dates.ts'
import { listName } from '#worker/domain/names.ts'
import type { MatchedAct } from '#worker/enrolment/enrolment.contract.ts'
import type { CorrectionRows } from './correction-rows.ts'

type OnUndone = CorrectionRows['undone']

/** The recent matches; each can be undone, also an old one. */
export function LastMatches({ onUndone }: { onUndone: OnUndone }) {
  const matched = useQuery(matchedQuery)
  const [result, setResult] = useState('')
  const status = useRef<HTMLParagraphElement>(null)
  const undone: Undone = (act, unlinked, left, open) => {
    onUndone(
      act.flatMap(({ people }) => people),
      open,
    )
    setResult(undoneWords(act, unlinked, left))
    // The entry disappears together with the pressed button.
    status.current?.focus()
  }
  return (
    <Card bleed>
      <CardHead title="Zuletzt zugeordnet" />
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        className="mx-6 mb-3 rounded-lg bg-warning-soft px-4 py-2.5 text-warning-soft-foreground empty:m-0 empty:p-0 max-md:mx-4"
      >
        {result}
      </p>
      <QuerySection
        query={matched}
        waiting={<Waiting />}
        className="mx-6 mb-6 max-md:mx-4 max-md:mb-4"
      >
        {(entries) =>
          entries.length > 0 ? (
            <ul className="border-t">
              {actsOf(entries).map((act) => (
                <Act key={act[0]?.act} entries={act} onUndone={undone} />
              ))}
            </ul>
          ) : (
            <p className="px-6 pb-6 text-muted-foreground max-md:px-4 max-md:pb-5">
              Hier steht, wer wen wann zugeordnet hat. Jede Zuordnung lässt sich rückgängig machen.
            </p>
          )
        }
      </QuerySection>
    </Card>
  )
}

type Undone = (
  act: readonly MatchedAct[],
  unlinked: number,
  left: readonly number[],
  open: Parameters<OnUndone>[1],
) => void

/** Groups the entries by the act in which they were matched. */
function actsOf(entries: readonly MatchedAct[]): MatchedAct[][] {
  return [...Map.groupBy(entries, ({ act }) => act).values()]
}

type ActProps = { entries: readonly MatchedAct[]; onUndone: Undone }

function Act({ entries, onUndone }: ActProps) {
  const { submit, isPending, failure } = useSubmit(undoMatchAct, ({ unlinked, left, open }) =>
    onUndone(entries, unlinked, left, open),
  )
  const [first] = entries
  if (!first) return null
  const who = summaryOf(entries)
  return (
    <li className="grid gap-2 border-b px-6 py-3 last:border-b-0 max-md:px-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_16rem]">
          {entries.length === 1 ? (
            <Matched entry={first} />
          ) : (
            <details>
              <summary className="min-h-9 cursor-pointer content-center font-semibold max-md:min-h-11">
                {who}
              </summary>
              <ul className="grid gap-1.5 pb-1">
                {entries.map((entry) => (
                  <li key={entry.member.id}>
                    <Matched entry={entry} />
                  </li>
                ))}
              </ul>
            </details>
          )}
          <p className="text-muted-foreground text-sm">
            {whenOf(first.at)}, {first.by.firstName} {first.by.lastName}
          </p>
        </div>
        <Button
          variant="ghost"
          size="sm"
          busy={isPending}
          aria-label={`Rückgängig: ${who}`}
          onClick={() => void submit(first.act)}
        >
          <Undo2 />
          Rückgängig
        </Button>
      </div>
      {failure && <Failure failure={failure} detail={detailOf(failure)} />}
    </li>
  )
}

function Matched({ entry: { member, people } }: { entry: MatchedAct }) {
  return (
    <>
      {people.map(({ id, memberName, birthday, parades }) => (
        <p key={id}>
          <span className="font-semibold">{memberName}</span>{' '}
          {birthday && <span className="tabular-nums">({germanDate(birthday)})</span>} ist{' '}
          <Link to={paths.member(member.id)}>{listName(member)}</Link>
          <span className="block text-muted-foreground text-sm">
            {parades.map(({ title, date }) => `${title} (${germanDate(date)})`).join(', ')}
          </span>
        </p>
      ))}
    </>
  )
}

function summaryOf(entries: readonly MatchedAct[]): string {
  const people = entries.flatMap((entry) => entry.people)
  return people.length === 1 ? (people[0]?.memberName ?? '') : `${people.length} Personen`
}

function whenOf(at: string): string {
  const instant = new Date(at)
  const day = berlinDay(instant)
  const dayText = day === berlinDay(new Date()) ? 'Heute' : germanDate(day)
  return `${dayText}, ${berlinTime(instant)} Uhr`
}

function undoneWords(
  act: readonly MatchedAct[],
  unlinked: number,
  left: readonly number[],
): string {
  const people = act.flatMap((entry) => entry.people)
  const parades = people.flatMap((person) => person.parades)
  const titles = new Set(parades.filter(({ id }) => left.includes(id)).map(({ title }) => title))
  const quoted = [...titles].map((title) => `„${title}“`).join(', ')
  const sentences = [
    unlinked > 0 && `Aufgehoben: ${summaryOf(act)}.`,
    left.length > 0 &&
      `Für ${quoted} bleibt die Zuordnung bestehen: Unter diesem Namen steht dort inzwischen jemand.`,
  ].filter(Boolean)
  return sentences.join(' ') || 'Diese Zuordnung war schon aufgehoben.'
}

function Waiting() {
  return (
    <Loading>
      <div className="grid gap-3 px-6 pb-6 max-md:px-4">
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </div>
    </Loading>
  )
}
