import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { FactBox } from '#web/ui/facts.tsx'
import type { MembershipFees } from '#worker/billing/billing.contract.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { groupOf, sumOf } from './fee-groups.ts'

/** The sum of the year, and what of it the file collects. */
export function GroupsCard({ fees }: { fees: MembershipFees }) {
  const uncollected = fees.fees.filter((row) => groupOf(row) === 'uncollected')
  const free = fees.fees.filter((row) => groupOf(row) === 'free').length
  return (
    <Card bleed aria-label="Überblick" className={sumAboveGroups}>
      <Group title="Summe" amountInCent={fees.totalInCent}>
        {membersInWords(fees.fees.length)}
        {free > 0 && `, davon ${free} beitragsfrei`}
      </Group>
      <Group title="Einziehbar" amountInCent={fees.collectibleInCent}>
        {membersInWords(fees.collectibleCount)} per Lastschrift
      </Group>
      <Group title="Nicht einziehbar" amountInCent={sumOf(uncollected)}>
        {membersInWords(uncollected.length)}
      </Group>
    </Card>
  )
}

/** On the phone the sum stands above the two groups, else beside them. */
export const sumAboveGroups =
  'grid grid-cols-2 *:first:col-span-2 *:not-first:border-t *:last:border-l md:grid-cols-3 md:*:first:col-span-1 md:*:border-t-0! md:*:not-first:border-l print:grid-cols-3 print:*:first:col-span-1 print:*:border-0!'

type GroupProps = { title: string; amountInCent: number; children: ReactNode }

function Group({ title, amountInCent, children }: GroupProps) {
  return (
    <FactBox title={title}>
      <p className="font-[650] font-display text-4xl/[1.05] tracking-[-0.02em] tabular-nums max-lg:text-2xl">
        {germanEuro(amountInCent)}
      </p>
      <p className="mt-1.5 text-muted-foreground">{children}</p>
    </FactBox>
  )
}

function membersInWords(count: number): string {
  return count === 1 ? '1 Mitglied' : `${count} Mitglieder`
}
