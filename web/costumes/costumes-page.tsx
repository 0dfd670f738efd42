import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { costumesQuery, costumeTypesQuery } from '#web/data/costumes.ts'
import { viewsQuery } from '#web/data/views.ts'
import { prefetch } from '#web/lib/query.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { SavedViews, wholeList } from '#web/views/saved-views.tsx'
import { CostumeTypesCard } from './costume-types-card.tsx'
import { CostumesGrid } from './costumes-grid.tsx'

export function loader() {
  prefetch(costumesQuery, costumeTypesQuery, viewsQuery)
  return null
}

export const shouldRevalidate = unlessOnlySearchChanged

export function CostumesPage() {
  const costumes = useQuery(costumesQuery)
  const types = useQuery(costumeTypesQuery)
  const mayWrite = hasRole(useUser(), 'management')
  return (
    <Wrap>
      <PrintHead />
      <PageHead title="Kleider" actions={mayWrite && <CreateLink />} />
      <SavedViews grid="costumes" builtIn={wholeList} />
      <div className="grid gap-6 *:min-w-0">
        <CostumesGrid costumes={costumes} mayWrite={mayWrite} />
        <CostumeTypesCard types={types} costumes={costumes.data ?? null} />
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
