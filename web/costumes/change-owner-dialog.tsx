import { useFormContext } from 'react-hook-form'
import { FormDate } from '#web/components/form-fields.tsx'
import type { SectionQuery } from '#web/components/query-section.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { changeOwner, removeOwnership, saveOwnership } from '#web/data/costumes.ts'
import { membersQuery } from '#web/data/members.ts'
import { useQueryOnce } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import { type ReadResult, readFields, requiredDay, type TypedDay } from '#web/lib/typed.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import { Radio } from '#web/ui/checkbox.tsx'
import { toast } from '#web/ui/toast.tsx'
import type {
  Costume,
  NewOwner as NewOwnerBody,
  Ownership,
} from '#worker/costumes/costumes.contract.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { fullName } from '#worker/domain/names.ts'
import { can } from '#worker/domain/rights.ts'
import { costumeName } from './costume-columns.tsx'
import { newOwnerHelp, type OwnerDraft, OwnerField } from './owner-field.tsx'

type ChangeOwnerDialogProps = {
  costume: Costume
  current: Ownership | null
  today: Day
  onClose: () => void
}

/** Gives the costume to another member or back to the guild, from a day on. */
export function ChangeOwnerDialog({ costume, current, today, onClose }: ChangeOwnerDialogProps) {
  const members = useQueryOnce(membersQuery)
  const mayGive = costume.registeredUntil === null
  const mayRemove = can(useUser(), 'manage')
  const submitting = useSubmitForm({
    initial: { kind: mayGive ? 'member' : 'guild', member: null, from: today },
    read: readNewOwner,
    placeOf: (place) => (place === 'newMemberId' ? 'member' : place),
    mutation: changeOwner(costume.id),
    onSuccess: (changed, { newMemberId, from }) => {
      const isGiven = newMemberId !== null
      const undo = undoActionOf(costume.id, {
        changed,
        before: current,
        isGiven,
        day: from ?? today,
      })
      const words = isGiven ? 'Besitzer geändert' : 'Kleid zurückgegeben'
      // The undo of a new owner removes an ownership, which needs the right to delete.
      toast(words, isGiven && !mayRemove ? null : undo)
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Besitzer ändern"
      description={`${costumeName(costume)} gehört ${ownerWords(current)}.`}
      submitting={submitting}
      blocked={newMemberIdOf(submitting.form.watch()) === undefined}
      onClose={onClose}
    >
      <NewOwnerFields members={members} mayGive={mayGive} current={current} today={today} />
    </SubmitDialog>
  )
}

type OwnerChange = {
  /** The new ownership, or the one that ended when the costume went back to the guild. */
  changed: Ownership
  /** The owner until then. */
  before: Ownership | null
  isGiven: boolean
  /** The day of the change. */
  day: Day
}

/** null when the change has also removed or continued an earlier ownership, which this undo does not restore. */
function undoActionOf(
  costumeId: number,
  { changed, before, isGiven, day }: OwnerChange,
): UndoAction | null {
  if (before?.ownedFrom === day || (isGiven && changed.ownedFrom !== day)) return null
  return { undo: isGiven ? takeBack() : giveAgain(), done: 'Rückgängig gemacht.' }

  function takeBack() {
    const { mutationFn, meta } = removeOwnership(costumeId, changed.id)
    return { mutationFn: () => mutationFn({ reopenPrevious: before !== null }), meta }
  }

  function giveAgain() {
    const { mutationFn, meta } = saveOwnership(costumeId, changed.id)
    return { mutationFn: () => mutationFn({ ownedTo: null }), meta }
  }
}

function readNewOwner({ kind, member, ...since }: NewOwner): ReadResult<NewOwnerBody> {
  const newMemberId = newMemberIdOf({ kind, member })
  if (newMemberId === undefined) return { problems: { member: 'Wähle ein Mitglied.' } }
  const typed = readFields(since, { from: requiredDay('Gib an, seit wann.') })
  return 'body' in typed ? { body: { newMemberId, ...typed.body } } : typed
}

function ownerWords(current: Ownership | null): string {
  if (!current) return 'der Zunft'
  const { member, ownedFrom } = current
  return `seit ${germanDate(ownedFrom)} ${fullName(member)}`
}

/** The new owner and the first day. */
type NewOwner = OwnerDraft & { kind: 'guild' | 'member'; from: TypedDay }

/** The id of the new owner: null for the guild, undefined while no member is chosen. */
function newMemberIdOf({
  kind,
  member,
}: Pick<NewOwner, 'kind' | 'member'>): number | null | undefined {
  return kind === 'guild' ? null : member?.id
}

type NewOwnerFieldsProps = {
  members: SectionQuery<PickableMember[]>
  /** False for a deregistered costume. */
  mayGive: boolean
  /** The current owner. */
  current: Ownership | null
  today: Day
}

function NewOwnerFields({ members, mayGive, current, today }: NewOwnerFieldsProps) {
  const { register, watch } = useFormContext<NewOwner>()
  const { kind, member, from } = watch()
  return (
    <>
      {!mayGive && (
        <p>
          Das Kleid ist abgemeldet und bekommt keinen neuen Besitzer. Mit „OK“ geht es zurück an die
          Zunft.
        </p>
      )}
      {mayGive && current && (
        <fieldset className="flex flex-wrap gap-x-6">
          <legend className="font-semibold text-sm max-md:text-[0.9375rem]">Neuer Besitzer</legend>
          <Radio {...register('kind')} value="member">
            Ein Mitglied
          </Radio>
          <Radio {...register('kind')} value="guild">
            Zurück an die Zunft
          </Radio>
        </fieldset>
      )}
      {kind === 'member' && (
        <OwnerField
          members={members}
          onlyLiving
          label="Mitglied"
          required
          help={newOwnerHelp(member)}
        />
      )}
      <FormDate<NewOwner>
        name="from"
        label="Seit"
        required
        today={today}
        help={current?.ownedFrom === from && noDayLeftText(current.member)}
      />
    </>
  )
}

function noDayLeftText({ firstName, lastName }: Ownership['member']): string {
  return `${fullName({ firstName, lastName })} hatte das Kleid dann an keinem Tag und steht nicht mehr in der Liste.`
}
