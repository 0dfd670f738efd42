import { useState } from 'react'
import { type LoaderFunctionArgs, Navigate, useLoaderData } from 'react-router'
import { type Loaded, useLoaded } from '#web/lib/use-loaded.ts'
import { paths } from '#web/paths.ts'
import { isMissing } from '#web/ui/missing-page.tsx'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PageSpinner } from '#web/ui/page-spinner.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import type { Costume, CostumeType } from '#worker/costumes/costumes.contract.ts'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import { changedFrom } from '#worker/domain/given.ts'
import { costumeName } from './costume-columns.tsx'
import { draftOf } from './costume-draft.ts'
import { CostumeForm } from './costume-form.tsx'
import { CostumeMissing } from './costume-missing.tsx'
import { loadCostumeTypes } from './costume-types.api.ts'
import { costumeNotLoaded, costumeNotSaved, loadCostume, saveCostume } from './costumes.api.ts'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  return {
    id,
    today: berlinDay(new Date()),
    costume: loadCostume(id),
    types: loadCostumeTypes(),
  }
}

export function CostumeEditPage() {
  const { id, today, ...asked } = useLoaderData<typeof loader>()
  const costume = useLoaded(asked.costume, () => loadCostume(id))
  const types = useLoaded(asked.types, loadCostumeTypes)
  if (isMissing(costume.result)) return <CostumeMissing />
  return (
    <Wrap className="max-w-4xl">
      <PageHead
        back={{ to: paths.costume(id), label: 'Kleid' }}
        title="Kleid bearbeiten"
        lead={costume.result?.ok && costumeName(costume.result.data)}
      />
      <WhenLoaded loaded={costume} message={costumeNotLoaded} waiting={<PageSpinner />}>
        {(stored) => <EditForm stored={stored} types={types} today={today} />}
      </WhenLoaded>
    </Wrap>
  )
}

type EditFormProps = { stored: Costume; types: Loaded<CostumeType[]>; today: Day }

function EditForm({ stored, types, today }: EditFormProps) {
  const toast = useToast()
  const [isSaved, setSaved] = useState(false)
  if (isSaved) return <Navigate to={paths.costume(stored.id)} replace />
  return (
    <CostumeForm
      initial={draftOf(stored)}
      stored={stored}
      types={types}
      today={today}
      save={(body) => saveCostume(stored.id, changedFrom(stored, body))}
      notSaved={costumeNotSaved}
      cancelTo={paths.costume(stored.id)}
      onSaved={() => {
        toast('Kleid gespeichert')
        setSaved(true)
      }}
    />
  )
}
