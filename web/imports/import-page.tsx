import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { isNotFound, MissingPage } from '#web/components/missing-page.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { discardImport, importQuery } from '#web/data/imports.ts'
import { counted } from '#web/lib/german-count.ts'
import { noAutoRefetch, prefetch } from '#web/lib/query.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { StagedImport } from '#worker/imports/imports.contract.ts'
import { ArchiveStep } from './archive/archive-step.tsx'
import { DoneStep } from './done-step.tsx'
import { FileChoice, useStaging } from './file-choice.tsx'
import { isSheetKind, kindLabel } from './kind-words.ts'
import { SheetSteps } from './sheet-steps.tsx'
import { Steps } from './steps.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  prefetch(importQuery(id))
  return { id }
}

export const shouldRevalidate = unlessOnlySearchChanged

/** One import in its current step, which the server stores. */
export function ImportPage() {
  const { id } = useLoaderData<typeof loader>()
  const staged = useQuery({ ...importQuery(id), ...noAutoRefetch })
  if (isNotFound(staged))
    return (
      <MissingPage
        title="Diese Übernahme gibt es nicht (mehr)"
        to={paths.imports}
        way="Daten übernehmen"
      >
        Was angefangen ist, bleibt einen Tag.
      </MissingPage>
    )
  return (
    <Wrap>
      <PageHead
        back={{ to: paths.imports, label: 'Daten übernehmen' }}
        title={staged.data ? `${kindLabel(staged.data.kind)} übernehmen` : 'Daten übernehmen'}
        lead={staged.data && fileWords(staged.data)}
      />
      <QuerySection query={staged} waiting={<Waiting />}>
        {(known) => <Step key={`${id} ${known.kind}`} of={known} />}
      </QuerySection>
    </Wrap>
  )
}

function Step({ of }: { of: StagedImport }) {
  const { state, kind, parts } = of
  if (state !== 'staged') return <DoneStep of={of} />
  if (parts.received.length < parts.expected) return <IncompleteStep of={of} />
  if (kind === 'archive') return <ArchiveStep of={of} />
  return <SheetSteps staged={of} kind={kind} />
}

/** "mitglieder-2026.csv, 412 Zeilen" */
function fileWords({ fileName, rowCount }: StagedImport): string {
  return rowCount > 0 ? `${fileName}, ${counted(rowCount, 'Zeile', 'Zeilen')}` : fileName
}

function Waiting() {
  return (
    <Loading>
      <Card bleed>
        <CardHead title="Welche Spalte ist was?" />
        <CardBody>
          <Skeleton className="h-60 w-full" />
        </CardBody>
      </Card>
    </Loading>
  )
}

/** Offers to upload the file again, when its upload was interrupted, for example by closing the tab. */
function IncompleteStep({ of }: { of: StagedImport }) {
  const navigate = useNavigate()
  const staging = useStaging(isSheetKind(of.kind) ? of.kind : 'members', ({ id }) => {
    // An incomplete import that cannot be discarded now is deleted by the server after a day.
    void discardImport.mutationFn(of.id).catch(() => {})
    return navigate(paths.import(id), { replace: true })
  })
  return (
    <>
      <Steps at={1} />
      <Card bleed>
        <CardBody className="grid gap-4 pt-6">
          <Alert tone="warn" title="Die Datei ist nicht ganz angekommen">
            Wähle sie noch einmal. Gespeichert ist davon nichts.
          </Alert>
          <FileChoice staging={staging} />
        </CardBody>
      </Card>
    </>
  )
}
