import { Fragment } from 'react'
import type { Column } from '#web/components/data-table/column.ts'
import { searchTextOf } from '#web/lib/word-search.ts'
import { HonorLabel } from '#web/members/shared/honor-label.tsx'
import { paths } from '#web/paths.ts'
import { RowLink } from '#web/ui/table.tsx'
import type { HonorType } from '#worker/domain/codes.ts'
import { dutyLabels } from '#worker/domain/labels.ts'
import { listName } from '#worker/domain/names.ts'
import type { DutyStatistic } from '#worker/statistics/statistics.contract.ts'
import { OnPhone } from './cells.tsx'
import { yearsWords } from './labels.ts'

type HonorNames = Readonly<Record<HonorType, string>>

export type DutyRow = DutyStatistic & { id: number }

/** Spec §2: member, total duty years, offices with years, and honors. */
export const dutiesColumns = (labels: HonorNames): readonly Column<DutyRow>[] => [
  {
    id: 'member',
    header: 'Mitglied',
    kind: 'text',
    value: ({ member }) => listName(member),
    cell: ({ member }) => <RowLink to={paths.member(member.id)}>{listName(member)}</RowLink>,
    fixed: true,
    width: '19%',
    phone: 'first',
  },
  {
    id: 'years',
    header: 'Dienstjahre',
    kind: 'number',
    value: ({ totalDutyYears }) => totalDutyYears,
    cell: ({ totalDutyYears }) => (
      <>
        {totalDutyYears}
        <OnPhone> {totalDutyYears === 1 ? 'Jahr' : 'Jahre'}</OnPhone>
      </>
    ),
    width: '10%',
    phone: 'right',
  },
  {
    id: 'duties',
    header: 'Ämter',
    kind: 'text',
    value: ({ duties }) => duties.map(dutyWords).join(', '),
    cell: ({ duties }) => <Offices of={duties} />,
    phone: 'second',
  },
  {
    id: 'honors',
    header: 'Ehrungen',
    kind: 'text',
    value: ({ honors }) => honors.map((honor) => labels[honor]).join(', '),
    cell: ({ honors }) => <Honors names={honors.map((honor) => labels[honor])} />,
    width: '38%',
  },
]

const dutyWords = ({ duty, years }: DutyStatistic['duties'][number]) =>
  `${dutyLabels[duty]} (${yearsWords(years)})`

/** One below the other; on the phone one after the other. */
function Offices({ of: offices }: { of: DutyStatistic['duties'] }) {
  return (
    <span className="block py-2 max-md:inline max-md:p-0 print:block print:p-0">
      {offices.map((office, index) => (
        <Fragment key={office.duty}>
          <span className="md:block md:whitespace-nowrap print:block">
            {dutyWords(office)}
            {index < offices.length - 1 && <OnPhone>,</OnPhone>}
          </span>{' '}
        </Fragment>
      ))}
    </span>
  )
}

function Honors({ names }: { names: readonly string[] }) {
  if (names.length === 0) return '–'
  return (
    <span className="inline-flex flex-wrap gap-x-5 py-2 align-top max-md:p-0 print:p-0">
      {names.map((name) => (
        <HonorLabel key={name}>{name}</HonorLabel>
      ))}
    </span>
  )
}

export const dutiesSearchKey = ({ member }: DutyRow) => searchTextOf([listName(member)])
