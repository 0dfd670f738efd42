import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useController, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { Failure } from '#web/components/failure.tsx'
import { FormDate, FormSelect, useFieldError } from '#web/components/form-fields.tsx'
import { FormPlz } from '#web/components/form-plz.tsx'
import { SubmitForm } from '#web/components/submit-form.tsx'
import { membersQuery } from '#web/data/members.ts'
import { useUser } from '#web/lib/session.ts'
import { parseWholeNumber, unreadable } from '#web/lib/typed.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, FieldError } from '#web/ui/field.tsx'
import { type MembershipState, membershipStates } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import { type MemberFields, memberFields, namesOfGroup } from '#worker/domain/member.ts'
import { changeableParts } from '#worker/domain/member-rights.ts'
import { fullName } from '#worker/domain/names.ts'
import type { Member } from '#worker/members/members.contract.ts'
import { BankPart } from './bank-part.tsx'
import { FormPart } from './form-part.tsx'
import { FormToc } from './form-toc.tsx'
import { isLeavingState } from './leaving.ts'
import type { MemberDraft } from './member-draft.ts'
import { MemberTextField } from './member-field.tsx'
import { MemberQuestion } from './member-question.tsx'
import { MemberPicker } from './shared/member-picker.tsx'
import { useMemberForm } from './use-member-form.ts'

type MemberFormProps = {
  initial: MemberDraft
  /** The member to edit; null for a new one. */
  stored: Member | null
  today: Day
  cancelTo: string
  onSaved: (undoAction: UndoAction | null, id: number, body: Partial<MemberFields>) => void
}

/**
 * The form of a member, with the parts that the user may change. It rejects only input that it cannot parse; the
 * server checks all else (Spec §5).
 */
export function MemberForm({ initial, stored, today, cancelTo, onSaved }: MemberFormProps) {
  const saving = useMemberForm({ initial, stored, today, onSaved })
  const box = useRef<HTMLDivElement>(null)
  const parts = changeableParts(useUser())
  return (
    <>
      <div ref={box} className="grid items-start gap-10 lg:grid-cols-[13.5rem_minmax(0,1fr)]">
        <FormToc form={box} />
        <SubmitForm
          submitting={{ ...saving, submit: () => saving.submit() }}
          cancelTo={cancelTo}
          saveLabel={<SaveLabel askedPlz={saving.askedPlz} />}
        >
          {parts.includes('allgemein') && <GeneralPart today={today} isNew={stored === null} />}
          {parts.includes('mitgliedschaft') && (
            <MembershipPart today={today} stored={stored?.membershipState ?? null} />
          )}
          {parts.includes('kontaktdaten') && (
            <ContactPart today={today} household={saving.household} />
          )}
          {parts.includes('bankdaten') && <BankPart today={today} />}
          <FormPart
            id="beitrag"
            today={today}
            own={{
              payerId: (className) => (
                <PayerField ownId={stored?.id ?? null} className={className} />
              ),
            }}
          />
        </SubmitForm>
      </div>
      <MemberQuestion stored={stored} today={today} saving={saving} />
    </>
  )
}

function GeneralPart({ today, isNew }: { today: Day; isNew: boolean }) {
  return (
    <FormPart
      id="allgemein"
      today={today}
      own={{ memberNumber: (className) => <NumberField isNew={isNew} className={className} /> }}
    />
  )
}

function NumberField({ isNew, className }: { isNew: boolean; className: string }) {
  const { formState } = useFormContext<MemberDraft>()
  const typed = useWatch<MemberDraft, 'memberNumber'>({ name: 'memberNumber' })
  const suggested = formState.defaultValues?.memberNumber
  const isUnreadable = typed.trim() !== '' && parseWholeNumber(typed) === null
  return (
    <MemberTextField
      name="memberNumber"
      inputMode="numeric"
      className={className}
      help={
        isUnreadable
          ? 'Das ist keine Zahl. So bleibt das Mitglied ohne Nummer.'
          : isNew && suggested && typed === suggested && 'Nächste freie Nummer'
      }
    />
  )
}

