import { Failure } from '#web/components/failure.tsx'
import { PageHead } from '#web/components/page.tsx'
import { useToast } from '#web/components/toast.tsx'
import { checkOrder, releaseOrder } from '#web/data/orders.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'
import { OrderActions } from './order-actions.tsx'
import { orderInWords } from './people.ts'
import { type ShownState, shownState, shownStateLabels } from './shown-state.ts'

const back = { to: paths.orders, label: 'Zahlungen' }

type OrderHeadProps = {
  /** null until it is known: then the page has a plain title. */
  order: OrderDetails | null
}

export function OrderHead({ order }: OrderHeadProps) {
  const mayWrite = hasRole(useUser(), 'management')
  if (!order) return <PageHead back={back} title="Zahlung" lead={<Skeleton width="12rem" />} />
  return <KnownHead order={order} mayWrite={mayWrite} />
}

function KnownHead({ order, mayWrite }: { order: OrderDetails; mayWrite: boolean }) {
  const toast = useToast()
  const check = useSubmit(checkOrder(order.id), () => toast('Beim Zahlungsdienst nachgefragt'))
  const release = useSubmit(releaseOrder(order.id), () => toast('Plätze freigegeben'))
  const state = shownState(order)
  const actions = <OrderActions order={order} check={check} release={release} />
  return (
    <>
      <PageHead
        back={back}
        title={orderInWords(order)}
        badge={<Badge tone={badgeTones[state]}>{shownStateLabels[state]}</Badge>}
        lead={order.parades.join(' · ')}
        printsLead
        actions={mayWrite && actions}
      />
      {[check.failure, release.failure].map(
        (failure) =>
          failure && (
            <Failure
              key={failure.message}
              failure={failure}
              detail={detailOf(failure)}
              className="mb-6"
            />
          ),
      )}
    </>
  )
}

const badgeTones: Record<ShownState, 'green' | 'amber' | 'blue' | 'grey'> = {
  paid: 'green',
  pending: 'amber',
  review: 'amber',
  refund_pending: 'blue',
  partlyRefunded: 'blue',
  refunded: 'blue',
  expired: 'grey',
  cancelled: 'grey',
  failed: 'grey',
}
