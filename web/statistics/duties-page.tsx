import { useQuery } from '@tanstack/react-query'
import { Fragment, useMemo } from 'react'
import type { Column } from '#web/components/data-table/column.ts'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { type HonorLabelOf, useHonorLabels, useOffices } from '#web/data/guild.ts'
import { dutyStatisticsQuery } from '#web/data/statistics.ts'
import { viewsQuery } from '#web/data/views.ts'
import { prefetch } from '#web/lib/query.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { searchTextOf } from '#web/lib/word-search.ts'
import { HonorLabel } from '#web/members/shared/honor-label.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { RowLink } from '#web/ui/table.tsx'
import { SavedViews, wholeListView } from '#web/views/saved-views.tsx'
import type { Duty } from '#worker/domain/codes.ts'
import { listName } from '#worker/domain/names.ts'
import type { DutyStatistic } from '#worker/statistics/statistics.contract.ts'
import { PhoneLabel } from './cells.tsx'
import {
  type DutiesFilter,
  DutiesFilterBar,
  filterDuties,
  noFilter,
  useDutiesFilter,
} from './duties-filter-bar.tsx'
import { yearsWords } from './statistic-words.ts'

export function loader() {
  prefetch(dutyStatisticsQuery, viewsQuery)
  return null
}

export const shouldRevalidate = unlessOnlySearchChanged

export function DutiesPage() {
  const statistics = useQuery(dutyStatisticsQuery)
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.statistics, label: 'Auswertungen' }}
        title="Auswertung der Ämter"
        lead="Wer im Dienstbuch steht: Dienstjahre, Ämter und Ehrungen."
      />
      <SavedViews grid="duties" builtIn={wholeListView} />
      <QuerySection query={statistics} waiting={<DutiesGrid statistics={null} />}>
        {(all) => (all.length > 0 ? <DutiesGrid statistics={all} /> : <NoDuties />)}
      </QuerySection>
    </Wrap>
  )
}

function NoDuties() {
  return (
    <Card bleed>
      <Empty title="Noch nichts im Dienstbuch" level="h2">
        Ämter werden beim Mitglied unter „Dienstbuch“ eingetragen. Hier steht dann, wer sie wie
        lange hatte.
      </Empty>
    </Card>
  )
}

/** The offices as a grid; null, while they are loading, shows the grid with placeholders. */
function DutiesGrid({ statistics }: { statistics: readonly DutyStatistic[] | null }) {
  const { filter, change } = useDutiesFilter()
  const rows = useMemo(
    () => statistics && filterDuties(statistics, filter).map(withId),
    [statistics, filter],
  )
  const labels = useHonorLabels()
  const { labelOf } = useOffices()
  const columns = useMemo(() => dutiesColumns(labels, labelOf), [labels, labelOf])
  return (
    <div className="grid gap-6 *:min-w-0">
      <DutiesFilterBar filter={filter} onChange={change} />
      {rows?.length === 0 ? (
        <NoMatches filter={filter} onReset={() => change(noFilter)} />
      ) : (
        <DataTable
          label="Ämter"
          name="duties"
          columns={columns}
          rows={rows}
          searchKey={dutiesSearchKey}
          defaultSort={byName}
          opens
          nothingFound="Kein Mitglied gefunden"
        />
      )}
    </div>
  )
}

function NoMatches({ filter, onReset }: { filter: DutiesFilter; onReset: () => void }) {
  return (
    <Card bleed>
      <Empty
        title="Kein Mitglied gefunden"
        level="h2"
        action={<Button onClick={onReset}>Auswahl zurücksetzen</Button>}
      >
        {filter.shown === null || filter.shown.length > 0
          ? 'Zu dieser Auswahl passt niemand.'
          : 'Es ist kein Amt ausgewählt.'}
      </Empty>
    </Card>
  )
}

const withId = (row: DutyStatistic) => ({ ...row, id: row.member.id })

const byName = { column: 'member', direction: 'ascending' } as const

type OfficeOf = (duty: Duty) => string

type DutyRow = DutyStatistic & { id: number }

/** Spec §2: member, total duty years, offices with years, and honors. */
const dutiesColumns = (labels: HonorLabelOf, officeOf: OfficeOf): readonly Column<DutyRow>[] => [
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
        <PhoneLabel> {totalDutyYears === 1 ? 'Jahr' : 'Jahre'}</PhoneLabel>
      </>
    ),
    width: '10%',
    phone: 'right',
  },
  {
    id: 'duties',
    header: 'Ämter',
    kind: 'text',
    value: ({ duties }) => duties.map((office) => dutyWords(office, officeOf)).join(', '),
    cell: ({ duties }) => <Offices of={duties} officeOf={officeOf} />,
    phone: 'second',
  },
  {
    id: 'honors',
    header: 'Ehrungen',
    kind: 'text',
    value: ({ honors }) => honors.map((honor) => labels(honor)).join(', '),
    cell: ({ honors }) => <Honors names={honors.map((honor) => labels(honor))} />,
    width: '38%',
  },
]

const dutyWords = ({ duty, years }: DutyStatistic['duties'][number], officeOf: OfficeOf) =>
  `${officeOf(duty)} (${yearsWords(years)})`

/** A member's offices, one below the other; on phones in one line. */
function Offices({ of: offices, officeOf }: { of: DutyStatistic['duties']; officeOf: OfficeOf }) {
  return (
    <span className="block py-2 max-md:inline max-md:p-0 print:block print:p-0">
      {offices.map((office, index) => (
        <Fragment key={office.duty}>
          <span className="md:block md:whitespace-nowrap print:block">
            {dutyWords(office, officeOf)}
            {index < offices.length - 1 && <PhoneLabel>,</PhoneLabel>}
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

const dutiesSearchKey = ({ member }: DutyRow) => searchTextOf([listName(member)])
