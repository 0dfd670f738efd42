import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, Navigate, useLoaderData } from 'react-router'
import { isNotFound } from '#web/components/missing-page.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { costumeQuery, costumeTypesQuery, saveCostume } from '#web/data/costumes.ts'
import { asDay, type FieldWords } from '#web/lib/conflict-words.ts'
import { prefetch, queryOnce } from '#web/lib/query.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toast.tsx'
import type {
  Costume,
  CostumeDraft as CostumeBody,
  CostumeType,
} from '#worker/costumes/costumes.contract.ts'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import { costumeName } from './costume-columns.tsx'
import { draftOf, readCostumeForm } from './costume-draft.ts'
import { CostumeForm } from './costume-form.tsx'
import { CostumeMissing } from './costume-missing.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  const costume = queryOnce(costumeQuery(id))
  prefetch(costume, costumeTypesQuery)
  return { id, today: berlinDay(new Date()), costume }
}

export function CostumeEditPage() {
  const { id, today, ...asked } = useLoaderData<typeof loader>()
  const costume = useQuery(asked.costume)
  const types = useQuery(costumeTypesQuery)
  if (isNotFound(costume)) return <CostumeMissing />
  return (
    <Wrap narrow>
      <PageHead
        back={{ to: paths.costume(id), label: 'Kleid' }}
        title="Kleid bearbeiten"
        lead={costume.data && costumeName(costume.data)}
      />
      <QuerySection query={costume} waiting={<PageSpinner />}>
        {(stored) => <EditForm stored={stored} types={types} today={today} />}
      </QuerySection>
    </Wrap>
  )
}

/** Labels and values for the conflict dialog of a costume. */
const wordsOf = (types: readonly CostumeType[]): FieldWords<CostumeBody> => ({
  number: { label: 'Nummer' },
  costumeTypeId: {
    label: 'Kleidertyp',
    show: (chosen) => types.find(({ id }) => id === chosen)?.name ?? 'Ein neuer Kleidertyp',
  },
  registeredSince: { label: 'Angemeldet seit', show: asDay },
  registeredUntil: { label: 'Abgemeldet am', show: asDay },
  comment: { label: 'Kommentar' },
})

type EditFormProps = { stored: Costume; types: SectionQuery<CostumeType[]>; today: Day }

function EditForm({ stored, types, today }: EditFormProps) {
  const [isSaved, setSaved] = useState(false)
  const submitting = useSubmitForm({
    initial: draftOf(stored),
    stored,
    shared: { units: [], words: wordsOf([stored.type, ...(types.data ?? [])]), draftOf },
    read: readCostumeForm,
    mutation: saveCostume(stored.id),
    onSuccess: (_saved, _body, undoAction) => {
      toast('Kleid gespeichert', undoAction)
      setSaved(true)
    },
  })
  if (isSaved) return <Navigate to={paths.costume(stored.id)} replace />
  return (
    <CostumeForm
      submitting={submitting}
      stored={stored}
      types={types}
      today={today}
      cancelTo={paths.costume(stored.id)}
    />
  )
}
