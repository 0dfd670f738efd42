import { ChevronDown } from 'lucide-react'
import { startTransition, useRef, useState } from 'react'
import { type FieldPath, type FieldValues, type PathValue, useController } from 'react-hook-form'
import { Failure } from '#web/components/failure.tsx'
import { SuggestFrame, useListbox } from '#web/components/suggest-list.tsx'
import type { GuildCodes } from '#web/data/guild.ts'
import type { MutationDefinition } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.tsx'
import { normaliseName } from '#worker/domain/names.ts'

type Option = { code: string; label: string }

type CodePickerProps<Draft extends FieldValues> = {
  name: FieldPath<Draft>
  label: string
  /** "Amt wählen" */
  placeholder: string
  /** All offices or honors of the guild; `options` are those that can be chosen here. */
  all: GuildCodes<string>['all']
  options: readonly Option[]
  create: MutationDefinition<{ label: string }, Option>
  /** "Amt angelegt" */
  created: string
  /** The field that gets the focus after an office or honor is added. */
  next: FieldPath<Draft>
}

/** Finds an office or honor while typing. A name that the guild does not have yet is offered to be added. */
export function CodePicker<Draft extends FieldValues>({
  name,
  label,
  placeholder,
  all,
  options,
  create,
  created,
  next,
}: CodePickerProps<Draft>) {
  const input = useRef<HTMLInputElement>(null)
  const { field, fieldState } = useController<Draft>({ name })
  const [typed, setTyped] = useState('')
  // The office or honor just added; `options` has it only after the next refetch.
  const [added, setAdded] = useState<Option | null>(null)
  const choose = (code: string) => field.onChange(code as PathValue<Draft, FieldPath<Draft>>)
  const adding = useSubmit(create, (row, _body, undoAction) => {
    toast(created, undoAction)
    setAdded(row)
    choose(row.code)
    // The field is looked up by its name, since a date field keeps its text to itself.
    const following = input.current?.form?.elements.namedItem(next)
    if (following instanceof HTMLElement) following.focus()
  })

  const listed = added ? [...options.filter(({ code }) => code !== added.code), added] : options
  const chosen = listed.find(({ code }) => code === field.value)
  const text = chosen?.label ?? typed
  const same = (option: Option) => normaliseName(option.label) === normaliseName(text)
  const known = all.find(same)
  const exact = listed.find(same)
  const isNew = text.trim() !== '' && !known && !exact
  const found = chosen ? listed : matchesOf(listed, text)
  const matches = [
    ...found.map((option) => ({ value: option.label, option })),
    ...(isNew ? [{ value: `„${text.trim()}“ neu anlegen`, option: null }] : []),
  ]
  const list = useListbox(
    matches,
    ({ option }) => {
      if (option) choose(option.code)
      else void adding.submit({ label: text.trim() })
    },
    { mustChoose: true },
  )
  const refused = adding.failure?.error?.fields?.label
  return (
    <>
      <Field label={label} required error={fieldState.error?.message ?? refused}>
        {(ids) => (
          <SuggestFrame
            list={list}
            note={list.isOpen && noteOf(text, exact || !known ? null : known)}
          >
            <Input
              {...ids}
              {...list.field}
              ref={input}
              value={text}
              placeholder={placeholder}
              readOnly={adding.isPending}
              className="pr-9"
              // Deferred: when an element disappears while the focus moves, a surrounding dialog takes the focus.
              onBlur={() => {
                if (exact && !chosen) choose(exact.code)
                startTransition(list.close)
              }}
              onChange={({ target }) => {
                adding.reset()
                choose('')
                setTyped(target.value)
                // With text in the field the first match is marked, so that Enter chooses it.
                list.open(target.value.trim() ? 0 : -1)
              }}
            />
            <ChevronDown className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted-foreground" />
          </SuggestFrame>
        )}
      </Field>
      {adding.failure && !refused && <Failure failure={adding.failure} />}
    </>
  )
}

/** The options with the text in their names; those that are or begin with it come first. */
function matchesOf(options: readonly Option[], text: string): Option[] {
  const wanted = normaliseName(text)
  const rankOf = ({ label }: Option) => {
    const name = normaliseName(label)
    return name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2
  }
  return options
    .filter(({ label }) => normaliseName(label).includes(wanted))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** @param elsewhere the office or honor of this name that is not among the options */
function noteOf(text: string, elsewhere: GuildCodes<string>['all'][number] | null): string | null {
  if (text.trim() === '') return 'Nicht dabei? Tippe den Namen.'
  if (!elsewhere) return null
  const { label, hidden } = elsewhere
  return hidden
    ? `„${label}“ ist ausgeblendet. In den Einstellungen lässt es sich wieder anbieten.`
    : `„${label}“ hat das Mitglied schon.`
}
