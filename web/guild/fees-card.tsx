import { Plus } from 'lucide-react'
import { useState } from 'react'
import { hasRole, useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { newestTable } from '#worker/domain/fees.ts'
import { FamilyCap } from './family-cap.tsx'
import { FeeTable } from './fee-table.tsx'
import { FeeTableDialog } from './fee-table-dialog.tsx'
import type { SettingsCardProps } from './settings-card.ts'

/** The year that is changed; null = a new table. */
type Changing = { year: number | null }

export function FeesCard({ stored, today }: SettingsCardProps) {
  const mayWrite = hasRole(useUser(), 'management')
  const [changing, setChanging] = useState<Changing | null>(null)
  const { feeRules } = stored
  const thisYear = Number(today.slice(0, 4))
  const tables = Map.groupBy(feeRules, ({ validFrom }) => validFrom)
  const years = [...tables.keys()].sort((a, b) => b - a)
  return (
    <Card bleed>
      <CardHead
        title="Beiträge"
        actions={
          mayWrite && (
            <Button variant="ghost" size="sm" onClick={() => setChanging({ year: null })}>
              <Plus />
              Neue Tabelle
            </Button>
          )
        }
      />
      <p className="max-w-[62ch] px-6 pb-2 text-muted-foreground max-md:px-4 print:hidden">
        Was ein Mitglied im Jahr zahlt, nach Status und Alter am 1. Januar. Eine Tabelle gilt als
        Ganzes: Ab ihrem Jahr zählen nur noch ihre Zeilen.
      </p>
      <FamilyCap stored={stored} thisYear={thisYear} mayWrite={mayWrite} />
      {years.length === 0 && (
        <p className="px-6 pb-6 max-md:px-4">Es gibt noch keine Beitragstabelle.</p>
      )}
      {years.map((year) => (
        <FeeTable
          key={year}
          year={year}
          rules={tables.get(year) ?? []}
          isInForce={year === newestTable(feeRules, thisYear)}
          onChange={mayWrite ? () => setChanging({ year }) : null}
        />
      ))}
      {changing && (
        <FeeTableDialog
          rules={feeRules}
          year={changing.year}
          thisYear={thisYear}
          onClose={() => setChanging(null)}
        />
      )}
    </Card>
  )
}
