import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { Link } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { useToast } from '#web/components/toast.tsx'
import { discardDraft, draftsQuery, proposeDrafts } from '#web/data/parades.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import type { ParadeDrafts as Drafts } from '#worker/parades/parades.contract.ts'

/** What is proposed for the season to prepare, and the button that proposes; nothing where neither is. */
export function ParadeDrafts() {
  const query = useQuery(draftsQuery)
  const { goal, markRemoved } = useRemovalFocus<HTMLDivElement>(query.data?.drafts)
  return (
    <div ref={goal} tabIndex={-1} className="outline-none print:hidden">
      <QuerySection query={query} waiting={null} className="mb-6">
        {({ season, drafts, proposable }) => (
          <>
            {drafts.length > 0 && (
              <Card bleed className="mb-6">
                <CardHead title={`Vorschläge für ${season}`} tally={drafts.length} />
                <ul>
                  {drafts.map((draft) => (
                    <Row key={draft.id} draft={draft} onDiscarded={() => markRemoved(draft.id)} />
                  ))}
                </ul>
              </Card>
            )}
            {proposable > 0 && <Propose />}
          </>
        )}
      </QuerySection>
    </div>
  )
}

type RowProps = { draft: Drafts['drafts'][number]; onDiscarded: () => void }

function Row({ draft, onDiscarded }: RowProps) {
  const toast = useToast()
  const { submit, isPending, failure } = useSubmit(discardDraft, () => {
    toast('Vorschlag verworfen')
    onDiscarded()
  })
  const name = <span className="sr-only">: {draft.title}</span>
  return (
    <li className="border-t px-6 py-2.5 max-md:px-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 flex-[1_1_14rem]">
          <p className="wrap-anywhere font-semibold">{draft.title}</p>
          <p className="wrap-anywhere text-muted-foreground text-sm tabular-nums">
            {`${germanDateWithWeekday(draft.date)} · ${draft.host}`}
          </p>
        </div>
        <div className="flex gap-2">
          <Button size="sm" variant="ghost" busy={isPending} onClick={() => void submit(draft.id)}>
            Verwerfen{name}
          </Button>
          <Button asChild size="sm">
            <Link to={paths.paradeOfDraft(draft.id)}>Anlegen{name}</Link>
          </Button>
        </div>
      </div>
      {failure && <Failure className="mt-2" failure={failure} />}
    </li>
  )
}

/** Offered as long as a parade of the last season is neither proposed nor entered again. */
function Propose() {
  const toast = useToast()
  const { submit, isPending, failure } = useSubmit(proposeDrafts, ({ season }) => {
    toast(`Vorschläge für ${season} stehen bereit`)
  })
  return (
    <div className="mb-6">
      {failure && <Failure className="mb-4" failure={failure} />}
      <Button className="max-md:w-full" busy={isPending} onClick={() => void submit()}>
        <CalendarPlus />
        Umzüge der letzten Saison übernehmen
      </Button>
    </div>
  )
}
