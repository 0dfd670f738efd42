import { hasRole, useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { PageHead } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'
import { ActFailure } from './act-failure.tsx'
import { OrderActions } from './order-actions.tsx'
import { notChecked, notReleased } from './orders.api.ts'
import { type ShownState, shownState, shownStateLabels } from './shown-state.ts'
import { useOrderActs } from './use-order-acts.ts'

const back = { to: paths.orders, label: 'Zahlungen' }

type OrderHeadProps = {
  /** null until it is known: then the page has a plain title. */
  order: OrderDetails | null
  onChanged: (order: OrderDetails) => void
}

export function OrderHead({ order, onChanged }: OrderHeadProps) {
  const mayWrite = hasRole(useUser(), 'management')
  const acts = useOrderActs(onChanged)
  if (!order) return <PageHead back={back} title="Zahlung" lead={<Skeleton width="12rem" />} />
  const state = shownState(order)
  const actions = <OrderActions order={order} acts={acts} onChanged={onChanged} />
  return (
    <>
      <PageHead
        back={back}
        title={`${order.firstName} ${order.lastName}`}
        badge={<Badge tone={badgeTones[state]}>{shownStateLabels[state]}</Badge>}
        lead={order.parades.join(' · ')}
        printsLead
        actions={mayWrite && actions}
      />
      <ActFailure failure={acts.check.failure} message={notChecked} className="mb-6" />
      <ActFailure failure={acts.release.failure} message={notReleased} className="mb-6" />
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
