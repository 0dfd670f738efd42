import { CircleAlert, CircleCheck, CircleHelp, RefreshCw } from 'lucide-react'
import { Fact, Facts } from '#web/components/facts.tsx'
import { cn } from '#web/lib/cn.ts'
import { providerLabels } from '#web/orders/labels.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { type PaymentProviderId, paymentProviders } from '#worker/domain/codes.ts'
import type { PaymentHealth } from '#worker/orders/orders.contract.ts'

type ProviderCardProps = { health: PaymentHealth; isAsking: boolean; onAsk: () => void }

export function ProviderCard({ health, isAsking, onAsk }: ProviderCardProps) {
  const { provider, isLive, problems, answers } = health
  return (
    <Card bleed>
      <CardHead
        title="Zahlungsdienst"
        actions={
          <Button variant="ghost" size="sm" busy={isAsking} onClick={onAsk}>
            <RefreshCw />
            Noch einmal prüfen
          </Button>
        }
      />
      <CardBody className="grid gap-4">
        {problems.length > 0 && <Problems problems={problems} />}
        <Facts>
          <Fact label="Eingerichtet">{nameOf(provider) || 'nichts'}</Fact>
          <Fact label="Betrieb">
            {provider && (
              <Badge tone={isLive ? 'green' : 'amber'}>{isLive ? 'Echtes Geld' : 'Test'}</Badge>
            )}
          </Fact>
          <Fact label="Verbindung">
            <Answers answers={answers} />
          </Fact>
        </Facts>
        {provider && !isLive && (
          <p className="max-w-[62ch] text-muted-foreground">
            Im Test bewegt sich kein Geld: Wer bezahlt, bezahlt nur zum Schein.
          </p>
        )}
      </CardBody>
    </Card>
  )
}

function Problems({ problems }: { problems: readonly string[] }) {
  const title = problems.length === 1 ? 'Ein Problem' : `${problems.length} Probleme`
  return (
    <Alert tone="warn" title={title}>
      <ul className="list-disc ps-5">
        {problems.map((problem) => (
          <li key={problem} className="wrap-anywhere">
            {problem}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function Answers({ answers }: Pick<PaymentHealth, 'answers'>) {
  const [Icon, words, look] =
    answers === null
      ? [CircleHelp, 'Nicht geprüft', 'text-muted-foreground']
      : answers
        ? [CircleCheck, 'Antwortet', 'text-success-soft-foreground']
        : [CircleAlert, 'Antwortet nicht', 'text-destructive']
  return (
    <span role="status" className={cn('inline-flex items-center gap-1.5 font-semibold', look)}>
      <Icon aria-hidden="true" />
      {words}
    </span>
  )
}

/** What is configured may be anything: an unknown name is shown as it is. */
function nameOf(provider: string): string {
  const known = paymentProviders.find((one): one is PaymentProviderId => one === provider)
  return known ? providerLabels[known] : provider
}
