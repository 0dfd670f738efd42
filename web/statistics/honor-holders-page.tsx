import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintButton } from '#web/components/print/print-button.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { useHonorKinds, useHonorLabels } from '#web/data/guild.ts'
import { honorHoldersQuery } from '#web/data/statistics.ts'
import { prefetch } from '#web/lib/query.ts'
import { HonorLabel } from '#web/members/shared/honor-label.tsx'
import { paths } from '#web/paths.ts'
import { OpenCell, Table, TableBody, TableCell, TableRow } from '#web/ui/table.tsx'
import { type HonorType, isHonorType } from '#worker/domain/codes.ts'
import { germanDate } from '#worker/domain/dates.ts'
import type { HonorHolder } from '#worker/statistics/statistics.contract.ts'
import { type Head, HeadRow, MemberCell, titlesOf } from './cells.tsx'
import { ChoiceCard } from './choice-card.tsx'
import { ListCard } from './list-card.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const wanted = new URL(request.url).searchParams.get('honor')
  const honor = wanted !== null && isHonorType(wanted) ? wanted : null
  if (honor) prefetch(honorHoldersQuery(honor))
  return { honor }
}

export function HonorHoldersPage() {
  const { honor } = useLoaderData<typeof loader>()
  const { all } = useHonorKinds()
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.statistics, label: 'Auswertungen' }}
        title="Auswertung der Ehrungen"
        actions={<PrintButton />}
      />
      <div className="grid gap-6 *:min-w-0">
        <ChoiceCard
          name="honor"
          label="Ehrung"
          placeholder="Ehrung wählen"
          chosen={honor}
          options={all.map(({ code, label }) => ({ value: code, label }))}
          help="Wähle eine Ehrung, dann siehst Du, wer sie erhalten hat."
        />
        {honor && <Holders key={honor} honor={honor} />}
      </div>
    </Wrap>
  )
}

const heads: readonly Head[] = [
  { title: 'Name', width: '32%' },
  { title: 'Datum', width: '16%' },
  { title: 'Kommentar' },
]

function Holders({ honor }: { honor: HonorType }) {
  const labels = useHonorLabels()
  const rows = useQuery(honorHoldersQuery(honor))
  return (
    <ListCard
      title={<HonorLabel>{labels(honor)}</HonorLabel>}
      rows={rows}
      heads={titlesOf(heads)}
      empty="Diese Ehrung hat noch niemand erhalten."
    >
      {(holders) => <HoldersTable holders={holders} />}
    </ListCard>
  )
}

function HoldersTable({ holders }: { holders: readonly HonorHolder[] }) {
  return (
    <Table>
      <HeadRow heads={heads} />
      <TableBody>
        {holders.map(({ member, date, comment }) => (
          <TableRow key={`${member.id} ${date}`} opens>
            <MemberCell member={member} />
            <TableCell at="second" className="whitespace-nowrap tabular-nums">
              {germanDate(date)}
            </TableCell>
            <TableCell
              {...(comment ? { at: 'below', before: 'Kommentar' } : { at: 'nowhere' })}
              className="wrap-anywhere whitespace-pre-line md:py-2"
            >
              {comment || '–'}
            </TableCell>
            <OpenCell />
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
