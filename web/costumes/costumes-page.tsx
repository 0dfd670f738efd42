import { useLoaderData } from 'react-router'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { CostumeTypesCard } from './costume-types-card.tsx'
import { loadCostumeTypes } from './costumes.api.ts'

export function loader() {
  return { types: loadCostumeTypes() }
}

export function CostumesPage() {
  const { types } = useLoaderData<typeof loader>()
  return (
    <Wrap>
      <PageHead title="Kleider" />
      <CostumeTypesCard asked={types} />
    </Wrap>
  )
}