/** @param askedPlz the unusual postcode that the user was asked about; null when none was asked about */
function SaveLabel({ askedPlz }: { askedPlz: string | null }) {
  const plz = useWatch<MemberDraft, 'addressPlz'>({ name: 'addressPlz' })
  return askedPlz !== null && plz === askedPlz ? 'Trotzdem speichern' : 'Speichern'
}

function ContactPart({ today, household }: { today: Day } & HouseholdFieldProps) {
  return (
    <FormPart
      id="kontaktdaten"
      today={today}
      own={{
        addressPlz: (className) => <FormPlz<MemberDraft> name="addressPlz" className={className} />,
        addressTown: (className) => (
          <>
            <MemberTextField name="addressTown" className={className} />
            <HouseholdField household={household} />
          </>
        ),
      }}
    />
  )
}

type HouseholdFieldProps = { household: ReturnType<typeof useMemberForm>['household'] }

/** Offers to change the address of the other members at the former address, too. */
function HouseholdField({ household: { others, staying, choose } }: HouseholdFieldProps) {
  // Renders again while the address is typed: `others` reads the form's values.
  useWatch<MemberDraft>({ name: namesOfGroup('address') })
  const error = useFieldError<MemberDraft & { household: string }>('household')
  const there = others()
  if (there.length === 0) return null
  const names = new Intl.ListFormat('de').format(
    there.map(({ firstName, lastName }) => firstName || lastName),
  )
  return (
    <fieldset className="grid gap-0.5">
      <legend className="mb-1 font-semibold text-sm">Auch für {names} ändern</legend>
      {there.map((one) => (
        <Checkbox
          key={one.id}
          checked={!staying.includes(one.id)}
          onChange={({ target }) => choose(one.id, target.checked)}
        >
          {fullName(one)}
        </Checkbox>
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

type MembershipPartProps = {
  today: Day
  /** The state of membership as stored; null for a new member. */
  stored: MembershipState | null
}

function MembershipPart({ today, stored }: MembershipPartProps) {
  return (
    <FormPart
      id="mitgliedschaft"
      today={today}
      own={{
        membershipState: (className) => <StateField stored={stored} className={className} />,
        membershipActiveTimespan: () => <TimespanRows today={today} />,
      }}
    />
  )
}

type StateFieldProps = { stored: MembershipState | null; className: string }

function StateField({ stored, className }: StateFieldProps) {
  const chosen = useWatch<MemberDraft, 'membershipState'>({ name: 'membershipState' })
  return (
    <FormSelect<MemberDraft>
      name="membershipState"
      label={memberFields.membershipState.label}
      className={className}
      help={stored && stateHint(stored, chosen)}
    >
      {membershipStates.map((state) => (
        <option key={state} value={state}>
          {membershipStateLabels[state]}
        </option>
      ))}
    </FormSelect>
  )
}

function stateHint(stored: MembershipState, chosen: MembershipState): string | null {
  if (stored === chosen) return null
  if (isLeavingState(chosen)) return 'Beim Speichern wählst Du, was damit endet.'
  if (stored === 'Left') {
    return 'Wieder dabei: Leere das Austrittsdatum. War der Austritt ein Irrtum, nimm ihn auf der Seite des Mitglieds zurück.'
  }
  return stored === 'Died'
    ? 'War der Todesfall ein Irrtum, nimm ihn auf der Seite des Mitglieds zurück. Sonst leere das Austrittsdatum und öffne wieder, was damit geendet hat.'
    : null
}

/** Periods of membership; a member who rejoins gets another row. */
function TimespanRows({ today }: { today: Day }) {
  const { getValues } = useFormContext<MemberDraft>()
  const rows = useFieldArray<MemberDraft, 'membershipActiveTimespan'>({
    name: 'membershipActiveTimespan',
  })
  const all = useRef<HTMLFieldSetElement>(null)
  const error = useFieldError<MemberDraft>('membershipActiveTimespan')
  const add = () => {
    const from = rows.fields.length === 0 ? getValues('dateJoined') : null
    flushSync(() => rows.append({ from, to: null }, { shouldFocus: false }))
    all.current?.querySelector<HTMLInputElement>('[data-timespan]:last-of-type input')?.focus()
  }
  const remove = (index: number) => {
    flushSync(() => rows.remove(index))
    all.current?.querySelector<HTMLButtonElement>('[data-add]')?.focus()
  }
  return (
    <fieldset ref={all} className="grid gap-3">
      <legend className="mb-1.5 font-semibold text-sm max-md:text-[0.9375rem]">
        {memberFields.membershipActiveTimespan.label}
      </legend>
      {rows.fields.length === 0 && <WithoutTimespans />}
      {rows.fields.map(({ id }, index) => (
        <TimespanRow key={id} index={index} today={today} onRemove={() => remove(index)} />
      ))}
      {error && <FieldError>{error}</FieldError>}
      <Button data-add size="sm" className="w-fit" onClick={add}>
        <Plus />
        Zeitraum
      </Button>
    </fieldset>
  )
}

function WithoutTimespans() {
  return (
    <p className="text-muted-foreground text-xs max-md:text-sm">
      Noch kein Zeitraum. So zählt die Zeit vom Eintritt bis zum Austritt.
    </p>
  )
}

type TimespanRowProps = { index: number; today: Day; onRemove: () => void }

function TimespanRow({ index, today, onRemove }: TimespanRowProps) {
  const name = `${index + 1}. Zeitraum`
  const row = `membershipActiveTimespan.${index}` as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid in every browser.
    <div
      role="group"
      aria-label={name}
      data-timespan
      className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-3 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-2 max-md:border-b max-md:pb-4"
    >
      <FormDate<MemberDraft> name={`${row}.from`} label="Von" today={today} />
      <FormDate<MemberDraft> name={`${row}.to`} label="Bis" today={today} />
      <Button
        variant="ghost"
        size="icon"
        aria-label={`${name} entfernen`}
        className="mt-6.5 max-md:col-start-2 max-md:row-start-1"
        onClick={onRemove}
      >
        <Trash2 />
      </Button>
    </div>
  )
}

type PayerFieldProps = {
  /** The id of the edited member, who is not offered as the payer; null for a new member. */
  ownId: number | null
  className: string
}

/** The choice of who pays the member's fee; empty when the member pays. */
function PayerField({ ownId, className }: PayerFieldProps) {
  const { field } = useController<MemberDraft, 'payerId'>({ name: 'payerId' })
  const error = useFieldError<MemberDraft>('payerId')
  const { data, error: failure, isFetching, refetch } = useQuery(membersQuery)
  const { label, form } = memberFields.payerId
  if (failure && !data) {
    return (
      <Failure
        className="col-span-full"
        failure={failure}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  const payerId = field.value === unreadable ? null : field.value
  const chosen = data?.find(({ id }) => id === payerId)
  return (
    <Field label={label} help={form.help} error={error} className={className}>
      {(ids) => (
        <MemberPicker
          {...ids}
          members={data?.filter(({ id }) => id !== ownId) ?? null}
          onlyLiving
          // Until the names are loaded, a stored payer is shown by number, so that the field does
          // not look empty.
          chosen={payerId === null ? null : (chosen ?? unnamedMember(payerId))}
          placeholder="zahlt selbst"
          onChoose={(member) => field.onChange(member?.id ?? null)}
          // Text that was not chosen from the list cannot be sent.
          onType={(text) => field.onChange(text.trim() === '' ? null : unreadable)}
        />
      )}
    </Field>
  )
}

const unnamedMember = (id: number) => ({ firstName: '', lastName: `Mitglied ${id}` })
