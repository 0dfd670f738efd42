import { Link, useLoaderData } from 'react-router'
import { hasRole, useUser } from '#web/lib/session.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PrintHead } from '#web/ui/print-head.tsx'
import { loadCostumeTypes } from './costume-types.api.ts'
import { CostumeTypesCard } from './costume-types-card.tsx'
import { loadCostumes } from './costumes.api.ts'
import { CostumesGrid } from './costumes-grid.tsx'

export function loader() {
  return { costumes: loadCostumes(), types: loadCostumeTypes() }
}

export const shouldRevalidate = unlessOnlySearchChanged

export function CostumesPage() {
  const asked = useLoaderData<typeof loader>()
  const costumes = useLoaded(asked.costumes, loadCostumes)
  const types = useLoaded(asked.types, loadCostumeTypes)
  const mayWrite = hasRole(useUser(), 'management')
  const reload = () => {
    types.reload()
    // Their rows name the types.
    costumes.reload()
  }
  return (
    <Wrap>
      <PrintHead />
      <PageHead title="Kleider" actions={mayWrite && <CreateLink />} />
      <div className="grid gap-6 *:min-w-0">
        <CostumesGrid costumes={costumes} mayWrite={mayWrite} />
        <CostumeTypesCard
          types={types}
          costumes={costumes.result?.ok ? costumes.result.data : null}
          onChanged={reload}
        />
      </div>
    </Wrap>
  )
}

function CreateLink() {
  return (
    <Button asChild variant="primary">
      <Link to={paths.costumeCreate}>+ Kleid Anlegen</Link>
    </Button>
  )
}
