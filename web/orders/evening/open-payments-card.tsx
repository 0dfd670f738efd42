import { CircleX, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { type EndedPayments, endPayments } from '#web/data/orders.ts'
import { cn } from '#web/lib/cn.ts'
import { counted } from '#web/lib/german-count.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { RowButtons } from '#web/orders/row-button.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import {
  RowLink,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableRow,
} from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { berlinTime } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { fullName } from '#worker/domain/names.ts'
import { can } from '#worker/domain/rights.ts'
import type { Evening, OpenOrder } from '#worker/orders/orders.contract.ts'
import { minutesLeft, placesInWords } from './evening-words.ts'

type OpenPaymentsCardProps = Pick<Evening, 'open' | 'at'>

export function OpenPaymentsCard({ open, at }: OpenPaymentsCardProps) {
  const [ending, setEnding] = useState<OpenOrder | null>(null)
  const mayEnd = can(useUser(), 'keepTreasury')
  const left = open.count - open.orders.length
  return (
    <Card bleed aria-labelledby="open-payments">
      <CardHead id="open-payments" title="Offene Zahlungen" tally={open.count} />
      {open.count === 0 ? (
        <p className="border-t px-6 py-4 text-muted-foreground max-md:px-4">
          Gerade steht niemand vor der Bezahlung.
        </p>
      ) : (
        <Table size="sm" aria-labelledby="open-payments">
          <TableHead>
            <TableRow>
              <TableHeadCell>Name</TableHeadCell>
              <TableHeadCell>Plätze</TableHeadCell>
              <TableHeadCell numeric>Summe</TableHeadCell>
              <TableHeadCell>Seit</TableHeadCell>
              <TableHeadCell>Gehalten noch</TableHeadCell>
              {mayEnd && (
                <TableHeadCell>
                  <span className="sr-only">Beenden</span>
                </TableHeadCell>
              )}
            </TableRow>
          </TableHead>
          <TableBody>
            {open.orders.map((order) => (
              <TableRow key={order.id}>
                <TableCell at="first">
                  <RowLink to={paths.order(order.id)}>{payerOf(order)}</RowLink>
                </TableCell>
                <TableCell at="second">{placesInWords(order)}</TableCell>
                <TableCell at="rightTop" numeric className="whitespace-nowrap">
                  {germanEuro(order.amountInCent)}
                </TableCell>
                <TableCell at="nowhere" className="whitespace-nowrap tabular-nums">
                  {berlinTime(new Date(order.createdAt))} Uhr
                </TableCell>
                <TableCell at="rightBottom">
                  <HeldFor until={order.holdUntil} at={at} />
                </TableCell>
                {mayEnd && (
                  <EndButton
                    label={`Zahlung von ${payerOf(order)} beenden`}
                    onClick={() => setEnding(order)}
                  >
                    Beenden
                  </EndButton>
                )}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      <p className="border-t px-6 py-3.5 text-muted-foreground text-sm max-md:px-4">
        {left > 0 && `Zu sehen sind die ältesten ${open.orders.length} von ${open.count}. `}
        Nach der Frist werden die Plätze von selbst frei.
        {mayEnd && ' Beenden schließt die Zahlung sofort.'}
      </p>
      {ending && (
        <EndPaymentsQuestion
          ids={[ending.id]}
          title="Zahlung beenden?"
          onClose={() => setEnding(null)}
        >
          {`${placesOf(ending)} frei, und beim Zahlungsdienst lässt sich nicht mehr bezahlen. Ist schon bezahlt, bleibt alles, wie es ist.`}
        </EndPaymentsQuestion>
      )}
    </Card>
  )
}

function payerOf(order: OpenOrder): string {
  const others = order.people - 1
  return others > 0 ? `${fullName(order)} und ${others} weitere` : fullName(order)
}

function placesOf(order: OpenOrder): string {
  const { places } = order
  return places === 1
    ? `Der Platz von ${fullName(order)} wird`
    : `Die ${counted(places, 'Platz', 'Plätze')} der Anmeldung von ${fullName(order)} werden`
}

const soon = 5

function HeldFor({ until, at }: { until: string; at: string }) {
  const minutes = minutesLeft(until, at)
  const isSoon = minutes <= soon
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums',
        isSoon && 'font-semibold text-warning-soft-foreground',
      )}
    >
      {isSoon && <Hourglass aria-hidden="true" />}
      {minutes === 0 ? 'läuft ab' : counted(minutes, 'Minute', 'Minuten')}
    </span>
  )
}

type EndButtonProps = {
  /** Names whose payments end, for screen readers. */
  label: string
  children: string
  onClick: () => void
}

/** The button at the end of a row that asks `EndPaymentsQuestion`. */
export function EndButton({ label, ...rest }: EndButtonProps) {
  return (
    <RowButtons>
      <Button variant="danger" size="sm" className="-mr-3" aria-label={label} {...rest} />
    </RowButtons>
  )
}

type EndPaymentsQuestionProps = {
  ids: readonly number[]
  title: string
  children: string
  onClose: () => void
}

/** Ends the payments and releases their places. */
export function EndPaymentsQuestion({ ids, onClose, ...words }: EndPaymentsQuestionProps) {
  const { submit, isPending, failure } = useSubmit(endPayments, (ended) => {
    onClose()
    toast(ids.length === 1 ? outcomeWords(ended) : endedWords(ended))
  })
  return (
    <ConfirmDialog
      {...words}
      open
      onOpenChange={onClose}
      tone="destructive"
      icon={CircleX}
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit(ids)}
    />
  )
}

function outcomeWords({ paid, over }: EndedPayments): string {
  if (paid > 0) return 'Inzwischen ist bezahlt worden'
  return over > 0 ? 'Die Zahlung ist nicht mehr offen oder wird gerade geprüft' : 'Zahlung beendet'
}

/** "5 Zahlungen beendet, 1 inzwischen bezahlt, 1 wird noch geprüft" */
function endedWords({ ended, paid, over }: EndedPayments): string {
  return [
    `${counted(ended, 'Zahlung', 'Zahlungen')} beendet`,
    paid > 0 && `${paid} inzwischen bezahlt`,
    over > 0 && `${over} nicht mehr offen oder in Prüfung`,
  ]
    .filter(Boolean)
    .join(', ')
}
