import { Card, CardHead } from '#web/ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { berlinDay, berlinTime, germanDate } from '#worker/domain/dates.ts'
import { periodInWords, retention } from '#worker/domain/retention.ts'
import type { RuleRun } from '#worker/privacy/privacy.contract.ts'
import { ruleWords } from './retention-words.ts'

export const ruleHeads = ['Was', 'Wie lange', 'Warum', 'Zuletzt gelöscht']

/** Each rule: what, how long, why, and what it last did. */
export function RulesCard({ rules }: { rules: readonly RuleRun[] }) {
  return (
    <Card bleed>
      <CardHead id="rules" title="Was von selbst gelöscht wird" />
      <Table size="sm" phone="flow" aria-labelledby="rules">
        <TableHead>
          <TableRow>
            {ruleHeads.map((head) => (
              <TableHeadCell key={head}>{head}</TableHeadCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rules.map(({ rule, last }) => {
            const { what, since, why } = ruleWords[rule]
            return (
              <TableRow key={rule}>
                <TableCell className="font-semibold">{what}</TableCell>
                <TableCell>
                  {periodInWords(retention[rule])} {since}
                </TableCell>
                <TableCell className="text-muted-foreground">{why}</TableCell>
                <TableCell className="tabular-nums">{lastWords(rule, last)}</TableCell>
              </TableRow>
            )
          })}
        </TableBody>
      </Table>
    </Card>
  )
}

function lastWords(rule: RuleRun['rule'], last: RuleRun['last']): string {
  if (rule === 'networks' || rule === 'stagedImports') return 'laufend, alle fünf Minuten'
  if (!last) return 'noch nie'
  const at = new Date(last.at)
  const rows = last.rowCount === 0 ? 'nichts zu löschen' : entries(last.rowCount)
  return `${germanDate(berlinDay(at))}, ${berlinTime(at)}\u00a0Uhr: ${rows}`
}

const entries = (count: number) => (count === 1 ? '1 Eintrag' : `${count} Einträge`)
