import { PageHead, Wrap } from '#web/ui/page.tsx'

export function AssemblyReportPage() {
  return (
    <Wrap>
      <PageHead title="Jahresbericht" />
    </Wrap>
  )
}
