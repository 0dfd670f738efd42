import { MissingPage } from '#web/components/missing-page.tsx'
import { paths } from '#web/paths.ts'

export function CostumeMissing() {
  return (
    <MissingPage title="Dieses Kleid gibt es nicht" to={paths.costumes} way="Zu den Kleidern">
      Vielleicht wurde es gelöscht.
    </MissingPage>
  )
}
