import { screen } from '@testing-library/react'
// Imports the lazy routes up front, so that no test waits for them.
import '#web/orders/order-details-page.tsx'
import '#web/orders/orders-page.tsx'
import '#web/orders/parade-refunds/parade-refunds-page.tsx'
import '#web/orders/setup/payment-setup-page.tsx'
import '#web/shell/staff-shell.tsx'
import type { Role } from '#worker/domain/codes.ts'
import type { OrderDetails, OrderRow, ParadeRefunds } from '#worker/orders/orders.contract.ts'
import { orderDetails, someHealth, someOrders } from './order-rows.ts'
import { renderApp, withRoles } from './render-app.tsx'
import { type Answer, json, type WireTable } from './wire.ts'

export const ordersCall = 'GET /api/orders'
export const orderCall = 'GET /api/orders/7'
export const paradeRefundsCall = 'GET /api/parade/1/refunds'
export const healthCall = 'GET /api/health/payments'

type Opening = { wire?: WireTable; role?: Role }

/** Renders the list. The test's clock is set to 21.11.2026: season 2026/27. */
export function openOrders(
  orders: OrderRow[],
  { search = '', ...opening }: Opening & { search?: string } = {},
) {
  return openAt(`/orders${search}`, { [ordersCall]: json(someOrders(orders)) }, opening)
}

/** Renders one order and waits for it. */
export async function openOrder(changes: Partial<OrderDetails> = {}, opening: Opening = {}) {
  const app = openAt('/orders/7', { [orderCall]: json(orderDetails(changes)) }, opening)
  await screen.findByRole('heading', { level: 2, name: /^Plätze/ })
  return app
}

export function openParadeRefunds(refunds: ParadeRefunds | Answer, opening: Opening = {}) {
  const answer = typeof refunds === 'function' ? refunds : json(refunds)
  return openAt('/parades/refunds/1', { [paradeRefundsCall]: answer }, opening)
}

export function openSetup(opening: Opening = {}) {
  return openAt('/orders/setup', { [healthCall]: json(someHealth()) }, opening)
}

function openAt(path: string, known: WireTable, { wire, role = 'management' }: Opening) {
  return renderApp({ path, user: withRoles(role), wire: { ...known, ...wire } })
}

export const fact = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).nextElementSibling
