import { useId } from 'react'
import { Link } from 'react-router'
import { CancelledBadge } from '#web/components/cancelled-badge.tsx'
import { hasRole, useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import type { EnrolmentsOfParade } from '#worker/statistics/statistics.contract.ts'

type EnrolmentsCardProps = {
  of: EnrolmentsOfParade
  /** The count that fills a whole bar. */
  most: number
}

/** One parade: the total large, below it a bar for each costume type, the most frequent first. */
export function EnrolmentsCard({ of: { parade, total, enrolments }, most }: EnrolmentsCardProps) {
  const titleId = useId()
  const rows = enrolments
    .filter((row) => row.enrolments > 0)
    .toSorted((a, b) => b.enrolments - a.enrolments)
  return (
    <Card bleed aria-labelledby={titleId} className={card}>
      <div className="flex items-start justify-between gap-6 max-md:gap-4">
        <div className="min-w-0">
          <h2 id={titleId} className="text-pretty">
            <ParadeTitle parade={parade} />
            <CancelledBadge of={parade} />
          </h2>
          <p className="mt-0.5 text-muted-foreground">
            <span className="whitespace-nowrap tabular-nums">
              {germanDateWithWeekday(parade.date)}
            </span>{' '}
            · {parade.host}
          </p>
        </div>
        <Total of={total} />
      </div>
      {rows.length > 0 && <Bars rows={rows} most={most} />}
    </Card>
  )
}

const card =
  'min-w-0 wrap-anywhere px-6 pt-5 pb-6 max-md:px-4 max-md:pb-5 print:mx-0 print:break-inside-avoid print:p-0'

/** Helpers see no page of a parade. */
function ParadeTitle({ parade }: Pick<EnrolmentsOfParade, 'parade'>) {
  const maySee = hasRole(useUser(), 'management', 'readonly')
  if (!maySee) return parade.title
  return (
    <Link to={paths.parade(parade.id)} className="text-inherit no-underline hover:underline">
      {parade.title}
    </Link>
  )
}

function Total({ of: total }: { of: number }) {
  return (
    <p className="flex-none text-right">
      <b className="block font-[680] font-display text-4xl tracking-[-0.015em] tabular-nums">
        {total}
      </b>{' '}
      <span className="text-muted-foreground text-sm">
        {total === 1 ? 'Anmeldung' : 'Anmeldungen'}
      </span>
    </p>
  )
}

type BarsProps = { rows: EnrolmentsOfParade['enrolments']; most: number }

function Bars({ rows, most }: BarsProps) {
  return (
    <table className="mt-2 w-full border-separate border-spacing-y-1.5">
      <caption className="sr-only">Anmeldungen je Kleidertyp</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Kleidertyp</th>
          <th scope="col">Anmeldungen</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ costumeType, enrolments }) => (
          <tr key={costumeType.id}>
            <th scope="row" className="w-2/5 pe-4 text-left font-normal md:w-1/3">
              <span className="block min-w-29 wrap-anywhere">{costumeType.name}</span>
            </th>
            <td>
              <span className="flex items-center gap-3">
                <span aria-hidden="true" className="block flex-1 rounded-full bg-muted">
                  <span
                    style={{ width: `${(enrolments / most) * 100}%` }}
                    className="block h-3 min-w-1 rounded-full bg-chart-1 [print-color-adjust:exact]"
                  />
                </span>
                <b className="min-w-8 text-right font-semibold tabular-nums">{enrolments}</b>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
