import type { FieldIds } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { SuggestFrame, type Suggestion, useSuggest } from './suggest-list.tsx'

type SuggestInputProps<S extends Suggestion> = FieldIds & {
  value: string
  onChange: (value: string) => void
  suggestions: readonly S[]
  onChoose: (suggestion: S) => void
  name?: string
}

/** A text field with suggestions that also accepts any other text (WAI-ARIA combobox with a list). */
export function SuggestInput<S extends Suggestion>({
  value,
  onChange,
  suggestions,
  onChoose,
  ...input
}: SuggestInputProps<S>) {
  const list = useSuggest(value, suggestions, onChoose)
  return (
    <SuggestFrame list={list}>
      <Input
        {...input}
        {...list.field}
        value={value}
        onBlur={list.close}
        onChange={(event) => {
          onChange(event.target.value)
          list.open()
        }}
      />
    </SuggestFrame>
  )
}
