import { useQuery } from '@tanstack/react-query'
import { useController, useWatch } from 'react-hook-form'
import { Failure } from '#web/components/failure.tsx'
import { FormSelect, useFieldError } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { changeAssemblyRows } from '#web/data/assembly.ts'
import { offeredOf, settingsQuery, useHonorKinds, useHonorLabels } from '#web/data/guild.ts'
import { membersQuery } from '#web/data/members.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { MemberPicker } from '#web/members/shared/member-picker.tsx'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import type { HonorType } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { keyOf, nameWithHonor } from './assembly-rows.ts'

type Draft = { member: PickableMember | null; type: HonorType | '' }

type AddHonorDialogProps = {
  date: Day
  /** The honors already on the assembly's list. */
  rows: readonly AssemblyRow[]
  onClose: () => void
}

/** Adds an honor that is not due: an honorary member, or any choice of the committee. */
export function AddHonorDialog({ date, rows, onClose }: AddHonorDialogProps) {
  const labels = useHonorLabels()
  const submitting = useSubmitForm({
    initial: { member: null, type: '' },
    read({ member, type }: Draft) {
      if (!member) return { problems: { member: 'Wähle ein Mitglied aus der Liste.' } }
      if (type === '') return { problems: { type: 'Wähle eine Ehrung.' } }
      if (rows.some((row) => keyOf(row) === keyOf({ member, type }))) {
        return { problems: { type: 'Diese Ehrung steht schon auf der Liste.' } }
      }
      return { body: { rows: [{ memberId: member.id, type }], set: { choice: 'added' as const } } }
    },
    placeOf: (place) => (place.endsWith('.memberId') ? 'member' : place.replace(/^rows\.0\./, '')),
    mutation: changeAssemblyRows(date),
    onSuccess: (_saved, _body, undoAction) => {
      const { member, type } = submitting.form.getValues()
      const words = member && type ? nameWithHonor({ member, type }, labels) : 'Ehrung'
      toast(`${words} steht auf der Liste`, undoAction)
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Ehrung hinzufügen"
      description="Für eine Ehrung, die nicht von selbst auf der Liste steht."
      submitting={submitting}
      confirmLabel="Hinzufügen"
      onClose={onClose}
    >
      <MemberField />
      <HonorField />
    </SubmitDialog>
  )
}

function MemberField() {
  const { data, error: failure, isFetching, refetch } = useQuery(membersQuery)
  const { field } = useController<Draft, 'member'>({ name: 'member' })
  const error = useFieldError<Draft>('member')
  if (failure && !data) {
    return <Failure failure={failure} busy={isFetching} onRetry={() => void refetch()} />
  }
  return (
    <Field label="Mitglied" required error={error}>
      {(ids) => (
        <MemberPicker
          {...ids}
          members={data ?? null}
          onlyLiving
          chosen={field.value}
          onChoose={(member) => field.onChange(member)}
        />
      )}
    </Field>
  )
}

function HonorField() {
  const kinds = useHonorKinds()
  const chosen = useWatch<Draft, 'type'>({ name: 'type' })
  const { data } = useQuery({ ...settingsQuery, retryOnMount: true })
  const isManual = (type: HonorType) => {
    const rule = data?.honorRules.find((one) => one.type === type)
    return rule?.basis === 'manual'
  }
  const options = (manual: boolean) =>
    offeredOf(kinds, [chosen])
      .filter(({ code }) => isManual(code) === manual)
      .map(({ code, label }) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))
  return (
    <FormSelect<Draft> name="type" label="Ehrung" required>
      <option value="">Ehrung wählen</option>
      <optgroup label="Von Hand verliehen">{options(true)}</optgroup>
      <optgroup label="Nach Jahren und Sprüngen">{options(false)}</optgroup>
    </FormSelect>
  )
}
