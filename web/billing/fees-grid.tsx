import { BadgeEuro, HeartHandshake, Mail } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { ScrollFade } from '#web/components/scroll-fade.tsx'
import { useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { CardHead } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import type { FeeState } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { type FeeFigures, type FeeSums, feeSums } from '#worker/domain/fee-figures.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { can } from '#worker/domain/rights.ts'
import { FeeActionDialog } from './fee-action-dialog.tsx'
import { feeColumns, feeSearchKey } from './fee-columns.tsx'
import { type FeeAct, FeeActs } from './fee-menu.tsx'
import { type FeeGridRow, feeStateLabels, shownFeeStates } from './fee-rows.ts'
import { chosenPayers } from './letters/recipients.ts'
import { PayDialog } from './pay-dialog.tsx'
import type { ShownFeeYear } from './use-fees-of-year.ts'
import { WaiveDialog } from './waive-dialog.tsx'

type FeesGridProps = { year: ShownFeeYear; today: Day; mayBook: boolean }

/** Every fee of the year with its state; the head sums up the filtered rows. */
export function FeesGrid({ year, today, mayBook }: FeesGridProps) {
  const { rows, claims, closed, figures, rest } = year
  const [begun, setBegun] = useState<{ id: number; act: FeeAct } | null>(useAskedAccount())
  const seesBankData = can(useUser(), 'seeBankData')
  const columns = useMemo(() => feeColumns(today, seesBankData), [today, seesBankData])
  const actsOf = useCallback(
    ({ claim }: FeeGridRow) =>
      claim && (
        <FeeActs claim={claim} mayBook={mayBook} onAct={({ id }, act) => setBegun({ id, act })} />
      ),
    [mayBook],
  )
  // The claim is looked up in every render, so that the dialog shows bookings made meanwhile.
  const claim = begun && claims.find(({ id }) => id === begun.id)
  // All claims are needed for a return, which may affect others, and for a link to any account.
  const needsAll = begun !== null && (begun.act === 'return' || !claim)
  useEffect(() => {
    if (needsAll) rest?.load()
  }, [needsAll, rest])
  return (
    <>
      <DataTable
        label="Beiträge"
        fileName={`Beiträge ${year.year}`}
        name="fees"
        columns={columns}
        rows={rows}
        searchKey={feeSearchKey}
        defaultSort={byName}
        opens={!closed}
        {...(closed && { rowActions: actsOf })}
        {...(closed &&
          mayBook && {
            acts: (chosen: readonly FeeGridRow[], clear: () => void) => (
              <ManyFeeActs rows={chosen} today={today} clear={clear} />
            ),
          })}
        head={(found, isKnown) => (
          <>
            <CardHead
              title={
                isKnown && found.length === rows.length ? 'Alle Beiträge' : 'Gefundene Beiträge'
              }
              tally={
                isKnown && totalText(found.length === rows.length ? figures.sums : feeSums(found))
              }
            />
            <StateChips states={figures.states} />
          </>
        )}
        nothingFound="Kein Beitrag gefunden"
        rest={rest}
      />
      {begun && claim && !(rest && needsAll) && (
        <FeeActionDialog
          key={`${begun.id} ${begun.act}`}
          claim={claim}
          act={begun.act}
          claims={claims}
          mayBook={mayBook}
          today={today}
          onClose={() => setBegun(null)}
        />
      )}
    </>
  )
}

/** "352 · 7.040,00 €, dazu 3,00 € Bankgebühren": the two parts of the overview's "Summe". */
function totalText({ due, charges }: FeeSums): string {
  const fees = `${due.count} · ${germanEuro(due.sumInCent - charges.sumInCent)}`
  return charges.sumInCent > 0
    ? `${fees}, dazu ${germanEuro(charges.sumInCent)} Bankgebühren`
    : fees
}

const byName = { column: 'name', direction: 'ascending' } as const

/** The account that the address opens: the history links to a claim's with `?account=1041`. */
function useAskedAccount() {
  const id = Number(useSearchParams()[0].get('account'))
  return id > 0 ? { id, act: 'account' as const } : null
}

type ManyFeeActsProps = {
  rows: readonly FeeGridRow[]
  today: Day
  /** Ends the selection. */
  clear: () => void
}

/** The actions on the ticked fees; fees that are not open are ignored. */
function ManyFeeActs({ rows, today, clear }: ManyFeeActsProps) {
  const [begun, setBegun] = useState<'pay' | 'waive' | null>(null)
  const navigate = useNavigate()
  const open = rows.flatMap(({ claim }): FeeClaim[] =>
    claim && claim.openInCent > 0 ? [claim] : [],
  )
  const begin = (act: 'pay' | 'waive') =>
    open.length > 0 ? setBegun(act) : toast('Davon ist nichts offen.')
  const remind = () => {
    if (open.length === 0) return toast('Davon ist nichts offen.')
    const year = open[0]?.year
    void navigate(`${paths.feeLetters}?kind=reminder&year=${year}`, {
      state: chosenPayers(
        open.map(({ payer }) => payer.id),
        { asks: true },
      ),
    })
  }
  const dialog = { claims: open, today, onClose: () => setBegun(null), onDone: clear }
  return (
    <>
      <Button variant="ghost" size="sm" onClick={remind}>
        <Mail />
        Erinnern
      </Button>
      <Button variant="ghost" size="sm" onClick={() => begin('pay')}>
        <BadgeEuro />
        Als bezahlt eintragen
      </Button>
      <Button variant="ghost" size="sm" onClick={() => begin('waive')}>
        <HeartHandshake />
        Erlassen
      </Button>
      {begun === 'pay' && <PayDialog {...dialog} />}
      {begun === 'waive' && <WaiveDialog {...dialog} />}
    </>
  )
}

/** The states whose chips are shown even when no fee has them. */
const always: readonly FeeState[] = ['open', 'collected', 'paid', 'returned', 'waived']

/** A chip for each state; it sets the filter of the grid in the address. */
function StateChips({ states }: { states: FeeFigures['states'] }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const filter = new URLSearchParams(search).get('filter.state')
  const choose = (state: FeeState | null) => {
    const params = new URLSearchParams(search)
    if (state) params.set('filter.state', state)
    else params.delete('filter.state')
    params.delete('page')
    void navigate({ search: `?${params}` }, { preventScrollReset: true })
  }
  const counted = shownFeeStates.map((state) => ({ state, count: states[state] }))
  const all = counted.reduce((sum, { count }) => sum + count, 0)
  return (
    <fieldset aria-label="Beiträge filtern" className="min-w-0 print:hidden">
      <ScrollFade>
        <div className="flex gap-2 px-6 pb-2 max-md:w-max max-md:px-4 md:flex-wrap">
          <StateChip isOn={!filter} name="Alle" count={all} onPress={() => choose(null)} />
          {counted
            .filter(({ state, count }) => count > 0 || always.includes(state))
            .map(({ state, count }) => (
              <StateChip
                key={state}
                isOn={filter === state}
                name={feeStateLabels[state]}
                count={count}
                onPress={() => choose(state)}
              />
            ))}
        </div>
      </ScrollFade>
    </fieldset>
  )
}

type StateChipProps = { isOn: boolean; name: string; count: number; onPress: () => void }

function StateChip({ isOn, name, count, onPress }: StateChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className="inline-flex min-h-9 flex-none items-center gap-2 rounded-md border border-input bg-card px-3 font-medium text-sm hover:bg-accent aria-pressed:border-secondary aria-pressed:bg-secondary-soft aria-pressed:text-secondary-soft-foreground aria-pressed:shadow-[inset_0_0_0_1px_var(--secondary)] max-md:min-h-11"
    >
      {name} <span className="font-normal tabular-nums opacity-85">{count}</span>
    </button>
  )
}
