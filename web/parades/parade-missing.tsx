import { paths } from '#web/paths.ts'
import { MissingPage } from '#web/ui/missing-page.tsx'

export function ParadeMissing() {
  return (
    <MissingPage title="Diesen Umzug gibt es nicht" to={paths.parades} way="Zu den Umzügen">
      Vielleicht wurde er gelöscht.
    </MissingPage>
  )
}
