import { PageHead, Wrap } from '#web/ui/page.tsx'

export function AssemblyPage() {
  return (
    <Wrap>
      <PageHead title="Generalversammlung" />
    </Wrap>
  )
}
