import type { ChangeEvent, ComponentProps } from 'react'
import { groupedIban, regroupWithCaret } from '#web/lib/iban.ts'
import { Input } from '#web/ui/input.tsx'
import { plainIban } from '#worker/domain/text.ts'

type IbanInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string
  onChange: (iban: string) => void
}

/** Groups the IBAN by four while typing and keeps the caret in place. */
export function IbanInput({ value, onChange, ...rest }: IbanInputProps) {
  const regroupInPlace = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const isDelete = (nativeEvent as InputEvent).inputType === 'deleteContentForward'
    const caret = target.selectionStart ?? target.value.length
    const next = regroupWithCaret(target.value, caret, isDelete)
    // The text is set on the element itself, since rendering a new value would move the caret to the end.
    target.value = next.text
    target.setSelectionRange(next.caret, next.caret)
    onChange(plainIban(next.text))
  }
  return (
    <Input
      {...rest}
      value={groupedIban(value)}
      onChange={regroupInPlace}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      className="tabular-nums"
    />
  )
}
