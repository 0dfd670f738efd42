import { Link, useLoaderData } from 'react-router'
import { downloadMembers } from '#web/data/members.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { useDownload } from '#web/ui/download.tsx'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PrintHead } from '#web/ui/print-head.tsx'
import { loadMembers } from './members.api.ts'
import { MembersGrid } from './members-grid.tsx'

export function loader() {
  return { members: loadMembers() }
}

export const shouldRevalidate = unlessOnlySearchChanged

export function MembersPage() {
  const { members } = useLoaderData<typeof loader>()
  const loaded = useLoaded(members, loadMembers)
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
            {mayWrite && <CreateLink />}
          </>
        }
      />
      {download.failure}
      <MembersGrid members={loaded} mayWrite={mayWrite} />
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
