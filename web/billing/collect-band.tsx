import { Download, Landmark } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AnchoredSection } from '#web/components/linked-part.tsx'
import { useUser } from '#web/lib/session.ts'
import { type TypedDay, unreadable } from '#web/lib/typed.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import type { FeeSum, RecollectableFee } from '#worker/domain/fee-figures.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import { can } from '#worker/domain/rights.ts'
import { defaultDueDate } from '#worker/domain/sepa-due-date.ts'
import { currentFeeSum, FeesChangedAlert } from './changed-alert.tsx'
import { DueDate } from './due-date.tsx'
import { feesInWords } from './fee-text.ts'
import { FileRefusal } from './file-refusal.tsx'
import { FirstFileDialog } from './first-file-dialog.tsx'
import { SecondFileDialog } from './second-file-dialog.tsx'
import { useCollection } from './use-collection.ts'
import type { ShownFeeYear } from './use-fees-of-year.ts'

type CollectBandProps = { year: ShownFeeYear; leadDays: number; today: Day }

/** What the next SEPA file collects, its day, and the button that makes it. */
export function CollectBand({ year, leadDays, today }: CollectBandProps) {
  const { runs } = year
  const { collectible, again } = year.figures
  const mayMake = can(useUser(), 'keepTreasury')
  const [isAsking, setAsking] = useState(false)
  const proposed = defaultDueDate(today, leadDays)
  const [typed, setTyped] = useState<TypedDay>(proposed)
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [asked, setAsked] = useState('')
  const live = runs.filter(({ voidedAt }) => voidedAt === null)
  const { earlier, failure, ...collection } = useCollection({
    year: year.year,
    newestRun: live.length > 0 ? Math.max(...live.map(({ id }) => id)) : null,
    onMade: () => setTicked(new Set()),
  })
  const released = again.filter(({ claimId }) => ticked.has(claimId))
  const seen: FeeSum = {
    count: collectible.count + released.length,
    sumInCent: released.reduce((sum, one) => sum + one.openInCent, collectible.sumInCent),
  }
  const includeReturned = released.map(({ claimId }) => claimId)
  // The server has reported new numbers for this selection; the next click accepts them.
  const reported = asked === includeReturned.join() ? currentFeeSum(failure) : null
  const order = {
    dueDate: typed === unreadable ? null : typed,
    includeReturned,
    expected: reported ?? seen,
    confirmClosing: !year.closed,
  }
  const isFetched = collection.waitsFor(order)
  // A file without fees is rejected, so there is nothing to ask about.
  const asksFirst = live.length === 0 && order.expected.count > 0 && !isFetched
  const start = () => {
    setAsked(includeReturned.join())
    collection.start(order)
  }
  const isNothing = collectible.count === 0 && again.length === 0
  const isAllIn = isNothing && live.length > 0 && !collection.isWaiting
  // All remaining fees were collected before, so each needs its own tick.
  const isUnticked = live.length > 0 && seen.count === 0 && !isFetched
  const startWords = live.length > 0 ? 'Nur noch offene einziehen' : 'SEPA-Datei erzeugen'
  const isOffered = mayMake && !isAllIn
  return (
    <AnchoredSection id="einziehen" className="border-t print:hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-6 py-4 max-md:px-4">
        <Tongue />
        <div className="min-w-0 flex-[1_1_18rem]">
          <CollectWords year={year} today={today} />
        </div>
        {isOffered && (
          <Button
            // In an open year closing it comes first.
            variant={year.closed ? 'primary' : 'outline'}
            busy={collection.isPending}
            disabled={typed === unreadable || isUnticked}
            onClick={asksFirst ? () => setAsking(true) : start}
            className="max-md:w-full"
          >
            <Download />
            {isFetched ? 'Datei noch einmal laden' : startWords}
          </Button>
        )}
      </div>
      {isOffered && (
        <div className="grid gap-4 px-6 pb-5 max-md:px-4">
          {failure && !earlier && <Refusal failure={failure} />}
          <DueDate value={typed} proposed={proposed} today={today} onChange={setTyped} />
          <ReturnedFees fees={again} ticked={ticked} onTick={setTicked} />
          <Aside>
            {isUnticked && 'Hake an, was noch einmal eingezogen werden soll.'}
            {released.length > 0 &&
              `Mit den freigegebenen sind es ${seen.count} Beiträge, zusammen ${germanEuro(seen.sumInCent)}.`}
          </Aside>
        </div>
      )}
      {isAsking && (
        <FirstFileDialog
          year={year}
          sum={order.expected}
          dueDate={order.dueDate ?? proposed}
          released={includeReturned}
          confirm={() => {
            setAsking(false)
            start()
          }}
          cancel={() => setAsking(false)}
        />
      )}
      {earlier && (
        <SecondFileDialog
          earlier={earlier}
          next={seen}
          failure={failure}
          isPending={collection.isPending}
          confirm={() => collection.confirm({ ...order, expected: currentFeeSum(failure) ?? seen })}
          cancel={collection.cancel}
        />
      )}
    </AnchoredSection>
  )
}

