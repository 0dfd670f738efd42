import { MissingPage } from '#web/components/missing-page.tsx'
import { paths } from '#web/paths.ts'

export function OrderMissing() {
  return (
    <MissingPage title="Diese Zahlung gibt es nicht" to={paths.orders} way="Zu den Zahlungen" />
  )
}
