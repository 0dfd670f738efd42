import { ChevronDown } from 'lucide-react'
import { startTransition, useRef, useState } from 'react'
import { type FieldPath, type FieldValues, type PathValue, useController } from 'react-hook-form'
import { Failure } from '#web/components/failure.tsx'
import { SuggestFrame, useListbox } from '#web/components/suggest-list.tsx'
import type { GuildCodes } from '#web/data/guild.ts'
import { type MutationDefinition, type QueryDefinition, queryClient } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
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
  /** Loads `all` again, after another user has just added the same name. */
  reload: QueryDefinition<GuildCodes<string>['all']>
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
  reload,
  created,
  next,
}: CodePickerProps<Draft>) {
  const input = useRef<HTMLInputElement>(null)
  const { field, fieldState } = useController<Draft>({ name })
  // What is typed since the last choice; null shows the name of what is chosen.
  const [typed, setTyped] = useState<string | null>(null)
  // The office or honor just added; `options` has it only after the next refetch.
  const [added, setAdded] = useState<Option | null>(null)
  // True while a new name is added that OK was pressed with: what OK does then follows.
  const isForOk = useRef(false)
  const choose = (code: string) => field.onChange(code as PathValue<Draft, FieldPath<Draft>>)
  const take = (row: Option) => {
    setAdded(row)
    choose(row.code)
    setTyped(null)
    const form = input.current?.form
    if (isForOk.current) return form?.requestSubmit()
    // The field is looked up by its name, since a date field keeps its text to itself.
    const following = form?.elements.namedItem(next)
    if (following instanceof HTMLElement) following.focus()
  }
  const adding = useSubmit(
    {
      ...create,
      onError: async ({ error }, { label: wanted }) => {
        if (error?.code !== 'LabelExists') return
        const stored = await queryClient.fetchQuery({ ...reload, staleTime: 0 }).catch(() => [])
        const same = stored.find(({ label }) => normaliseName(label) === normaliseName(wanted))
        if (!same || same.hidden) return
        toast(`„${same.label}“ gibt es schon und ist gewählt`)
        take(same)
      },
    },
    (row, _body, undoAction) => {
      toast(created, undoAction)
      take(row)
    },
  )
  const add = (isOk: boolean) => {
    isForOk.current = isOk
    void adding.submit({ label: text.trim() })
  }

  const listed = added ? [...options.filter(({ code }) => code !== added.code), added] : options
  const chosen = listed.find(({ code }) => code === field.value)
  const text = typed ?? chosen?.label ?? ''
  const isSame = (name: string) => (option: Option) =>
    normaliseName(option.label) === normaliseName(name)
  const known = all.find(isSame(text))
  const exact = listed.find(isSame(text))
  const isNew = text.trim() !== '' && !known && !exact
  const found = typed === null ? listed : matchesOf(listed, text)
  const matches = [
    ...found.map((option) => ({ value: option.label, option })),
    ...(isNew ? [{ value: `„${text.trim()}“ neu anlegen`, option: null }] : []),
  ]
  const list = useListbox(
    matches,
    ({ option }) => {
      if (!option) return add(false)
      choose(option.code)
      setTyped(null)
    },
    { mustChoose: true },
  )
  const failure = chosen ? null : adding.failure
  const refused = failure?.error?.fields?.label
  const note = noteOf(text, exact || !known ? null : known)
  const isAsked = fieldState.error !== undefined && isNew
  const error = isAsked ? `„${text.trim()}“ gibt es noch nicht: neu anlegen?` : undefined
  return (
    <>
      <Field
        label={label}
        required
        error={
          refused ?? error ?? (fieldState.error && text ? note : null) ?? fieldState.error?.message
        }
      >
        {(ids) => (
          <SuggestFrame list={list} note={list.isOpen && note}>
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
                // The list may have been loaded after the name was typed.
                if (exact && !chosen) choose(exact.code)
                if (exact) setTyped(null)
                startTransition(list.close)
              }}
              onChange={({ target }) => {
                adding.reset()
                // A name typed in full is chosen at once, so that nothing moves when OK is pressed.
                choose(listed.find(isSame(target.value))?.code ?? '')
                setTyped(target.value)
                // With text in the field the first match is marked, so that Enter chooses it.
                list.open(target.value.trim() ? 0 : -1)
              }}
            />
            <ChevronDown className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted-foreground" />
          </SuggestFrame>
        )}
      </Field>
      {isAsked && (
        <Button className="justify-self-start" busy={adding.isPending} onClick={() => add(true)}>
          Neu anlegen
        </Button>
      )}
      {failure && !refused && <Failure failure={failure} />}
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
