import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useDownload } from '#web/components/download.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { downloadMembers, membersQuery } from '#web/data/members.ts'
import { viewsQuery } from '#web/data/views.ts'
import { prefetch } from '#web/lib/query.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { SavedViews } from '#web/views/saved-views.tsx'
import { memberViews } from './member-columns.tsx'
import { MembersGrid } from './members-grid.tsx'

export function loader() {
  prefetch(membersQuery, viewsQuery)
  return null
}

export const shouldRevalidate = unlessOnlySearchChanged

export function MembersPage() {
  const members = useQuery(membersQuery)
  const mayWrite = hasRole(useUser(), 'management')
  const download = useDownload({
    file: downloadMembers,
    name: 'Mitgliederliste',
    compact: mayWrite,
  })
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        title="Mitgliederliste"
        lead="Hier sind alle Vereinsmitglieder aufgelistet"
        actions={
          <>
            {download.button}
            {mayWrite && (
              <Button asChild className="max-md:hidden">
                <Link to={paths.duplicates}>Doppelte</Link>
              </Button>
            )}
            {mayWrite && (
              <Button asChild className="max-md:hidden">
                <Link to={paths.circulars}>Rundmails</Link>
              </Button>
            )}
            {mayWrite && <CreateLink />}
          </>
        }
      />
      {download.failure}
      <SavedViews grid="members" builtIn={memberViews} />
      <MembersGrid members={members} mayWrite={mayWrite} />
      {mayWrite && (
        <p className="mt-4 flex flex-wrap gap-x-6 md:hidden print:hidden">
          <Link to={paths.duplicates} className="inline-flex min-h-11 items-center">
            Doppelte Einträge
          </Link>
          <Link to={paths.circulars} className="inline-flex min-h-11 items-center">
            Rundmails
          </Link>
        </p>
      )}
    </Wrap>
  )
}

function CreateLink() {
  return (
    <Button asChild variant="primary">
      <Link to={paths.memberCreate}>+ Mitglied Anlegen</Link>
    </Button>
  )
}
