import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintButton } from '#web/components/print/print-button.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { useOffices } from '#web/data/guild.ts'
import { dutyHoldersQuery } from '#web/data/statistics.ts'
import { prefetch } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { OpenCell, Table, TableBody, TableCell, TableRow } from '#web/ui/table.tsx'
import { type Duty, isDuty } from '#worker/domain/codes.ts'
import { germanDate } from '#worker/domain/dates.ts'
import type { DutyHolder } from '#worker/statistics/statistics.contract.ts'
import { type Head, HeadRow, MemberCell, PhoneLabel, titlesOf, YearsCell } from './cells.tsx'
import { ChoiceCard } from './choice-card.tsx'
import { ListCard } from './list-card.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const wanted = new URL(request.url).searchParams.get('duty')
  const duty = wanted !== null && isDuty(wanted) ? wanted : null
  if (duty) prefetch(dutyHoldersQuery(duty, true), dutyHoldersQuery(duty, false))
  return { duty }
}

export function DutyHoldersPage() {
  const { duty } = useLoaderData<typeof loader>()
  const { all } = useOffices()
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.statistics, label: 'Auswertungen' }}
        title="Auswertung des Dienstbuchs"
        actions={<PrintButton />}
      />
      <div className="grid gap-6 *:min-w-0">
        <ChoiceCard
          name="duty"
          label="Amt"
          placeholder="Amt wählen"
          chosen={duty}
          options={all.map(({ code, label }) => ({ value: code, label }))}
          help="Wähle ein Amt, dann siehst Du, wer es hat und wer es hatte."
        />
        {duty && <BothLists key={duty} duty={duty} />}
      </div>
    </Wrap>
  )
}

function BothLists({ duty }: { duty: Duty }) {
  const { labelOf } = useOffices()
  return (
    <>
      <p className="hidden font-semibold print:mb-[4mm] print:block">Amt: {labelOf(duty)}</p>
      <Holders title="Aktive Amtsträger" duty={duty} isActive />
      <Holders title="Ehemalige Amtsträger" duty={duty} isActive={false} />
      <p className="text-muted-foreground text-sm">
        Angefangene Dienstjahre werden ab dem 6. Monat aufgerundet.
      </p>
    </>
  )
}

type HoldersProps = { title: string; duty: Duty; isActive: boolean }

function Holders({ title, duty, isActive }: HoldersProps) {
  const rows = useQuery(dutyHoldersQuery(duty, isActive))
  return (
    <ListCard
      title={title}
      rows={rows}
      heads={titlesOf(dutyHolderHeads)}
      empty="Keine Mitlieder mit diesem Amt!"
    >
      {(holders) => <DutyHoldersTable holders={holders} />}
    </ListCard>
  )
}

const dutyHolderHeads: readonly Head[] = [
  { title: 'Name', width: '40%' },
  { title: 'Von' },
  { title: 'Bis' },
  { title: 'Dienstjahre', width: '16%', numeric: true },
]

/** The holders of an office with the first and last day; on phones both days are in one line. */
function DutyHoldersTable({ holders }: { holders: readonly DutyHolder[] }) {
  return (
    <Table>
      <HeadRow heads={dutyHolderHeads} />
      <TableBody>
        {holders.map(({ member, from, to, years }) => {
          const end = to ? germanDate(to) : 'heute'
          return (
            <TableRow key={`${member.id} ${from}`} opens>
              <MemberCell member={member} />
              <TableCell at="second" className="whitespace-nowrap tabular-nums">
                {germanDate(from)}
                <PhoneLabel>–{end}</PhoneLabel>
              </TableCell>
              <TableCell at="nowhere" className="whitespace-nowrap tabular-nums">
                {end}
              </TableCell>
              <YearsCell years={years} />
              <OpenCell />
            </TableRow>
          )
        })}
      </TableBody>
    </Table>
  )
}
