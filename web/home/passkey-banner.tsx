import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { knowsPasskeys } from '#web/lib/passkeys.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { addDays, type Day, germanDate } from '#worker/domain/dates.ts'
import type { Home } from '#worker/home/home.contract.ts'

/** Until when it is not shown on this device: a day. */
export const laterKey = 'passkeyBannerAgainOn'
const daysLater = 7

type PasskeyBannerProps = { passkey: NonNullable<Home['passkey']>; today: Day }

/** Who manages has no passkey: the password alone opens everything. */
export function PasskeyBanner({ passkey, today }: PasskeyBannerProps) {
  const [againOn, setAgainOn] = useState(() => readStored(laterKey) ?? '')
  if (!passkey.isMissing || !knowsPasskeys() || isPutOff(againOn, today)) return null
  const putOff = () => {
    const day = addDays(today, daysLater)
    writeStored(laterKey, day)
    setAgainOn(day)
  }
  return (
    <Alert tone="info" icon={KeyRound} title="Du hast noch keinen Passkey" className="mb-8">
      <p className="text-pretty">
        {whyNow(passkey.askedFrom, today)} Ein Passkey schützt Deinen Zugang auch dann, wenn jemand
        Dein Passwort kennt.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button asChild size="sm">
          <Link to={paths.profile}>Zu „Mein Account“</Link>
        </Button>
        <Button size="sm" variant="ghost" onClick={putOff}>
          In einer Woche erinnern
        </Button>
      </div>
    </Alert>
  )
}

// A day further away than it can have been put off comes of a clock that was wrong.
function isPutOff(againOn: string, today: Day): boolean {
  return againOn > today && againOn <= addDays(today, daysLater)
}

function whyNow(askedFrom: Day | null, today: Day): string {
  if (askedFrom === null) return 'Du darfst verwalten und meldest Dich nur mit dem Passwort an.'
  return askedFrom <= today
    ? 'Wer verwalten darf, braucht hier ab der nächsten Anmeldung einen.'
    : `Wer verwalten darf, braucht hier ab ${germanDate(askedFrom)} einen.`
}
