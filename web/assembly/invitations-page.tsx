import { PageHead, Wrap } from '#web/ui/page.tsx'

export function InvitationsPage() {
  return (
    <Wrap>
      <PageHead title="Einladungen" />
    </Wrap>
  )
}
