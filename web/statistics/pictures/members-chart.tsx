import { germanCount } from '#web/lib/german-count.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import type { Pictures } from '#worker/statistics/statistics.contract.ts'
import { barsThatFit } from './bar.ts'
import { BarChart } from './bar-chart.tsx'
import { ChartArea, phoneWidth } from './chart-area.tsx'
import { ChartCard } from './chart-card.tsx'

type MembersChartProps = Pick<Pictures, 'members' | 'membersToday' | 'withoutDates'>
type Years = Pictures['members']

const title = 'Mitgliederentwicklung'
/** The number of years that fit on phones without scrolling. */
const yearsOnPhone = 8

/** Members at the end of each year, with members who joined and left below. */
export function MembersChart({ members, membersToday, withoutDates }: MembersChartProps) {
  const thisYear = Number(berlinDay(new Date()).slice(0, 4))
  const isRunning = ({ year }: Years[number]) => year === thisYear
  return (
    <ChartCard
      title={title}
      series={[
        { look: 'full', label: 'Mitglieder' },
        { look: 'tint', label: 'davon heute passiv' },
        { look: 'came', label: 'Eintritte' },
        { look: 'went', label: 'Austritte und Todesfälle' },
      ]}
      nothing="Noch kein Mitglied."
      note={noteOf(withoutDates)}
      foot={footOf(members, membersToday.yearAgo)}
      numbers={{
        heads: ['Jahr', 'Mitglieder am Ende', 'Eintritte', 'Austritte und Todesfälle'],
        rows: members
          .toReversed()
          .map(({ year, count, entries, exits }) => [
            year === thisYear ? `${year} (heute)` : `${year}`,
            count,
            entries,
            exits,
          ]),
      }}
    >
      <ChartArea>
        {(width) => {
          const isNarrow = width < phoneWidth
          const stock = members.map((row) => {
            const passive = isRunning(row) ? membersToday.passive : 0
            return {
              label: isNarrow ? `’${String(row.year).slice(-2)}` : `${row.year}`,
              values: [row.count - passive, passive],
              isRunning: isRunning(row),
            }
          })
          const moved = members.map(({ year, entries, exits }) => ({
            label: `${year}`,
            values: [entries, -exits],
          }))
          const drawn = Math.min(
            barsThatFit(stock, width),
            isNarrow ? yearsOnPhone : members.length,
          )
          const years = members.slice(-drawn)
          return (
            <>
              <BarChart
                sentence={stockInWords(years, membersToday.passive)}
                bars={stock.slice(-drawn)}
                looks={['full', 'tint']}
                width={width}
                height={isNarrow ? 240 : 280}
              />
              <BarChart
                sentence={movedInWords(years)}
                bars={moved.slice(-drawn)}
                looks={['came', 'went']}
                width={width}
                height={130}
                scale="blank"
                hasNames={false}
              />
            </>
          )
        }}
      </ChartArea>
    </ChartCard>
  )
}

function stockInWords(years: Years, passive: number): string {
  const [first, last] = [years.at(0), years.at(-1)]
  if (!first || !last) return title
  const [before, now, active] = [first.count, last.count, last.count - passive].map(germanCount)
  return `Mitglieder am Jahresende ${first.year} bis ${last.year}: von ${before} auf ${now}, davon ${active} aktiv.`
}

function movedInWords(years: Years): string {
  const sum = (pick: (row: Years[number]) => number) =>
    germanCount(years.reduce((total, row) => total + pick(row), 0))
  const entries = sum((row) => row.entries)
  const exits = sum((row) => row.exits)
  return `Eintritte und Austritte ${years.at(0)?.year} bis ${years.at(-1)?.year}: zusammen ${entries} Eintritte, ${exits} Austritte und Todesfälle.`
}

function footOf(members: Years, yearAgo: number): string {
  const now = members.at(-1)?.count ?? 0
  const all = now === 1 ? '1 Mitglied' : `${germanCount(now)} Mitglieder`
  if (now === yearAgo) return `${all}, so viele wie vor einem Jahr.`
  const change = germanCount(Math.abs(now - yearAgo))
  return `${all}, ${change} ${now > yearAgo ? 'mehr' : 'weniger'} als vor einem Jahr.`
}

function noteOf({ dateJoined, dateLeft }: Pictures['withoutDates']): string {
  const missing = [
    dateJoined > 0 && `${germanCount(dateJoined)} ohne Eintrittsdatum`,
    dateLeft > 0 && `${germanCount(dateLeft)} ausgetreten ohne Austrittsdatum`,
  ].filter(Boolean)
  return missing.length > 0 ? `Nicht im Bild: ${missing.join(', ')}.` : ''
}
