import { PageHead, Wrap } from '#web/ui/page.tsx'

export function CertificatesPage() {
  return (
    <Wrap>
      <PageHead title="Urkunden" />
    </Wrap>
  )
}
