import { EyeOff } from 'lucide-react'
import { Alert } from '#web/ui/alert.tsx'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import type { Member } from '#worker/members/members.contract.ts'

/** Nobody's any more: why there is so little to see. */
export function NobodyBand({ member: { anonymisedAt } }: { member: Member }) {
  if (anonymisedAt === undefined) return null
  const day = germanDate(berlinDay(new Date(anonymisedAt)))
  return (
    <Alert tone="info" icon={EyeOff} title={`Anonymisiert am ${day}`}>
      Wer das war, ist nicht mehr gespeichert. Was gezählt wird, bleibt; ändern lässt sich nichts
      mehr.
    </Alert>
  )
}
