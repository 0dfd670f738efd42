import { paths } from '#web/paths.ts'
import { MissingPage } from '#web/ui/missing-page.tsx'

export function CostumeMissing() {
  return (
    <MissingPage title="Dieses Kleid gibt es nicht" to={paths.costumes} way="Zu den Kleidern">
      Vielleicht wurde es gelöscht.
    </MissingPage>
  )
}
