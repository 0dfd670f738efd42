import { CircleCheck, Hourglass } from 'lucide-react'
import { counted } from '#web/lib/german-count.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import type { Evening } from '#worker/orders/orders.contract.ts'
import { agoText, durationText } from './evening-words.ts'

type State = { isFine: boolean; title: string; note: string }

/** The state of provider, mails and cron; amber needs attention. */
export function BackgroundCard({ evening }: { evening: Evening }) {
  const states = [providerState(evening), mailState(evening), checkState(evening)]
  return (
    <Card bleed aria-labelledby="background">
      <CardHead id="background" title="Was im Hintergrund läuft" />
      <ul>
        {states.map(({ isFine, title, note }) => {
          const Icon = isFine ? CircleCheck : Hourglass
          return (
            <li
              key={note + title}
              className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 border-t px-6 py-3.5 max-md:px-4"
            >
              <Icon
                aria-hidden="true"
                className={isFine ? 'mt-0.5 text-success' : 'mt-0.5 text-warning-soft-foreground'}
              />
              <span>
                <b
                  className={
                    isFine ? 'font-semibold' : 'font-semibold text-warning-soft-foreground'
                  }
                >
                  {title}
                </b>
                <span className="block text-muted-foreground text-sm">{note}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function providerState({ provider, open, at }: Evening): State {
  const { lastMessageAt, isSilent } = provider
  const last = lastMessageAt ? `letzte Meldung ${agoText(lastMessageAt, at)}` : 'noch keine Meldung'
  if (isSilent) {
    return {
      isFine: false,
      title: 'Der Zahlungsdienst meldet sich nicht',
      note: `${counted(open.count, 'Zahlung ist', 'Zahlungen sind')} offen, ${last}`,
    }
  }
  if (!lastMessageAt) {
    const title = 'Noch keine Meldung vom Zahlungsdienst'
    return { isFine: true, title, note: 'auch keine überfällig' }
  }
  return { isFine: true, title: 'Der Zahlungsdienst meldet sich', note: last }
}

function mailState({ mails: { waiting, oldestAt }, at }: Evening): State {
  if (waiting === 0 || !oldestAt) {
    return { isFine: true, title: 'Alle E-Mails sind unterwegs', note: 'keine wartet' }
  }
  return {
    isFine: false,
    title: counted(waiting, 'E-Mail wartet', 'E-Mails warten'),
    note: `die älteste seit ${durationText(oldestAt, at)}`,
  }
}

/** How old the last check may be: three rounds of the cron, which runs every five minutes. */
const patienceMs = 15 * 60_000

function checkState({ checkedAt, at }: Evening): State {
  const isFine = checkedAt !== null && Date.parse(at) - Date.parse(checkedAt) <= patienceMs
  const note = checkedAt ? `zuletzt ${agoText(checkedAt, at)}` : 'noch nie'
  return {
    isFine,
    title: isFine ? 'Alle Zahlungen sind abgeglichen' : 'Die Zahlungen werden nicht abgeglichen',
    note,
  }
}
