import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { importsQuery } from '#web/data/imports.ts'
import { prefetch } from '#web/lib/query.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { paths } from '#web/paths.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { FileChoice, useStaging } from './file-choice.tsx'
import { KindChoice } from './kind-choice.tsx'
import { isSheetKind, type SheetKind } from './kind-words.ts'
import { LogCard, LogSkeleton } from './log-card.tsx'
import { StagedCard } from './staged-card.tsx'
import { Steps } from './steps.tsx'

export function loader() {
  prefetch(importsQuery)
  return null
}

export const shouldRevalidate = unlessOnlySearchChanged

/** What a guild brings along: which file, and what was taken over before. */
export function ImportsPage() {
  const imports = useQuery(importsQuery)
  return (
    <Wrap>
      <PageHead
        back={{ to: paths.settings, label: 'Einstellungen' }}
        title="Daten übernehmen"
        lead="Aus einer Excel-Tabelle oder einem anderen Programm. Übernommen wird erst, was Du geprüft hast."
      />
      <Steps at={1} />
      <div className="grid gap-6 *:min-w-0">
        {imports.data && <StagedCard imports={imports.data} />}
        <NewCard />
        <QuerySection query={imports} waiting={<LogSkeleton />}>
          {(known) => <LogCard imports={known} />}
        </QuerySection>
      </div>
    </Wrap>
  )
}

function NewCard() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const wanted = search.get('kind') ?? ''
  // Others lead to one: "Jetzt als Kleider übernehmen?"
  const [kind, setKind] = useState<SheetKind>(isSheetKind(wanted) ? wanted : 'members')
  const staging = useStaging(kind, ({ id }) => navigate(paths.import(id)))
  return (
    <Card bleed aria-labelledby="new">
      <CardHead id="new" title="Was möchtest Du übernehmen?" />
      <KindChoice kind={kind} disabled={staging.isPending} onChange={setKind} />
      <div className="grid gap-4 border-t p-6 max-md:p-4">
        <FileChoice staging={staging} />
      </div>
    </Card>
  )
}
