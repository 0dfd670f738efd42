import { counted } from '#web/lib/german-count.ts'
import { germanEuro, sumOfPrices } from '#worker/domain/money.ts'
import type { ShownRow } from './outbox/acts.ts'

/** What whoever is signed in has taken by hand at this parade, and hands over. */
export function CheckInHelperCash({ rows }: { rows: readonly ShownRow[] }) {
  const taken = rows.filter(({ paid, cash }) => paid && cash?.mine)
  if (taken.length === 0) return null
  return (
    <section aria-label="Dein Bargeld" className="m-4 rounded-xl bg-muted px-4.5 py-4">
      <p>Du hast bar angenommen:</p>
      <p className="text-lg">
        <b className="whitespace-nowrap tabular-nums">{germanEuro(sumOfPrices(taken))}</b> von{' '}
        {counted(taken.length, 'Person', 'Personen')}
      </p>
    </section>
  )
}
