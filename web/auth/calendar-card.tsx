import { CalendarPlus, Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Failure } from '#web/components/failure.tsx'
import { endCalendar, newCalendarAddress } from '#web/data/auth.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useHeadFocus } from '#web/lib/use-removal-focus.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import { LinkField, useCopy } from './link-field.tsx'

/**
 * A personal address for subscribing to the guild's calendar, shown once.
 * @param calendar whether the user already has an address
 */
export function CalendarCard({ calendar }: { calendar: boolean }) {
  const [asks, setAsking] = useState<'renew' | 'end' | null>(null)
  const [url, setUrl] = useState<string | null>(null)
  const isThere = calendar || url !== null
  const card = useHeadFocus<HTMLElement>(isThere ? [isThere] : [])
  const making = useSubmit(newCalendarAddress, (made) => {
    setUrl(made.url)
    toast('Adresse angelegt')
    close()
  })
  const ending = useSubmit(endCalendar, () => {
    setUrl(null)
    toast('Kalender beendet')
    close()
  })
  // Closing forgets the result of the last request, which was shown in the dialog.
  const close = () => {
    setAsking(null)
    making.reset()
    ending.reset()
  }
  return (
    <Card bleed ref={card} tabIndex={-1} className="outline-none">
      <CardHead title="Kalender abonnieren" />
      <CardBody className="grid gap-4">
        <p className="max-w-[62ch] text-muted-foreground">
          Umzüge und Generalversammlung in Deinem eigenen Kalender, ein Jahr zurück und ein Jahr
          voraus, mit Ort, Abfahrt, Beginn und Ende der Anmeldung. Änderungen holt er sich selbst,
          je nach Programm nach ein paar Stunden oder erst am nächsten Tag. Mitglieder und Beträge
          stehen nicht darin.
        </p>
        {url !== null && <Address key={url} url={url} />}
        {isThere && (
          <p className="max-w-[62ch]">
            {url === null && 'Deine Adresse ist angelegt und wird nicht noch einmal gezeigt. '}
            Sie gilt, bis Du sie beendest: auch wenn Du Dich abmeldest oder Dein Passwort änderst.
          </p>
        )}
        {!isThere && making.failure && <ActionFailure failure={making.failure} />}
        <div className="flex flex-wrap gap-2">
          {isThere ? (
            <>
              <Button onClick={() => setAsking('renew')}>Neue Adresse</Button>
              <Button variant="danger" onClick={() => setAsking('end')}>
                Beenden
              </Button>
            </>
          ) : (
            <Button variant="primary" busy={making.isPending} onClick={() => void making.submit()}>
              <CalendarPlus />
              Adresse anlegen
            </Button>
          )}
        </div>
      </CardBody>
      <ConfirmDialog
        open={asks === 'renew'}
        onOpenChange={close}
        title="Neue Adresse anlegen?"
        confirmLabel="Neue Adresse"
        busy={making.isPending}
        failure={making.failure}
        onConfirm={() => void making.submit()}
      >
        Die alte gilt dann nicht mehr: Kalender, die sie abonniert haben, bekommen nichts mehr.
      </ConfirmDialog>
      <ConfirmDialog
        open={asks === 'end'}
        onOpenChange={close}
        title="Kalender beenden?"
        confirmLabel="Beenden"
        tone="destructive"
        busy={ending.isPending}
        failure={ending.failure}
        onConfirm={() => void ending.submit()}
      >
        Kalender, die Deine Adresse abonniert haben, bekommen nichts mehr.
      </ConfirmDialog>
    </Card>
  )
}

function ActionFailure({ failure }: { failure: CallFailure }) {
  return <Failure failure={failure} detail={detailOf(failure)} focusOnMount />
}

/** The webcal scheme opens the calendar program. */
const toSubscribe = (url: string) => url.replace(/^https?:/, 'webcal:')

function Address({ url }: { url: string }) {
  const { isCopied, copy, ...shown } = useCopy()
  return (
    <div className="grid gap-3 rounded-lg bg-muted px-4 py-4">
      <LinkField label="Adresse Deines Kalenders" link={url} what="Die Adresse" {...shown} />
      <p className="max-w-[62ch]">
        Sie wird nur jetzt gezeigt. Gib sie nicht weiter: Wer sie hat, liest mit.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => void copy(url)}>
          {isCopied ? <Check /> : <Copy />}
          Adresse kopieren
        </Button>
        <Button asChild>
          <a href={toSubscribe(url)}>
            <CalendarPlus />
            Im Kalender öffnen
          </a>
        </Button>
      </div>
    </div>
  )
}
