import { useQuery } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { QuerySection } from '#web/components/query-section.tsx'
import { mailQuery } from '#web/data/orders.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import type { OrderMail, OrderMailText } from '#worker/orders/orders.contract.ts'
import { instantWords, mailKindLabels, mailStateLabels } from './order-labels.ts'
import { RowButton, RowButtonHead, RowButtons } from './row-button.tsx'

type MailsCardProps = { orderId: number; mails: readonly OrderMail[] }

/** The mails to the payer. */
export function MailsCard({ orderId, mails }: MailsCardProps) {
  const [read, setRead] = useState<OrderMail | null>(null)
  return (
    <Card bleed className="print:hidden">
      <CardHead id="mails" title="E-Mails" tally={mails.length > 0 && mails.length} />
      {mails.length > 0 ? (
        <Table size="sm" aria-labelledby="mails">
          <TableHead>
            <TableRow>
              <TableHeadCell>Nachricht</TableHeadCell>
              <TableHeadCell>Stand</TableHeadCell>
              <RowButtonHead />
            </TableRow>
          </TableHead>
          <TableBody>
            {mails.map((mail) => (
              <MailRow key={mail.id} mail={mail} onRead={setRead} />
            ))}
          </TableBody>
        </Table>
      ) : (
        <p className="px-6 pb-6 text-muted-foreground max-md:px-4 max-md:pb-5">
          Zu dieser Zahlung gibt es keine E-Mail.
        </p>
      )}
      {read && <MailDialog orderId={orderId} mail={read} onClose={() => setRead(null)} />}
    </Card>
  )
}

type MailRowProps = { mail: OrderMail; onRead: (mail: OrderMail) => void }

function MailRow({ mail, onRead }: MailRowProps) {
  const kind = mailKindLabels[mail.kind]
  return (
    <TableRow>
      <TableCell at="first">
        <b className="font-semibold">{kind}</b>
        <span className="block text-muted-foreground text-sm tabular-nums max-md:font-normal">
          {instantWords(mail.sentAt ?? mail.createdAt)}
        </span>
      </TableCell>
      <TableCell at="right" className={mail.state === 'failed' ? 'text-destructive' : ''}>
        {mailStateLabels[mail.state]}
      </TableCell>
      <RowButtons>
        <RowButton variant="outline" about={kind} onClick={() => onRead(mail)}>
          Ansehen
        </RowButton>
      </RowButtons>
    </TableRow>
  )
}

type MailDialogProps = { orderId: number; mail: OrderMail; onClose: () => void }

/** The text of a mail. */
function MailDialog({ orderId, mail, onClose }: MailDialogProps) {
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas have to be focusable. */}
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
