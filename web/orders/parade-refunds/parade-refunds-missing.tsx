import { MissingPage } from '#web/components/missing-page.tsx'
import { paths } from '#web/paths.ts'

export function ParadeRefundsMissing() {
  return (
    <MissingPage title="Diesen Umzug gibt es nicht" to={paths.parades} way="Zu den Umzügen">
      Vielleicht wurde er gelöscht.
    </MissingPage>
  )
}
