import { Link, useLoaderData } from 'react-router'
import { failureDetail } from '#web/lib/failure-detail.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PrintHead } from '#web/ui/print-head.tsx'
import { DownloadButton } from './download-button.tsx'
import { downloadMembers, loadMembers, membersNotDownloaded } from './members.api.ts'
import { MembersGrid } from './members-grid.tsx'

export function loader() {
  return { members: loadMembers() }
}

export const shouldRevalidate = unlessOnlySearchChanged

export function MembersPage() {
  const { members } = useLoaderData<typeof loader>()
  const loaded = useLoaded(members, loadMembers)
  const mayWrite = hasRole(useUser(), 'management')
  const download = useAct(downloadMembers, saveMembers)
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        title="Mitgliederliste"
        lead="Hier sind alle Vereinsmitglieder aufgelistet"
        actions={
          <>
            <DownloadButton
              busy={download.isBusy}
              onClick={() => void download.run()}
              compact={mayWrite}
            />
            {mayWrite && <CreateLink />}
          </>
        }
      />
      {download.failure && (
        <Failure
          className="mb-6"
          message={membersNotDownloaded}
          failure={download.failure}
          detail={failureDetail(download.failure, membersNotDownloaded)}
        />
      )}
      <MembersGrid members={loaded} mayWrite={mayWrite} />
    </Wrap>
  )
}

// Spec §7: if nothing is returned, nothing happens.
function saveMembers(file: Blob): void {
  if (file.size > 0) saveFile(file, 'Mitgliederliste.csv')
}

function CreateLink() {
  return (
    <Button asChild variant="primary">
      <Link to={paths.memberCreate}>+ Mitglied Anlegen</Link>
    </Button>
  )
}
