import { type ReactNode, useEffect, useState } from 'react'
import { type FieldPath, type FieldValues, type PathValue, useFormContext } from 'react-hook-form'
import { Failure } from '#web/components/failure.tsx'
import { FormSelect } from '#web/components/form-fields.tsx'
import type { MutationDefinition } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.tsx'
import { can } from '#worker/domain/rights.ts'

type Option = { code: string; label: string }

type CodeSelectProps<Draft extends FieldValues> = {
  name: FieldPath<Draft>
  label: string
  /** "Amt wählen" */
  placeholder: string
  options: readonly Option[]
  create: MutationDefinition<{ label: string }, Option>
  /** "Amt angelegt" */
  created: string
}

/** The value of the last option, which is no code. */
const newCode = 'new'

/** The draft to read: nothing is chosen in it while the user still types the name of a new office or honor. */
export function withoutNewCode<Draft extends object>(draft: Draft, name: keyof Draft): Draft {
  return (draft[name] as unknown) === newCode ? { ...draft, [name]: '' } : draft
}

/** A choice of an office or honor. The user can add a missing office or honor without leaving the dialog. */
export function CodeSelect<Draft extends FieldValues>({
  name,
  label,
  placeholder,
  options,
  create,
  created,
}: CodeSelectProps<Draft>) {
  const mayAdd = can(useUser(), 'keepMembers')
  const { watch, setValue } = useFormContext<Draft>()
  const chosen = watch(name)
  // The office or honor just added; `options` has it only after the next refetch.
  const [added, setAdded] = useState<Option | null>(null)
  const isListed = options.some(({ code }) => code === added?.code)
  const all = added && !isListed ? [...options, added] : options
  useEffect(() => {
    if (added) setValue(name, added.code as PathValue<Draft, FieldPath<Draft>>)
  }, [added, name, setValue])
  return (
    <>
      <FormSelect<Draft> name={name} label={label} required>
        {(chosen === '' || chosen === newCode) && <option value="">{placeholder}</option>}
        {all.map(({ code, label: text }) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
        {mayAdd && <option value={newCode}>Neu anlegen …</option>}
      </FormSelect>
      {chosen === newCode && (
        <NewCode label={label} create={create} created={created} onAdded={setAdded} />
      )}
    </>
  )
}

type NewCodeProps = Pick<CodeSelectProps<FieldValues>, 'label' | 'create' | 'created'> & {
  onAdded: (added: Option) => void
}

function NewCode({ label, create, created, onAdded }: NewCodeProps): ReactNode {
  const [typed, setTyped] = useState('')
  const { submit, isPending, failure } = useSubmit(create, (row, _body, undoAction) => {
    toast(created, undoAction)
    onAdded(row)
  })
  const error = failure?.error?.fields?.label
  const add = () => void submit({ label: typed })
  return (
    <>
      <div className="flex items-end gap-3">
        <Field label={`Name (${label})`} required error={error} className="flex-1">
          {(ids) => (
            <Input
              {...ids}
              value={typed}
              autoComplete="off"
              autoFocus
              onChange={({ target }) => setTyped(target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                // Enter must not send the surrounding form.
                event.preventDefault()
                add()
              }}
            />
          )}
        </Field>
        <Button busy={isPending} onClick={add}>
          Anlegen
        </Button>
      </div>
      {failure && !error && <Failure failure={failure} />}
    </>
  )
}
