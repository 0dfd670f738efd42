import { useQuery } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { QuerySection } from '#web/components/query-section.tsx'
import { mailQuery } from '#web/data/orders.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { OrderMail, OrderMailText } from '#worker/orders/orders.contract.ts'
import { mailKindLabels } from './labels.ts'

type MailDialogProps = { orderId: number; mail: OrderMail; onClose: () => void }

/** A mail as the payer reads it, as plain text. */
export function MailDialog({ orderId, mail, onClose }: MailDialogProps) {
  const text = useQuery({ ...mailQuery(orderId, mail.id), retryOnMount: true })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={mailKindLabels[mail.kind]}
      footer={<Button onClick={onClose}>Schließen</Button>}
    >
      <QuerySection query={text} waiting={<Waiting />}>
        {(known) => <MailText text={known} />}
      </QuerySection>
    </Dialog>
  )
}

function MailText({ text }: { text: OrderMailText }) {
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-muted-foreground">An</dt>
        <dd className="wrap-anywhere">{text.to}</dd>
        <dt className="text-muted-foreground">Betreff</dt>
        <dd className="wrap-anywhere font-semibold">{text.subject}</dd>
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by key. */}
      <section aria-label="Text" tabIndex={0} className={paper}>
        {text.text}
      </section>
      {text.codes.length > 0 && (
        <ul aria-label="Codes" className="flex flex-wrap gap-4">
          {text.codes.map(({ name, src }) => (
            <li key={src}>
              <p className="wrap-anywhere font-semibold text-sm">{name}</p>
              <img src={src} alt={`Code von ${name}`} className="mt-1 size-32 rounded-md" />
            </li>
          ))}
        </ul>
      )}
      {text.attachments.length > 0 && (
        <ul aria-label="Anhänge" className="flex flex-wrap gap-x-5 gap-y-1">
          {text.attachments.map(({ filename }) => (
            <li key={filename} className="wrap-anywhere inline-flex items-center gap-2">
              <Paperclip aria-hidden="true" className="text-muted-foreground" />
              {filename}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const paper =
  'wrap-anywhere max-h-[45dvh] overflow-y-auto whitespace-pre-wrap rounded-lg border bg-background p-4 text-sm'

function Waiting() {
  return (
    <Loading>
      {['50%', '70%', '90%', '80%', '60%'].map((width) => (
        <Skeleton key={width} width={width} className="my-3.5" />
      ))}
    </Loading>
  )
}
