import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, Navigate, useLoaderData } from 'react-router'
import { createParade, hostsQuery, nextParadeNumberQuery, titlesQuery } from '#web/data/parades.ts'
import { anew, prefetch } from '#web/lib/query.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { paths } from '#web/paths.ts'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PageSpinner } from '#web/ui/page-spinner.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import { newDraft, readDraft } from './parade-draft.ts'
import { ParadeForm } from './parade-form.tsx'

// Takes an argument: without one, React Router's types believe that it runs on a server.
export function loader(_: LoaderFunctionArgs) {
  const nextNumber = anew(nextParadeNumberQuery)
  prefetch(nextNumber, hostsQuery, titlesQuery)
  return { today: berlinDay(new Date()), nextNumber }
}

export function ParadeCreatePage() {
  const { today, nextNumber } = useLoaderData<typeof loader>()
  const { data, isPending } = useQuery(nextNumber)
  return (
    <Wrap narrow>
      <PageHead back={{ to: paths.parades, label: 'Umzüge' }} title="Neuer Umzug" />
      {/* The number is a suggestion: without an answer the form does without. */}
      {isPending ? <PageSpinner /> : <CreateForm today={today} nextNumber={data?.number ?? null} />}
    </Wrap>
  )
}

function CreateForm({ today, nextNumber }: { today: Day; nextNumber: number | null }) {
  const toast = useToast()
  const [created, setCreated] = useState<Parade | null>(null)
  const submitting = useSubmitForm({
    initial: newDraft(today, nextNumber),
    read: readDraft,
    mutation: createParade,
    onSuccess: (parade, _body, wayBack) => {
      toast('Umzug angelegt', wayBack)
      setCreated(parade)
    },
  })
  if (created) return <Navigate to={paths.parade(created.id)} replace />
  return <ParadeForm submitting={submitting} stored={null} today={today} cancelTo={paths.parades} />
}
