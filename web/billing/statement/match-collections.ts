import type { FeeRunSummary } from '#worker/billing/billing.contract.ts'
import { addDays, germanDate } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { plainReference } from './debits.ts'
import { type Ledger, type Proposal, voidTold } from './proposal.ts'
import type { StatementEntry } from './statement-entry.ts'

/** What a file brought in: as one sum, or each debit by itself. `counted`: another line tells of it. */
export function matchCollections(
  entries: readonly StatementEntry[],
  ledger: Ledger,
): Map<StatementEntry, Proposal | 'counted'> {
  const found = new Map<StatementEntry, Proposal | 'counted'>()
  const singles = new Map<FeeRunSummary, StatementEntry[]>()
  for (const entry of entries.filter(({ side, isReturn }) => side === 'in' && !isReturn)) {
    const named = runNamedIn(entry, ledger)
    const single = named ? undefined : runOfDebit(entry, ledger)
    if (single) singles.set(single, [...(singles.get(single) ?? []), entry])
    else if (named) found.set(entry, credited(entry, named))
    else if (entry.isCollection) found.set(entry, bySum(entry, ledger))
  }
  for (const [run, lines] of singles) {
    const last = lines.at(-1)
    if (!last) continue
    for (const line of lines) found.set(line, 'counted')
    const amountInCent = lines.reduce((sum, line) => sum + line.amountInCent, 0)
    found.set(last, credited({ ...last, amountInCent, name: '' }, run, lines.length))
  }
  return found
}

/** A file is `MB2026-20261121134205`, its one block `….0`, its debits `….0.12`. */
function runNamedIn({ references, texts }: StatementEntry, { runs }: Ledger) {
  const said = [...references, ...texts].map(plainReference)
  const named = [...runs.values()].filter(({ messageId }) =>
    said.some((text) => text.includes(plainReference(messageId))),
  )
  return named.length === 1 ? named[0] : undefined
}

function runOfDebit({ endToEndId, isCollection }: StatementEntry, { debits, runs }: Ledger) {
  if (!isCollection || endToEndId === null) return undefined
  const known = debits.all.get(plainReference(endToEndId))
  return known && runs.get(known.runId)
}

function credited(entry: StatementEntry, run: FeeRunSummary, lines = 1): Proposal {
  if (run.voidedAt !== null) return { group: 'unmatched', entry, told: voidTold(run) }
  if (run.creditedOn !== null) {
    const told = `Gutschrift schon eingetragen am ${germanDate(run.creditedOn)}`
    return { group: 'done', entry, told }
  }
  const isSure = entry.amountInCent === run.sumInCent
  const each = lines > 1 ? ` in ${lines} einzelnen Gutschriften` : ''
  const told = isSure
    ? `Datei ${run.messageId}, fällig am ${germanDate(run.dueDate)}${each}`
    : `Datei ${run.messageId}, aber erwartet sind ${germanEuro(run.sumInCent)}${each}. Prüfe den Betrag.`
  return { group: 'credits', entry, isSure, told, run }
}

/** Banks credit on the day or soon after it. */
const days = { before: 3, after: 10 }

/** Without a name one file of that sum that is waited for. */
function bySum(entry: StatementEntry, { runs }: Ledger): Proposal {
  const fitting = [...runs.values()].filter(
    ({ voidedAt, creditedOn, sumInCent, dueDate }) =>
      voidedAt === null &&
      creditedOn === null &&
      sumInCent === entry.amountInCent &&
      entry.day >= addDays(dueDate, -days.before) &&
      entry.day <= addDays(dueDate, days.after),
  )
  const [run, ...others] = fitting
  if (run && others.length === 0) return credited(entry, run)
  const told =
    fitting.length > 1
      ? 'Gutschrift von Lastschriften, die zu mehreren Dateien passt'
      : 'Gutschrift von Lastschriften, die zu keiner Datei passt'
  return { group: 'unmatched', entry, told }
}
