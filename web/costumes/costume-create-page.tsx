import { useState } from 'react'
import { Navigate, useLoaderData } from 'react-router'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { paths } from '#web/paths.ts'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { newDraft } from './costume-draft.ts'
import { CostumeForm } from './costume-form.tsx'
import { loadCostumeTypes } from './costume-types.api.ts'
import { costumeNotCreated, createCostume } from './costumes.api.ts'

export function loader() {
  return { today: berlinDay(new Date()), types: loadCostumeTypes() }
}

export function CostumeCreatePage() {
  const { today, types } = useLoaderData<typeof loader>()
  const loaded = useLoaded(types, loadCostumeTypes)
  const toast = useToast()
  const [isSaved, setSaved] = useState(false)
  if (isSaved) return <Navigate to={paths.costumes} replace />
  return (
    <Wrap className="max-w-4xl">
      <PageHead back={{ to: paths.costumes, label: 'Kleider' }} title="Neues Kleid anlegen" />
      <CostumeForm
        initial={newDraft(today)}
        stored={null}
        types={loaded}
        today={today}
        save={createCostume}
        notSaved={costumeNotCreated}
        cancelTo={paths.costumes}
        onSaved={() => {
          toast('Kleid angelegt')
          setSaved(true)
        }}
      />
    </Wrap>
  )
}
