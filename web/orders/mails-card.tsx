import { useState } from 'react'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import type { OrderMail } from '#worker/orders/orders.contract.ts'
import { instantWords, mailKindLabels, mailStateLabels } from './labels.ts'
import { MailDialog } from './mail-dialog.tsx'
import { RowButton, RowButtonHead, RowButtons } from './row-button.tsx'

type MailsCardProps = { orderId: number; mails: readonly OrderMail[] }

/** What the payer was told. */
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
