import { asc, eq, sql } from 'drizzle-orm'
import { feeClaims, sepaRuns } from '#worker/db/schema.ts'
import { csvFile } from '#worker/domain/csv.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { openInCent } from '#worker/domain/fee-ledger.ts'
import {
  type FeeReport,
  feeReport,
  oldestFirst,
  proofInWords,
  type ReportAct,
  type ReportClaim,
  type ReportRun,
  reportLineLabels,
  reportLines,
  runStateInWords,
  type Sum,
} from '#worker/domain/fee-report.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import { notFoundError } from '#worker/http/validate.ts'
import type { BillingDeps } from './deps.ts'
import { selectBookings, selectClaims, withBookings } from './ledger.queries.ts'

const header = ['Liste', 'Jahr', 'Bezeichnung', 'Zahler', 'Tag', 'Anzahl', 'Betrag', 'Bemerkung']

/**
 * The auditors' list of a year as CSV, in one round trip.
 * @throws DomainError NotFound when the year is not closed
 */
export async function reportCsv({ db }: BillingDeps, year: number): Promise<string> {
  const ofYear = eq(feeClaims.year, year)
  const notEven = sql`${feeClaims.id} IN (SELECT claim_id FROM fee_open WHERE open_in_cent <> 0)`
  const [claims, bookings, runs, uneven, theirs] = await db.batch([
    selectClaims(db, ofYear),
    selectBookings(db, sql`(SELECT ${feeClaims.id} FROM ${feeClaims} WHERE ${ofYear})`),
    db
      .select({
        id: sepaRuns.id,
        messageId: sepaRuns.messageId,
        dueDate: sepaRuns.dueDate,
        count: sepaRuns.claimCount,
        sumInCent: sepaRuns.sumInCent,
        creditedOn: sepaRuns.creditedOn,
        voidedAt: sepaRuns.voidedAt,
      })
      .from(sepaRuns)
      .where(eq(sepaRuns.year, year))
      .orderBy(asc(sepaRuns.id)),
    selectClaims(db, notEven),
    selectBookings(db, sql`(SELECT claim_id FROM fee_open WHERE open_in_cent <> 0)`),
  ])
  if (claims.length === 0) throw notFoundError()
  const report = feeReport(withBookings(claims, bookings), runs)
  return csvFile(header, [
    ...sumLines(report, `${year}`),
    ...report.runs.map(runLine(`${year}`)),
    ...report.waived.map(actLine('Erlassen')),
    ...report.corrected.map(actLine('Berichtigt')),
    ...oldestFirst(withBookings(uneven, theirs)).map(openLine),
  ])
}

type Report = FeeReport<ReportClaim, ReportRun>

function sumLines(report: Report, year: string): string[][] {
  const line = (label: string, { count, inCent }: Sum, comment = '') => {
    return ['Summen', year, label, '', '', `${count}`, germanEuro(inCent), comment]
  }
  const proof = `${proofInWords(report)}${report.isEven ? '' : ' geht nicht auf'}`
  return [
    ...reportLines.map((one) => line(reportLineLabels[one], report.lines[one])),
    line('Offen', report.open, proof),
    line('Guthaben', report.credit),
  ]
}

function runLine(year: string) {
  return ({ run, returns, bankChargesInCent }: Report['runs'][number]): string[] => {
    const came =
      returns.count > 0 &&
      `${returns.count} zurückgegeben: ${germanEuro(returns.inCent)}, Gebühren der Bank: ${germanEuro(bankChargesInCent)}`
    const comment = [runStateInWords(run), came].filter(Boolean).join('. ')
    const day = germanDate(run.dueDate)
    const { messageId, count, sumInCent } = run
    return ['Einzüge', year, messageId, '', day, `${count}`, germanEuro(sumInCent), comment]
  }
}

function actLine(list: string) {
  return ({ claim, booking }: ReportAct<ReportClaim>): string[] => {
    const { day, amountInCent, note } = booking
    return [list, ...namesInLine(claim), germanDate(day), '1', germanEuro(amountInCent), note]
  }
}

function openLine(claim: ReportClaim): string[] {
  const cents = openInCent(claim)
  return [cents > 0 ? 'Offen' : 'Guthaben', ...namesInLine(claim), '', '1', germanEuro(cents), '']
}

/** Year, member, and the payer if it is another member. */
function namesInLine({ year, member, payer }: ReportClaim): string[] {
  return [`${year}`, listName(member), payer.id === member.id ? '' : listName(payer)]
}
