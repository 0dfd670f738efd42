import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Result } from '#web/lib/result.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { paths } from '#web/paths.ts'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PrintHead } from '#web/ui/print-head.tsx'
import { type Duty, duties } from '#worker/domain/codes.ts'
import { dutyLabels } from '#worker/domain/labels.ts'
import type { DutyHolder } from '#worker/statistics/statistics.contract.ts'
import { titlesOf } from './cells.tsx'
import { ChoiceCard } from './choice-card.tsx'
import { DutyHoldersTable, dutyHolderHeads } from './duty-holders-table.tsx'
import { ListCard } from './list-card.tsx'
import { dutyBookNotLoaded, loadDutyHolders } from './statistics.api.ts'

export function loader({ request }: LoaderFunctionArgs) {
  const wanted = new URL(request.url).searchParams.get('duty')
  const duty = duties.find((one) => one === wanted)
  if (!duty) return null
  return { duty, active: loadDutyHolders(duty, true), inactive: loadDutyHolders(duty, false) }
}

export function DutyHoldersPage() {
  const asked = useLoaderData<typeof loader>()
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.statistics, label: 'Auswertungen' }}
        title="Auswertung des Dienstbuchs"
      />
      <div className="grid gap-6 *:min-w-0">
        <ChoiceCard
          name="duty"
          label="Amt"
          placeholder="Amt wählen"
          chosen={asked?.duty ?? null}
          options={duties.map((value) => ({ value, label: dutyLabels[value] }))}
          help="Wähle ein Amt, dann siehst Du, wer es hat und wer es hatte."
        />
        {asked && <BothLists key={asked.duty} {...asked} />}
      </div>
    </Wrap>
  )
}

type Asked = Promise<Result<DutyHolder[]>>
type BothListsProps = { duty: Duty; active: Asked; inactive: Asked }

function BothLists({ duty, active, inactive }: BothListsProps) {
  return (
    <>
      <p className="hidden font-semibold print:mb-[4mm] print:block">Amt: {dutyLabels[duty]}</p>
      <Holders title="Aktive Amtsträger" duty={duty} isActive asked={active} />
      <Holders title="Ehemalige Amtsträger" duty={duty} isActive={false} asked={inactive} />
      <p className="text-muted-foreground text-sm">
        Angefangene Dienstjahre werden ab dem 6. Monat aufgerundet.
      </p>
    </>
  )
}

type HoldersProps = { title: string; duty: Duty; isActive: boolean; asked: Asked }

function Holders({ title, duty, isActive, asked }: HoldersProps) {
  const rows = useLoaded(asked, () => loadDutyHolders(duty, isActive))
  return (
    <ListCard
      title={title}
      rows={rows}
      notLoaded={dutyBookNotLoaded}
      heads={titlesOf(dutyHolderHeads)}
      empty="Keine Mitlieder mit diesem Amt!"
    >
      {(holders) => <DutyHoldersTable holders={holders} />}
    </ListCard>
  )
}
