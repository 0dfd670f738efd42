import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import { dutyLabels } from '#worker/domain/labels.ts'
import { type Called, type CalledHonor, countHeads } from './call-up.ts'

type CallUpTableProps = CalledHonor & { rules: readonly HonorRule[] }

const cell = 'border-b py-2 pe-4 last:pe-0 text-left align-baseline print:border-[oklch(0.75_0_0)]'
const head = `${cell} font-semibold text-muted-foreground text-sm print:text-[11pt] print:text-black`

/** Large enough to be read aloud from, standing. */
export function CallUpTable({ rule, people, rules }: CallUpTableProps) {
  const countHead = countHeads[rule.basis]
  const hasDuties = rule.basis === 'dutyYears'
  return (
    <table aria-label={rule.label} className="w-full border-separate border-spacing-0">
      <thead>
        <tr>
          <th scope="col" className={head}>
            Name
          </th>
          <th scope="col" className={`${head} w-20 text-right`}>
            {countHead}
          </th>
          {hasDuties && (
            <th scope="col" className={`${head} w-2/5 ps-4`}>
              Ämter
            </th>
          )}
        </tr>
      </thead>
      <tbody className="text-lg print:text-[15pt]">
        {people.map((one) => (
          <tr key={one.memberId} className="break-inside-avoid">
            <td className={`${cell} wrap-anywhere`}>
              <Person one={one} rules={rules} />
            </td>
            <td className={`${cell} text-right tabular-nums`}>{one.count}</td>
            {hasDuties && (
              <td className={`${cell} ps-4`}>
                {one.duties.map((duty) => dutyLabels[duty]).join(', ')}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Person({ one, rules }: { one: Called; rules: readonly HonorRule[] }) {
  const also = rules.filter(({ type }) => one.alsoDue.includes(type)).map(({ label }) => label)
  return (
    <>
      <Link
        to={paths.member(one.memberId)}
        className="font-semibold text-inherit no-underline hover:underline"
      >
        {one.name}
      </Link>
      {also.length > 0 && (
        <span className="block text-muted-foreground text-sm print:text-[10pt]">
          Auch fällig: {also.join(', ')}
        </span>
      )}
    </>
  )
}