function Refusal({
  failure,
}: {
  failure: NonNullable<ReturnType<typeof useCollection>['failure']>
}) {
  return currentFeeSum(failure) ? (
    <FeesChangedAlert failure={failure} />
  ) : (
    <FileRefusal failure={failure} />
  )
}

function Tongue() {
  return (
    <span
      aria-hidden="true"
      className="grid h-11 w-10 flex-none place-items-center rounded-t-sm rounded-b-[1.25rem] bg-secondary-soft text-secondary-soft-foreground max-md:hidden"
    >
      <Landmark className="size-5" />
    </span>
  )
}

function CollectWords({ year, today }: { year: ShownFeeYear; today: Day }) {
  const { collectible, leftOut, again } = year.figures
  const { count, sumInCent } = collectible
  const { withoutMandate: without, others } = leftOut
  const sentences = [
    without + others > 0 &&
      `${feesInWords(without + others)} nicht einziehbar: ${[without > 0 && `${without} ohne SEPA-Mandat`, others > 0 && `${others} aus anderem Grund`].filter(Boolean).join(', ')}.`,
    again.length > 0 && 'Rücklastschriften kommen erst wieder mit, wenn Du sie freigibst.',
  ]
  return (
    <>
      <b className="block font-semibold tabular-nums">
        {count > 0
          ? `${feesInWords(count)} einziehbar, zusammen ${germanEuro(sumInCent)}`
          : allInWords(year.runs, today)}
      </b>
      <small className="block text-muted-foreground text-sm">
        {sentences.filter(Boolean).join(' ')}
      </small>
    </>
  )
}

/** Summarises the files that were made, for when no fee is left for another. */
function allInWords(runs: ShownFeeYear['runs'], today: Day): string {
  const live = runs.filter(({ voidedAt }) => voidedAt === null)
  if (live.length === 0) return 'Kein offener Beitrag lässt sich einziehen'
  // Files that the bank has not executed yet.
  const [next] = live
    .map(({ dueDate }) => dueDate)
    .filter((day) => day > today)
    .sort()
  return next
    ? `Was sich einziehen lässt, ist in einer SEPA-Datei, fällig am ${germanDate(next)}`
    : 'Alles ist eingezogen, was sich einziehen lässt'
}

type ReturnedFeesProps = {
  fees: readonly RecollectableFee[]
  ticked: ReadonlySet<number>
  onTick: (ticked: ReadonlySet<number>) => void
}

/** The fees that an earlier file has collected and that are open again; only ticked ones are included. */
function ReturnedFees({ fees, ticked, onTick }: ReturnedFeesProps) {
  if (fees.length === 0) return null
  const toggle = (id: number) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    onTick(next)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold text-sm">
        Rücklastschriften und schon Eingezogene noch einmal einziehen
      </legend>
      <ul className="max-h-72 divide-y divide-border overflow-y-auto rounded-lg border border-border">
        {fees.map((fee) => (
          <li key={fee.claimId} className="px-3">
            <Checkbox
              checked={ticked.has(fee.claimId)}
              onChange={() => toggle(fee.claimId)}
              labelClassName="flex! py-1.5"
            >
              <AgainWords fee={fee} />
            </Checkbox>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function AgainWords({ fee }: { fee: RecollectableFee }) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
      <span className="font-medium">{listName(fee)}</span>
      <span className="tabular-nums">{germanEuro(fee.openInCent)}</span>
      <span className="text-muted-foreground text-sm">{fee.obstacle}</span>
    </span>
  )
}

function Aside({ children }: { children: ReactNode[] }) {
  const words = children.filter(Boolean)
  if (words.length === 0) return null
  return (
    <p aria-live="polite" className="text-muted-foreground">
      {words.join(' ')}
    </p>
  )
}
