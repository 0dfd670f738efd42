import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Failure } from '#web/components/failure.tsx'
import { circularPreviewQuery } from '#web/data/circulars.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import type { CircularRecipient } from '#worker/circulars/circulars.contract.ts'
import type { CircularWords } from './circular-draft.ts'

type CircularPreviewProps = { recipients: readonly CircularRecipient[] }

/** One mail as it goes out, and the way from one to the next. */
export function CircularPreview({ recipients }: CircularPreviewProps) {
  const [index, setIndex] = useState(0)
  const { subject = '', body = '' } = useWatch<CircularWords>()
  // Asked for when typing comes to a rest.
  const rested = useDebouncedValue(JSON.stringify([subject, body]))
  const [restedSubject, restedBody] = rested === null ? [subject, body] : wordsOf(rested)
  const at = Math.min(index, Math.max(recipients.length - 1, 0))
  // Of that mail's people alone: who all the others are need not come along each time.
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
