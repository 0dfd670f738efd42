import { LogOut } from 'lucide-react'
import { Alert } from '#web/ui/alert.tsx'
import { addDays, germanDate } from '#worker/domain/dates.ts'
import type { Member } from '#worker/members/members.contract.ts'

/** Somebody leaves on a day to come: what that means until then. */
export function ExitBand({ member: { exit } }: { member: Member }) {
  if (!exit || exit.effective) return null
  return (
    <Alert tone="info" icon={LogOut} title={`Tritt aus zum ${germanDate(exit.date)}`}>
      Bis dahin bleibt alles wie bei jedem Mitglied, auch der Beitrag. Am{' '}
      {germanDate(addDays(exit.date, 1))} wird der Status „Ausgetreten“.
    </Alert>
  )
}
