import { MissingPage } from '#web/components/missing-page.tsx'
import { paths } from '#web/paths.ts'

export function MemberMissing() {
  return (
    <MissingPage title="Dieses Mitglied gibt es nicht" to={paths.members} way="Zur Mitgliederliste">
      Vielleicht wurde es gelöscht.
    </MissingPage>
  )
}
