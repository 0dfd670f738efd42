import { paths } from '#web/paths.ts'
import { MissingPage } from '#web/ui/missing-page.tsx'

export function MemberMissing() {
  return (
    <MissingPage title="Dieses Mitglied gibt es nicht" to={paths.members} way="Zur Mitgliederliste">
      Vielleicht wurde es gelöscht.
    </MissingPage>
  )
}
