import { type FormEvent, useEffect, useRef, useState } from 'react'
import { askServer, postRequest } from '#web/lib/ask-server.ts'
import { failureDetail } from '#web/lib/failure-detail.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { isEmailAddress } from '#worker/domain/text.ts'

type Answer = { is: 'sent' } | { is: 'wrong'; message: string } | { is: 'failed'; detail?: string }

/**
 * Mails the links to orders to a payer who lost them. The answer does not reveal whether the address
 * has any orders. Shown only after hydration, because sending needs a script.
 */
export function LinkAgain({ className }: { className?: string }) {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  const [emailAddress, setEmailAddress] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const input = useRef<HTMLInputElement>(null)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const learnt = isEmailAddress(emailAddress) ? await askForLink(emailAddress) : notAnAddress
    setBusy(false)
    setAnswer(learnt)
    if (learnt.is === 'wrong') input.current?.focus()
  }

  if (!isHydrated) return null
  return (
    <section aria-labelledby="link-again" className={className}>
      <h2 id="link-again">Link verloren?</h2>
      <p className="mt-1 max-w-[62ch] text-pretty text-muted-foreground">
        Du hast Dich schon angemeldet? Wir schicken Dir den Link zu Deinen Anmeldungen.
      </p>
      <form
        noValidate
        onSubmit={send}
        className="mt-4 grid max-w-120 grid-cols-[minmax(0,1fr)_auto] items-start gap-3 max-md:grid-cols-1"
      >
        <Field
          label="E-Mail Adresse"
          required
          error={answer?.is === 'wrong' ? answer.message : undefined}
        >
          {(ids) => (
            <Input
              {...ids}
              ref={input}
              type="email"
              autoComplete="email"
              value={emailAddress}
              onChange={(event) => {
                setEmailAddress(event.target.value)
                setAnswer(null)
              }}
            />
          )}
        </Field>
        <Button type="submit" busy={isBusy} className="md:mt-6.5">
          Link noch einmal senden
        </Button>
      </form>
      {answer?.is === 'failed' && (
        <Alert tone="error" title="Der Link konnte nicht angefordert werden" className="mt-3">
          {answer.detail && <p>{answer.detail}</p>}
        </Alert>
      )}
      <p role="status" className="max-w-[62ch] text-pretty not-empty:mt-3">
        {answer?.is === 'sent' &&
          'Wenn es zu dieser Adresse Anmeldungen zu kommenden Umzügen gibt, ist eine E-Mail unterwegs.'}
      </p>
    </section>
  )
}

const notAnAddress: Answer = { is: 'wrong', message: 'Gib eine gültige E-Mail Adresse an.' }

async function askForLink(emailAddress: string): Promise<Answer> {
  const result = await askServer('/api/enrolment/orders/link', postRequest({ emailAddress }))
  if (result.ok) return { is: 'sent' }
  const wrong = result.failure.error?.fields?.emailAddress
  if (wrong) return { is: 'wrong', message: wrong }
  const detail = failureDetail(result.failure, '')
  return { is: 'failed', ...(detail && { detail }) }
}
