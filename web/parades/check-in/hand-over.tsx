import { useState } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { outbox, signedIn, useOutbox } from './outbox/use-outbox.ts'
import { askToSend } from './outbox/words.ts'

/** What waits here of somebody who was signed in before: sent only when whoever is now says so. */
export function CheckInHandOver() {
  const { acts } = useOutbox()
  const [isSending, setSending] = useState(false)
  const me = signedIn()
  const sentences = me ? askToSend(acts, me) : []
  if (!me || sentences.length === 0) return null
  const send = () => {
    setSending(true)
    void outbox.sendAsMine().finally(() => setSending(false))
  }
  return (
    <Alert tone="warn" className="m-4">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Button
        variant="secondary"
        size="street"
        block
        busy={isSending}
        onClick={send}
        className="mt-3"
      >
        Als {me.name} senden
      </Button>
    </Alert>
  )
}
