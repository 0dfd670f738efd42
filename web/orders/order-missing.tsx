import { paths } from '#web/paths.ts'
import { MissingPage } from '#web/ui/missing-page.tsx'

export function OrderMissing() {
  return (
    <MissingPage title="Diese Zahlung gibt es nicht" to={paths.orders} way="Zu den Zahlungen" />
  )
}
