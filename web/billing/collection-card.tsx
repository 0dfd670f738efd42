import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { QuerySection, type SectionQuery } from '#web/ui/query-section.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { MembershipFees } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { CollectionForm } from './collection-form.tsx'

type CollectionCardProps = {
  fees: MembershipFees
  settings: SectionQuery<{ sepaLeadDays: number }>
  today: Day
}

/** The SEPA file: when it is due, what has to be done before, and the download. */
export function CollectionCard({ settings, ...form }: CollectionCardProps) {
  return (
    <Card bleed className="print:hidden">
      <CardHead title="SEPA-Datei" />
      <CardBody>
        <QuerySection query={settings} waiting={<Waiting />}>
          {({ sepaLeadDays }) => <CollectionForm {...form} leadDays={sepaLeadDays} />}
        </QuerySection>
      </CardBody>
    </Card>
  )
}

function Waiting() {
  return (
    <Loading>
      <Skeleton width="14rem" className="my-2 h-10" />
      <Skeleton width="60%" className="my-2" />
    </Loading>
  )
}
