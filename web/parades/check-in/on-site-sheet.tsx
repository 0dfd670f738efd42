import { detailOf } from '#web/lib/failure-detail.ts'
import type { WayBack } from '#web/lib/undo.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import type { SectionQuery } from '#web/ui/query-section.tsx'
import type { Participant } from './list.ts'
import { findNamesake, NamesakeQuestion } from './namesake.tsx'
import { missingOnSite } from './on-site-entry.ts'
import { CheckInOnSiteFields } from './on-site-fields.tsx'
import { useCheckInOnSite } from './use-on-site.ts'

export type CostumeTypes = SectionQuery<{ id: number; name: string }[]>

type CheckInOnSiteSheetProps = {
  paradeId: number
  costumeTypes: CostumeTypes
  /** Who is on the list already. */
  rows: readonly Participant[]
  onClose: () => void
  onEntered: (row: Participant, wayBack: WayBack | null) => void
}

export function CheckInOnSiteSheet({
  paradeId,
  costumeTypes,
  rows,
  ...on
}: CheckInOnSiteSheetProps) {
  const { failure, isPending, submit, ...form } = useCheckInOnSite(paradeId, on.onEntered)
  const missing = missingOnSite(form.entry)
  const namesake = findNamesake(rows, form.entry)
  return (
    <Dialog
      open
      onOpenChange={on.onClose}
      busy={isPending}
      variant="sheet"
      size="street"
      title="Teilnahme vor Ort eintragen"
      onSubmit={submit}
      footer={
        <>
          <Button variant="strong" size="street" disabled={isPending} onClick={on.onClose}>
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
      {costumeTypes.error && !costumeTypes.data && (
        <Failure
          failure={costumeTypes.error}
          busy={costumeTypes.isFetching}
          onRetry={() => void costumeTypes.refetch()}
          className="[&_button]:min-h-14"
        />
      )}
      <CheckInOnSiteFields {...form} costumeTypes={costumeTypes.data ?? null} />
      {namesake && !failure && <NamesakeQuestion row={namesake} />}
      <p className="text-muted-foreground">
        Wird als „Nicht bezahlt“ eingetragen. <span role="status">{missing}</span>
      </p>
    </Dialog>
  )
}
