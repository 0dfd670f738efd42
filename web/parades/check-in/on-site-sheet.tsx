import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Loaded } from '#web/lib/use-loaded.ts'
import { costumeTypesNotLoaded } from '#web/parades/parades.api.ts'
import { notEntered } from '#web/parades/participations.api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import type { Participant } from './list.ts'
import { findNamesake, NamesakeQuestion } from './namesake.tsx'
import { missingOnSite } from './on-site-entry.ts'
import { CheckInOnSiteFields } from './on-site-fields.tsx'
import { useCheckInOnSite } from './use-on-site.ts'

export type CostumeTypes = Loaded<{ id: number; name: string }[]>

type CheckInOnSiteSheetProps = {
  paradeId: number
  costumeTypes: CostumeTypes
  /** Who is on the list already. */
  rows: readonly Participant[]
  onClose: () => void
  onEntered: (row: Participant) => void
}

export function CheckInOnSiteSheet({
  paradeId,
  costumeTypes,
  rows,
  ...on
}: CheckInOnSiteSheetProps) {
  const { failure, isBusy, submit, ...form } = useCheckInOnSite(paradeId, on.onEntered)
  const missing = missingOnSite(form.entry)
  const types = costumeTypes.result
  const namesake = findNamesake(rows, form.entry)
  return (
    <Dialog
      open
      onOpenChange={on.onClose}
      busy={isBusy}
      variant="sheet"
      size="street"
      title="Teilnahme vor Ort eintragen"
      onSubmit={submit}
      footer={
        <>
          <Button variant="strong" size="street" disabled={isBusy} onClick={on.onClose}>
            Abbrechen
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="street"
            busy={isBusy}
            disabled={missing !== ''}
          >
            OK
          </Button>
        </>
      }
    >
      {failure && (
        <Failure
          message={notEntered}
          failure={failure}
          detail={failureDetail(failure, notEntered)}
          focusOnMount
        />
      )}
      {types?.ok === false && (
        <Failure
          message={costumeTypesNotLoaded}
          failure={types.failure}
          busy={costumeTypes.isPending}
          onRetry={costumeTypes.reload}
          className="[&_button]:min-h-14"
        />
      )}
      <CheckInOnSiteFields {...form} costumeTypes={types?.ok ? types.data : null} />
      {namesake && !failure && <NamesakeQuestion row={namesake} />}
      <p className="text-muted-foreground">
        Wird als „Nicht bezahlt“ eingetragen. <span role="status">{missing}</span>
      </p>
    </Dialog>
  )
}
