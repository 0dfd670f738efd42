import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Fact, Facts } from '#web/components/facts.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { previewQuery } from '#web/data/imports.ts'
import { CommitFailure, useCommitImport } from '#web/imports/commit-import.tsx'
import { DiscardDialog } from '#web/imports/staged-card.tsx'
import { ActBar, Steps } from '#web/imports/steps.tsx'
import { noAutoRefetch } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { ImportPreview, StagedImport } from '#worker/imports/imports.contract.ts'

/** Imports an archive of another guild or of this one, completely or not at all. */
export function ArchiveStep({ of }: { of: StagedImport }) {
  const preview = useQuery({ ...previewQuery(of.id), ...noAutoRefetch })
  return (
    <>
      <Steps at={3} isArchive />
      <QuerySection query={preview} waiting={<Waiting />}>
        {(known) => <Archive of={of} preview={known} isAsking={preview.isFetching} />}
      </QuerySection>
    </>
  )
}

type ArchiveProps = { of: StagedImport; preview: ImportPreview; isAsking: boolean }

function Archive({ of, preview, isAsking }: ArchiveProps) {
  const navigate = useNavigate()
  const { submit, isPending, failure } = useCommitImport(of)
  const [isDiscarding, setDiscarding] = useState(false)
  const wrong = preview.rows.filter(({ verdict }) => verdict === 'error')
  const tables = preview.rows.filter(({ verdict }) => verdict !== 'error')
  return (
    <div className="grid gap-6 *:min-w-0">
      <CommitFailure failure={failure} />
      {wrong.length > 0 && (
        <Alert tone="error" title="Dieses Archiv lässt sich nicht übernehmen">
          <ul className="mt-1 max-h-80 overflow-y-auto">
            {wrong.map(({ row, title, reasons }) => (
              <li key={row} className="wrap-anywhere">
                {title}: {reasons.map(({ text }) => text).join(' ')}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <Card bleed aria-labelledby="archive">
        <CardHead id="archive" title="Was im Archiv ist" />
        <CardBody>
          <Facts>
            {tables.map(({ row, title, fields }) => (
              <Fact key={row} label={title}>
                {fields.map((field) => field.new).join(', ')}
              </Fact>
            ))}
          </Facts>
        </CardBody>
      </Card>
      <ActBar
        actions={
          <>
            <Button disabled={isPending} onClick={() => setDiscarding(true)}>
              Verwerfen
            </Button>
            <Button
              variant="primary"
              disabled={wrong.length > 0 || isAsking}
              busy={isPending}
              onClick={() => void submit(preview.seen)}
            >
              Archiv übernehmen
            </Button>
          </>
        }
      >
        <p role="status">
          {isPending
            ? 'Wird übernommen. Das kann eine halbe Minute dauern …'
            : 'Ein Archiv geht nur in eine Zunft ohne Mitglieder, Kleider und Umzüge. Einstellungen, Regeln und Kleidertypen werden ersetzt.'}
        </p>
      </ActBar>
      {isDiscarding && (
        <DiscardDialog
          of={of}
          onDone={() => void navigate(paths.imports)}
          onClose={() => setDiscarding(false)}
        />
      )}
    </div>
  )
}

function Waiting() {
  return (
    <Loading label="Das Archiv wird geprüft …">
      <Card bleed className="p-6">
        <Skeleton className="h-60 w-full" />
      </Card>
    </Loading>
  )
}
