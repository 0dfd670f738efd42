import type { ChangeEvent, ComponentProps } from 'react'
import { groupedIban, regroup } from '#web/lib/iban.ts'
import { Input } from '#web/ui/input.tsx'
import { plainIban } from '#worker/domain/text.ts'

type IbanInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  /** Without blanks. */
  value: string
  onChange: (iban: string) => void
}

/** Shows groups of four while somebody writes; the caret stays where they write. */
export function IbanInput({ value, onChange, ...rest }: IbanInputProps) {
  const regroupInPlace = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const isDelete = (nativeEvent as InputEvent).inputType === 'deleteContentForward'
    const caret = target.selectionStart ?? target.value.length
    const next = regroup(target.value, caret, isDelete)
    // Set here and not by drawing anew, which would send the caret to the end.
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
