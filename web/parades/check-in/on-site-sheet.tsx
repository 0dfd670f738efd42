import { type FormEvent, useState } from 'react'
import { CashSwitch } from '#web/components/cash-switch.tsx'
import { DateField } from '#web/components/date-field.tsx'
import { ExtrasFieldset } from '#web/components/extra-fields.tsx'
import { Failure } from '#web/components/failure.tsx'
import { GuardianFields } from '#web/components/guardian-fields.tsx'
import { OverCapacityTick } from '#web/components/over-capacity-tick.tsx'
import { detailOf } from '#web/lib/failure-detail.ts'
import { spokenName } from '#web/parades/participant-words.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { maxLength } from '#worker/domain/limits.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { normaliseName, parseListName } from '#worker/domain/names.ts'
import { cashAct } from './list.ts'
import {
  ageOnSite,
  emptyEntry,
  entryOfAct,
  extrasOnSite,
  isOverCapacity,
  minorOnSite,
  missingOnSite,
  type OnSiteEntry,
  onSiteDraft,
  priceOnSite,
} from './on-site-entry.ts'
import type { KeptList, ShownRow, StoredEnter } from './outbox/acts.ts'
import { dependentActsOf } from './outbox/edits.ts'
import { useOutbox } from './outbox/use-outbox.ts'
import { useAct } from './use-act.ts'

type CheckInOnSiteSheetProps = {
  list: Pick<KeptList, 'paradeId' | 'parade' | 'costumeTypes'>
  /** The people on the list. */
  rows: readonly ShownRow[]
  /** The rejected entry that is being changed. */
  refused: StoredEnter | null
  onClose: () => void
}

const unconfirmed = 'Dafür sind nicht genug Plätze frei: Hake „Trotzdem anmelden“ an.'

export function CheckInOnSiteSheet({ list, rows, refused, onClose }: CheckInOnSiteSheetProps) {
  const [entry, setEntry] = useState(refused ? entryOfAct(refused) : emptyEntry)
  const { act, isPending, failure } = useAct()
  const isOver = isOverCapacity(entry, list, rows)
  const missing = missingOnSite(entry, list) || (isOver && !entry.overCapacity ? unconfirmed : '')
  const namesake = findNamesake(rows, entry)
  const price = priceOnSite(entry, list)
  const { acts } = useOutbox()
  // A payment recorded with the rejected entry stays with the changed entry.
  const isPaid =
    refused !== null && dependentActsOf(refused, acts).some(({ kind }) => kind === 'pay')
  // Undefined in lists stored by an earlier release: then cash is recorded.
  const takesCash = list.parade.takesCash !== false && !isPaid
  const [withCash, setWithCash] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const paradeId = refused?.paradeId ?? list.paradeId
    const draft = onSiteDraft(paradeId, entry, list)
    if (!draft || !(await act(draft, refused?.id, cashAct(draft, takesCash && withCash)))) return
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
      <ExtrasFieldset
        offered={extrasOnSite(list, rows)}
        chosen={entry.extras}
        age={ageOnSite(entry)}
        onChange={(extras) => setEntry((last) => ({ ...last, extras }))}
      />
      {(isOver || refused?.result?.code === 'ParadeFull') && (
        <OverCapacityTick
          checked={entry.overCapacity}
          onChange={(overCapacity) => setEntry((last) => ({ ...last, overCapacity }))}
        />
      )}
      {minorOnSite(entry, list) && (
        <GuardianFields
          size="street"
          value={entry.accompaniment}
          onChange={(accompaniment) => setEntry((last) => ({ ...last, accompaniment }))}
        />
      )}
      {takesCash && price > 0 && (
        <CashSwitch priceInCent={price} checked={withCash} onChange={setWithCash} />
      )}
      <p className="text-muted-foreground">
        {price === 0
          ? 'Die Teilnahme kostet nichts. '
          : isPaid || (takesCash && withCash)
            ? `Wird als „Bezahlt“ eingetragen, mit ${germanEuro(price)}. `
            : `Wird als „Nicht bezahlt“ eingetragen, zu zahlen sind ${germanEuro(price)}. `}
        <span role="status">{missing}</span>
      </p>
    </Dialog>
  )
}

type CheckInOnSiteFieldsProps = {
  entry: OnSiteEntry
  change: (change: Partial<OnSiteEntry>) => void
  costumeTypes: readonly { id: number; name: string }[]
}

function CheckInOnSiteFields({ costumeTypes, ...form }: CheckInOnSiteFieldsProps) {
  const { entry, change } = form
  return (
    <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4.5 max-[22.4375rem]:grid-cols-1">
      <TextField {...form} name="firstName" label="Vorname" required />
      <TextField {...form} name="lastName" label="Nachname" required />
      <DateField
        label="Geburtstag"
        isBirthday
        size="street"
        className="[&_button]:right-0! [&_button]:size-(--control)!"
        today={berlinDay(new Date())}
        value={entry.birthday}
        onChange={(birthday) => change({ birthday })}
      />
      <TextField {...form} name="costumeNumber" label="Kleidernummer" />
      <Field label="Kleidertyp" required size="street" className="col-span-full">
        {(ids) => (
          <Select
            {...ids}
            value={entry.selectedCostumeTypeId ?? ''}
            onChange={(event) =>
              change({ selectedCostumeTypeId: Number(event.target.value) || null })
            }
          >
            <option value="">Bitte wählen</option>
            {costumeTypes.map((type) => (
              <option key={type.id} value={type.id}>
                {type.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}

type TextFieldProps = Omit<CheckInOnSiteFieldsProps, 'costumeTypes'> & {
  name: 'firstName' | 'lastName' | 'costumeNumber'
  label: string
  required?: boolean
}

function TextField({ name, label, required, entry, change }: TextFieldProps) {
  return (
    <Field label={label} required={required} size="street">
      {(ids) => (
        <Input
          {...ids}
          autoComplete="off"
          // Offline the server cannot reject longer values at once.
          maxLength={name === 'costumeNumber' ? maxLength.costumeNumber : maxLength.name}
          value={entry[name]}
          onChange={(event) => change({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
}

/** A row with the typed name, whatever the birthday. */
function findNamesake(
  rows: readonly ShownRow[],
  { firstName, lastName }: Pick<OnSiteEntry, 'firstName' | 'lastName'>,
): ShownRow | undefined {
  if (!firstName.trim() || !lastName.trim()) return undefined
  const typed = keyOf({ firstName, lastName })
  return rows.find(({ memberName }) => keyOf(parseListName(memberName)) === typed)
}

function keyOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${normaliseName(firstName)}|${normaliseName(lastName)}`
}

/** Asks whether the typed name is the person on the list: without a birthday only the helper can tell. */
function NamesakeQuestion({ row }: { row: ShownRow }) {
  const costume = [row.costume.type, row.costume.number].filter(Boolean).join(' ')
  return (
    <div role="status">
      <Alert tone="warn" title={`Ist das ${spokenName(row.memberName)}, ${costume}?`}>
        Unter diesem Namen steht schon jemand auf der Liste. Ist es dieselbe Person, brich hier ab
        und hake sie dort ab.
      </Alert>
    </div>
  )
}
