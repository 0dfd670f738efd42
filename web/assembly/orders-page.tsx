import { PageHead, Wrap } from '#web/ui/page.tsx'

export function AssemblyOrdersPage() {
  return (
    <Wrap>
      <PageHead title="Bestellte Ehrungen" />
    </Wrap>
  )
}
