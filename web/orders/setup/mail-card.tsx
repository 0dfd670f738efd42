import { Fact, Facts } from '#web/components/facts.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import type { PaymentHealth } from '#worker/orders/orders.contract.ts'

/** Where mails come from, and what waits. */
export function MailCard({ mail: { from, waiting, failed } }: Pick<PaymentHealth, 'mail'>) {
  return (
    <Card bleed>
      <CardHead title="E-Mails" />
      <CardBody className="grid gap-4">
        <Facts>
          <Fact label="Absender">{from}</Fact>
          <Fact label="Warten">{String(waiting)}</Fact>
          <Fact label="Fehlgeschlagen">
            <span className={failed > 0 ? 'font-semibold text-destructive' : ''}>{failed}</span>
          </Fact>
        </Facts>
        <p className="max-w-[62ch] text-muted-foreground">
          {from
            ? 'Was wartet, wird von selbst verschickt. Was fehlgeschlagen ist, steht bei der Zahlung und wird nicht noch einmal versucht.'
            : 'Ohne Absender verschickt das Programm keine E-Mails. Was darin stünde, lässt sich bei jeder Zahlung ansehen.'}
        </p>
      </CardBody>
    </Card>
  )
}
