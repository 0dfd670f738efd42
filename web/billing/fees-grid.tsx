import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { CardHead } from '#web/ui/card.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { type FeeSums, feeSums } from '#worker/domain/fee-figures.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { BegunAct } from './begun-act.tsx'
import { ManyFeeActs } from './fee-acts.tsx'
import { feeColumns, feeSearchKey } from './fee-columns.tsx'
import { type FeeAct, FeeActs } from './fee-menu.tsx'
import type { FeeGridRow } from './fee-rows.ts'
import { StateChips } from './state-chips.tsx'
import type { ShownFeeYear } from './use-fee-year.ts'

type FeesGridProps = { year: ShownFeeYear; today: Day; mayBook: boolean }

/** Every fee of the year and how it stands; the head adds up what is found. */
export function FeesGrid({ year, today, mayBook }: FeesGridProps) {
  const { rows, claims, closed, figures, rest } = year
  const [begun, setBegun] = useState<{ id: number; act: FeeAct } | null>(useAskedAccount())
  const columns = useMemo(() => feeColumns(today), [today])
  const actsOf = useCallback(
    ({ claim }: FeeGridRow) =>
      claim && (
        <FeeActs claim={claim} mayBook={mayBook} onAct={({ id }, act) => setBegun({ id, act })} />
      ),
    [mayBook],
  )
  // As it is known now: what was booked meanwhile is in it.
  const claim = begun && claims.find(({ id }) => id === begun.id)
  // A return takes those of its debit along, and a link leads to any account.
  const needsAll = begun !== null && (begun.act === 'return' || !claim)
  useEffect(() => {
    if (needsAll) rest?.load()
  }, [needsAll, rest])
  return (
    <>
      <DataTable
        label="Beiträge"
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
                isKnown && tallyOf(found.length === rows.length ? figures.sums : feeSums(found))
              }
            />
            <StateChips states={figures.states} />
          </>
        )}
        nothingFound="Kein Beitrag gefunden"
        rest={rest}
      />
      {begun && claim && !(rest && needsAll) && (
        <BegunAct
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

/** "352 · 7.040,00 €, dazu 3,00 € Bankgebühren": of the overview's "Summe" the same two. */
function tallyOf({ due, charges }: FeeSums): string {
  const fees = `${due.count} · ${germanEuro(due.sumInCent - charges.sumInCent)}`
  return charges.sumInCent > 0
    ? `${fees}, dazu ${germanEuro(charges.sumInCent)} Bankgebühren`
    : fees
}

const byName = { column: 'name', direction: 'ascending' } as const

/** `?account=1041`: a link of the history leads to the account of one claim. */
function useAskedAccount() {
  const id = Number(useSearchParams()[0].get('account'))
  return id > 0 ? { id, act: 'account' as const } : null
}
