import { useState } from 'react'
import { Navigate, useLoaderData } from 'react-router'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { paths } from '#web/paths.ts'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PageSpinner } from '#web/ui/page-spinner.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import { newDraft } from './parade-draft.ts'
import { ParadeForm } from './parade-form.tsx'
import { createParade, loadNextNumber, paradeNotCreated } from './parades.api.ts'
import { askSuggestions, useSuggestions } from './use-suggestions.ts'

export function loader() {
  return { today: berlinDay(new Date()), number: loadNextNumber(), ...askSuggestions() }
}

export function ParadeCreatePage() {
  const { today, number, ...asked } = useLoaderData<typeof loader>()
  const { result } = useLoaded(number, loadNextNumber)
  const suggestions = useSuggestions(asked)
  const toast = useToast()
  const [created, setCreated] = useState<Parade | null>(null)
  if (created) return <Navigate to={paths.parade(created.id)} replace />
  return (
    <Wrap className="max-w-4xl">
      <PageHead back={{ to: paths.parades, label: 'Umzüge' }} title="Neuer Umzug" />
      {/* The number is a suggestion: without an answer the form does without. */}
      {result ? (
        <ParadeForm
          initial={newDraft(today, result.ok ? result.data.number : null)}
          changed={null}
          suggestions={suggestions}
          today={today}
          save={createParade}
          notSaved={paradeNotCreated}
          cancelTo={paths.parades}
          onSaved={(parade) => {
            toast('Umzug angelegt')
            setCreated(parade)
          }}
        />
      ) : (
        <PageSpinner />
      )}
    </Wrap>
  )
}
