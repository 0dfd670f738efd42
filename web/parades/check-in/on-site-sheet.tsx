import { type FormEvent, useState } from 'react'
import { Failure } from '#web/components/failure.tsx'
import { useToast } from '#web/components/toast.tsx'
import { detailOf } from '#web/lib/failure-detail.ts'
import { spokenName } from '#web/parades/participants.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { germanEuro } from '#worker/domain/money.ts'
import { CheckInCashSwitch } from './cash-switch.tsx'
import { cashOf } from './list.ts'
import { findNamesake, NamesakeQuestion } from './namesake.tsx'
import {
  emptyEntry,
  missingOnSite,
  onSiteDraft,
  priceOnSite,
  typedBefore,
} from './on-site-entry.ts'
import { CheckInOnSiteFields } from './on-site-fields.tsx'
import type { KeptList, ShownRow, StoredEnter } from './outbox/acts.ts'
import { hangingOn } from './outbox/edits.ts'
import { useOutbox } from './outbox/use-outbox.ts'
import { useAct } from './use-act.ts'

type CheckInOnSiteSheetProps = {
  list: Pick<KeptList, 'paradeId' | 'parade' | 'costumeTypes'>
  /** Who is on the list already. */
  rows: readonly ShownRow[]
  /** A refused entry that is changed. */
  refused: StoredEnter | null
  onClose: () => void
}

export function CheckInOnSiteSheet({ list, rows, refused, onClose }: CheckInOnSiteSheetProps) {
  const [entry, setEntry] = useState(refused ? typedBefore(refused) : emptyEntry)
  const { act, isPending, failure } = useAct()
  const toast = useToast()
  const missing = missingOnSite(entry)
  const namesake = findNamesake(rows, entry)
  const price = priceOnSite(entry, list)
  const { acts } = useOutbox()
  // What was paid with the refused entry goes along with the changed one.
  const isPaid = refused !== null && hangingOn(refused, acts).some(({ kind }) => kind === 'pay')
  // A list that was kept before the guild could turn it off says nothing of it.
  const takesCash = list.parade.takesCash !== false && !isPaid
  const [withCash, setWithCash] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const paradeId = refused?.paradeId ?? list.paradeId
    const draft = onSiteDraft(paradeId, entry, list)
    if (!draft || !(await act(draft, refused?.id, cashOf(draft, takesCash && withCash)))) return
    onClose()
    toast(`${spokenName(draft.memberName)} ist eingetragen.`)
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={isPending}
      variant="sheet"
      size="street"
      title="Teilnahme vor Ort eintragen"
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button variant="strong" size="street" disabled={isPending} onClick={onClose}>
            Abbrechen
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="street"
            busy={isPending}
            disabled={missing !== ''}
          >
            OK
          </Button>
        </>
      }
    >
      {failure && <Failure failure={failure} detail={detailOf(failure)} focusOnMount />}
      <CheckInOnSiteFields
        entry={entry}
        change={(change) => setEntry((last) => ({ ...last, ...change }))}
        costumeTypes={list.costumeTypes}
      />
      {namesake && !failure && <NamesakeQuestion row={namesake} />}
      {takesCash && (
        <CheckInCashSwitch priceInCent={price} checked={withCash} onChange={setWithCash} />
      )}
      <p className="text-muted-foreground">
        {isPaid || (takesCash && withCash)
          ? `Wird als „Bezahlt“ eingetragen, mit ${germanEuro(price)}. `
          : `Wird als „Nicht bezahlt“ eingetragen, zu zahlen sind ${germanEuro(price)}. `}
        <span role="status">{missing}</span>
      </p>
    </Dialog>
  )
}
