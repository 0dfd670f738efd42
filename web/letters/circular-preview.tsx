import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Failure } from '#web/components/failure.tsx'
import { circularPreviewQuery } from '#web/data/circulars.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { currentUser } from '#web/lib/session.ts'
import { removeFromTab } from '#web/lib/storage.ts'
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import type { CircularRecipient } from '#worker/circulars/circulars.contract.ts'

type CircularPreviewProps = { recipients: readonly CircularRecipient[] }

/** A preview of one mail, with buttons to the others. */
export function CircularPreview({ recipients }: CircularPreviewProps) {
  const [index, setIndex] = useState(0)
  const { subject = '', body = '' } = useWatch<CircularText>()
  // The preview is requested after a pause in typing.
  const rested = useDebouncedValue(JSON.stringify([subject, body]))
  const [restedSubject, restedBody] = rested === null ? [subject, body] : wordsOf(rested)
  const at = Math.min(index, Math.max(recipients.length - 1, 0))
  // Only the recipients of the shown mail, so that the other addresses are not loaded again.
  const memberIds = recipients[at]?.members.map(({ id }) => id) ?? []
  const { data, error } = useQuery({
    ...circularPreviewQuery({ subject: restedSubject, body: restedBody, memberIds }),
    enabled: rested !== null && memberIds.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  const mail = data?.mail
  return (
    <Card bleed aria-labelledby="preview">
      <CardHead
        id="preview"
        title="Vorschau"
        tally={recipients.length > 0 && `${at + 1} von ${recipients.length}`}
        actions={
          recipients.length > 1 && (
            <span className="flex gap-1">
              <Button
                variant="ghost"
                size="icon"
                aria-label="Vorige E-Mail"
                disabled={at === 0}
                onClick={() => setIndex(at - 1)}
              >
                <ChevronLeft />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label="Nächste E-Mail"
                disabled={at === recipients.length - 1}
                onClick={() => setIndex(at + 1)}
              >
                <ChevronRight />
              </Button>
            </span>
          )
        }
      />
      <CardBody className="wrap-anywhere grid gap-3">
        {error && <Failure failure={error} detail={detailOf(error)} />}
        {mail ? (
          <>
            <p className="text-muted-foreground text-sm">An {mail.emailAddress}</p>
            <p className="font-semibold">{mail.subject || '(ohne Betreff)'}</p>
            <p className="whitespace-pre-line">{mail.text}</p>
          </>
        ) : (
          !error && (
            <p className="text-muted-foreground">
              {recipients.length === 0 ? 'Niemand wird angeschrieben.' : 'Laden...'}
            </p>
          )
        )}
      </CardBody>
    </Card>
  )
}

function wordsOf(rested: string): [subject: string, body: string] {
  return JSON.parse(rested)
}

export type CircularText = { subject: string; body: string }

const key = 'circularDraft'

/** The text typed before a reload of this tab, by the same user. */
export function readStoredText(): CircularText {
  const empty = { subject: '', body: '{Anrede}\n\n' }
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return empty
    const { subject, body, by }: { subject?: unknown; body?: unknown; by?: unknown } = stored
    const isOwn = by === currentUser()?.emailAddress
    if (!isOwn || typeof subject !== 'string' || typeof body !== 'string') return empty
    return { subject, body }
  } catch {
    return empty
  }
}

/** Stores the typed text for a reload of the tab, until the page is left. */
export function useStoreText({ watch, getValues }: UseFormReturn<CircularText>): void {
  useEffect(() => {
    const store = () => {
      const words = { ...getValues(), by: currentUser()?.emailAddress }
      try {
        window.sessionStorage.setItem(key, JSON.stringify(words))
      } catch {
        // Storage is blocked: the text lives as long as the page.
      }
    }
    store()
    const { unsubscribe } = watch(store)
    return () => {
      unsubscribe()
      removeFromTab(key)
    }
  }, [watch, getValues])
}
