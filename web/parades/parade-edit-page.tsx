import { useState } from 'react'
import { type LoaderFunctionArgs, Navigate, useLoaderData } from 'react-router'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { paths } from '#web/paths.ts'
import { isMissing } from '#web/ui/missing-page.tsx'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PageSpinner } from '#web/ui/page-spinner.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import { changedFrom } from '#worker/domain/given.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import { draftOf } from './parade-draft.ts'
import { ParadeForm } from './parade-form.tsx'
import { ParadeMissing } from './parade-missing.tsx'
import { loadParade, paradeNotLoaded, paradeNotSaved, saveParade } from './parades.api.ts'
import { askSuggestions, type Suggestions, useSuggestions } from './use-suggestions.ts'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  return { id, today: berlinDay(new Date()), parade: loadParade(id), ...askSuggestions() }
}

export function ParadeEditPage() {
  const { id, today, parade, ...asked } = useLoaderData<typeof loader>()
  const loaded = useLoaded(parade, () => loadParade(id))
  const suggestions = useSuggestions(asked)
  if (isMissing(loaded.result)) return <ParadeMissing />
  return (
    <Wrap className="max-w-4xl">
      <PageHead back={{ to: paths.parade(id), label: 'Umzug' }} title="Umzug bearbeiten" />
      <WhenLoaded loaded={loaded} message={paradeNotLoaded} waiting={<PageSpinner />}>
        {(stored) => <EditForm parade={stored} suggestions={suggestions} today={today} />}
      </WhenLoaded>
    </Wrap>
  )
}

type EditFormProps = { parade: Parade; suggestions: Suggestions; today: Day }

function EditForm({ parade, suggestions, today }: EditFormProps) {
  const toast = useToast()
  const [isSaved, setSaved] = useState(false)
  if (isSaved) return <Navigate to={paths.parade(parade.id)} replace />
  return (
    <ParadeForm
      initial={draftOf(parade)}
      changed={parade}
      suggestions={suggestions}
      today={today}
      save={(body) => saveParade(parade.id, changedFrom(parade, body))}
      notSaved={paradeNotSaved}
      cancelTo={paths.parade(parade.id)}
      onSaved={() => {
        toast('Umzug gespeichert')
        setSaved(true)
      }}
    />
  )
}
