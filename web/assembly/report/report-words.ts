import { counted, germanCount } from '#web/lib/german-count.ts'
import type { AssemblyReport, ReportYear } from '#worker/assembly/assembly.contract.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'

/** Whether the report is empty: no data in the year and in the one before, and no honors. */
export function isBlank({ year, before, honors }: AssemblyReport): boolean {
  return [year, before].every(isBlankYear) && honors.length === 0
}

function isBlankYear({ start, end, entries, parades, jumps, fees }: ReportYear): boolean {
  return start + end + entries + parades + jumps === 0 && fees === null
}

export function formatWithSign(
  count: number,
  words: (count: number) => string = germanCount,
): string {
  if (count === 0) return words(0)
  return `${count > 0 ? '+' : '−'}${words(Math.abs(count))}`
}

/** The year in a few sentences for reading aloud. */
export function reportInWords({ year, before }: AssemblyReport): string {
  return [
    membersText(year),
    movementText(year),
    ageText(year),
    parades(year, before),
    honors(year),
    fees(year),
  ]
    .filter(Boolean)
    .join(' ')
}

const isWhole = ({ year, until }: ReportYear) => until === `${year}-12-31`

function membersText(year: ReportYear): string {
  const { start, end, until } = year
  const verb = isWhole(year) ? 'hatte' : 'hat'
  const since = isWhole(year) ? 'ein Jahr davor' : 'am Jahresanfang'
  const all = `Am ${germanDate(until)} ${verb} die Zunft ${counted(end, 'Mitglied', 'Mitglieder')}`
  if (start === end) return `${all}, so viele wie ${since}.`
  return `${all}, ${germanCount(Math.abs(end - start))} ${end > start ? 'mehr' : 'weniger'} als ${since}.`
}

function movementText({ year, entries, reentries, exits, deaths }: ReportYear): string {
  const parts = [
    entries > 0 && `${germanCount(entries)} eingetreten`,
    reentries > 0 && `${germanCount(reentries)} wieder eingetreten`,
    exits > 0 && `${germanCount(exits)} ausgetreten`,
    deaths > 0 && `${germanCount(deaths)} verstorben`,
  ].filter((part) => part !== false)
  if (parts.length === 0) return `${year} kam niemand dazu, und niemand ging.`
  const total = entries + reentries + exits + deaths
  return `${year} ${total === 1 ? 'ist' : 'sind'} ${inARow(parts)}.`
}

function inARow(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} und ${parts.at(-1)}`
}

export function formatOneDecimal(years: number): string {
  return years.toLocaleString('de-DE', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

function ageText({ meanAge, until, year }: ReportYear): string {
  if (meanAge === null) return ''
  const verb = until === `${year}-12-31` ? 'waren' : 'sind'
  return `Im Durchschnitt ${verb} die Mitglieder ${formatOneDecimal(meanAge)} Jahre alt.`
}

function parades(year: ReportYear, before: ReportYear): string {
  const { jumps } = year
  if (year.parades === 0 && jumps === 0) return 'Einen Umzug gab es nicht.'
  const danced = counted(jumps, 'Sprung', 'Sprünge')
  const all = `Bei ${counted(year.parades, 'Umzug', 'Umzügen')} kamen ${danced} zusammen`
  if (!isWhole(year) || before.parades === 0) return `${all}.`
  if (jumps === before.jumps) return `${all}, so viele wie ${before.year}.`
  const change = germanCount(Math.abs(jumps - before.jumps))
  return `${all}, ${change} ${jumps > before.jumps ? 'mehr' : 'weniger'} als ${before.year}.`
}

function honors({ honors: count }: ReportYear): string {
  if (count === 0) return ''
  return `Verliehen ${count === 1 ? 'wurde' : 'wurden'} ${counted(count, 'Ehrung', 'Ehrungen')}.`
}

function fees({ fees: sums }: ReportYear): string {
  if (!sums) return ''
  const { dueInCent, receivedInCent, openInCent } = sums
  const open = openInCent > 0 ? `, offen sind ${germanEuro(openInCent)}` : ', offen ist nichts'
  return `Von ${germanEuro(dueInCent)} Beiträgen sind ${germanEuro(receivedInCent)} bezahlt oder eingezogen${open}.`
}
