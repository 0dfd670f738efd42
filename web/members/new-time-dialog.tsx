import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import type { Timespan } from '#worker/domain/member.ts'

type NewTimeDialogProps = {
  name: string
  /** What a yes adds. */
  times: readonly Timespan[]
  busy: boolean
  onClose: () => void
  onAnswer: (begins: boolean) => void
}

/** Somebody is a member, and no time of membership runs: nothing begins unasked. */
export function NewTimeDialog({ name, times, busy, onClose, onAnswer }: NewTimeDialogProps) {
  const [begins, setBegins] = useState(true)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={busy}
      title="Neue Mitgliedszeit?"
      description={`Heute läuft bei ${name} keine Mitgliedszeit.`}
      onSubmit={(event) => {
        event.preventDefault()
        onAnswer(begins)
      }}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Speichern
          </Button>
        </>
      }
    >
      <Checkbox checked={begins} onChange={({ target }) => setBegins(target.checked)}>
        Soll ab heute eine neue Mitgliedszeit beginnen?
      </Checkbox>
      {begins && (
        <p className="text-muted-foreground text-sm">
          Dazu {times.length > 1 ? 'kommen die Zeiträume' : 'kommt der Zeitraum'}{' '}
          {times.map(wordsFor).join(' und ')}.
        </p>
      )}
    </Dialog>
  )
}

function wordsFor({ from, to }: Timespan): string {
  return to ? `${germanDate(from)} – ${germanDate(to)}` : `ab ${germanDate(from)}`
}
