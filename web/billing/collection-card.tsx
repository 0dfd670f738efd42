import type { Loaded } from '#web/lib/use-loaded.ts'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import type { MembershipFees } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { settingsNotLoaded } from './billing.api.ts'
import { CollectionForm } from './collection-form.tsx'

type CollectionCardProps = {
  fees: MembershipFees
  settings: Loaded<{ sepaLeadDays: number }>
  today: Day
  onMade: () => void
}

/** The SEPA file: when it is due, what has to be done before, and the download. */
export function CollectionCard({ settings, ...form }: CollectionCardProps) {
  return (
    <Card bleed className="print:hidden">
      <CardHead title="SEPA-Datei" />
      <CardBody>
        <WhenLoaded loaded={settings} message={settingsNotLoaded} waiting={<Waiting />}>
          {({ sepaLeadDays }) => <CollectionForm {...form} leadDays={sepaLeadDays} />}
        </WhenLoaded>
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
