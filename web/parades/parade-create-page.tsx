import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, Navigate, useLoaderData } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import {
  createParade,
  draftsQuery,
  hostsQuery,
  nextParadeNumberQuery,
  titlesQuery,
} from '#web/data/parades.ts'
import { prefetch, queryOnce } from '#web/lib/query.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { toast } from '#web/ui/toast.tsx'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import type { Parade, ParadeDrafts } from '#worker/parades/parades.contract.ts'
import { draftOfProposal, newDraft, readParadeForm } from './parade-draft.ts'
import { ParadeForm } from './parade-form.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const nextNumber = queryOnce(nextParadeNumberQuery)
  const drafts = queryOnce(draftsQuery)
  const draftId = Number(new URL(request.url).searchParams.get('draft')) || null
  prefetch(nextNumber, hostsQuery, titlesQuery, ...(draftId === null ? [] : [drafts]))
  return { today: berlinDay(new Date()), nextNumber, drafts, draftId }
}

export function ParadeCreatePage() {
  const { draftId } = useLoaderData<typeof loader>()
  return (
    <Wrap narrow>
      <PageHead back={{ to: paths.parades, label: 'Umzüge' }} title="Neuer Umzug" />
      {draftId === null ? <NewParade draft={null} /> : <ParadeFromProposal id={draftId} />}
    </Wrap>
  )
}

/** The form prefilled from a proposal; empty, with a notice, when the proposal no longer exists. */
function ParadeFromProposal({ id }: { id: number }) {
  const { drafts } = useLoaderData<typeof loader>()
  const query = useQuery(drafts)
  return (
    <QuerySection query={query} waiting={<PageSpinner />}>
      {(known) => {
        const draft = known.drafts.find((one) => one.id === id)
        return draft ? <NewParade draft={draft} /> : <Alert tone="info">{gone}</Alert>
      }}
    </QuerySection>
  )
}

const gone = 'Diesen Vorschlag gibt es nicht mehr. Er ist schon angelegt oder verworfen.'

type Proposed = ParadeDrafts['drafts'][number]

function NewParade({ draft }: { draft: Proposed | null }) {
  const { today, nextNumber } = useLoaderData<typeof loader>()
  const { data, isPending } = useQuery(nextNumber)
  // The next number is only suggested: if it cannot be loaded, the field stays empty.
  if (isPending) return <PageSpinner />
  return <CreateForm today={today} nextNumber={data?.number ?? null} draft={draft} />
}

type CreateFormProps = { today: Day; nextNumber: number | null; draft: Proposed | null }

function CreateForm({ today, nextNumber, draft }: CreateFormProps) {
  const [created, setCreated] = useState<Parade | null>(null)
  const submitting = useSubmitForm({
    initial: draft ? draftOfProposal(draft, nextNumber) : newDraft(today, nextNumber),
    read: readParadeForm,
    mutation: createParade(draft?.id),
    onSuccess: (parade, _body, undoAction) => {
      toast('Umzug angelegt', undoAction, {
        name: parade.title,
        to: paths.parade(parade.id),
        anotherAt: paths.paradeCreate,
      })
      setCreated(parade)
    },
  })
  if (created) return <Navigate to={paths.parade(created.id)} replace />
  return <ParadeForm submitting={submitting} stored={null} today={today} cancelTo={paths.parades} />
}
