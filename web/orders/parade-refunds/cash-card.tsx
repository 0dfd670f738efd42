import { useState } from 'react'
import { Failure } from '#web/components/failure.tsx'
import { returnCash } from '#web/data/orders.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import type { Reading } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { RowButton } from '#web/orders/row-button.tsx'
import { germanEuro, sumOfPrices } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import type { ParadeRefundRow, ParadeRefunds } from '#worker/orders/orders.contract.ts'
import { PlacesCard } from './places-card.tsx'
import type { Sorted } from './refund-progress.ts'

type CashCardProps = {
  places: Pick<Sorted, 'cash' | 'owed'>
  /** Where the rows come from; null for those who may change nothing. */
  shown: Reading<ParadeRefunds> | null
}

/** Cash goes from hand to hand: it is ticked off here. */
export function CashCard({ places: { cash, owed }, shown }: CashCardProps) {
  const [failed, setFailed] = useState<Failed | null>(null)
  return (
    <PlacesCard
      id="cash"
      title="In bar bezahlt"
      places={cash}
      {...(shown && {
        buttonOf: (place: ParadeRefundRow) => (
          <CashButton place={place} shown={shown} onFailed={setFailed} />
        ),
      })}
    >
      <p role="status">{whatIsLeft(owed)}</p>
      {failed && (
        <Failure
          failure={failed.failure}
          detail={`${listName(failed.place)}: ${detailOf(failed.failure) ?? 'Versuche es noch einmal.'}`}
          focusOnMount
        />
      )}
    </PlacesCard>
  )
}

function whatIsLeft(owed: readonly ParadeRefundRow[]): string {
  if (owed.length === 0) return 'Alles Bargeld ist zurückgegeben.'
  return `Gib dieses Geld von Hand zurück und hake es hier ab: noch ${germanEuro(sumOfPrices(owed))}.`
}

type Failed = { place: ParadeRefundRow; failure: CallFailure }

type CashButtonProps = {
  place: ParadeRefundRow
  shown: Reading<ParadeRefunds>
  onFailed: (failed: Failed | null) => void
}

/** One button a row, whatever it does: it keeps the focus. */
function CashButton({ place, shown, onFailed }: CashButtonProps) {
  const mutation = returnCash(shown)
  const { submit, isPending } = useSubmit({
    ...mutation,
    onMutate: () => onFailed(null),
    onError: (failure: CallFailure) => onFailed({ place, failure }),
  })
  const isReturned = place.cashReturnedAt !== null
  return (
    <RowButton
      about={listName(place)}
      variant={isReturned ? 'outline' : 'secondary'}
      busy={isPending}
      onClick={() => void submit({ id: place.participationId, returned: !isReturned })}
    >
      {isReturned ? 'Zurücknehmen' : 'Bar zurückgegeben'}
    </RowButton>
  )
}
