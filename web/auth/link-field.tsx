import { type RefObject, useRef, useState } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

type LinkFieldProps = {
  label: string
  link: string
  /** "Die Adresse", in the message about the copy. */
  what: string
  input: RefObject<HTMLInputElement | null>
  outcome: CopyOutcome | null
}

/** `marked`: the link was selected instead, because the clipboard is not available. */
type CopyOutcome = 'copied' | 'marked'

/** A link to copy, selected on focus. */
export function LinkField({ label, link, what, input, outcome }: LinkFieldProps) {
  return (
    <Field label={label} help={<span role="status">{outcome && outcomeWords(what, outcome)}</span>}>
      {(ids) => (
        <Input
          {...ids}
          ref={input}
          readOnly
          value={link}
          onFocus={({ target }) => target.select()}
        />
      )}
    </Field>
  )
}

function outcomeWords(what: string, outcome: CopyOutcome): string {
  return outcome === 'copied'
    ? `${what} ist kopiert.`
    : `${what} ist markiert: Hier musst Du selbst kopieren.`
}

/** Copies a text to the clipboard; if that is not possible, selects it in the field. */
export function useCopy() {
  const input = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<CopyOutcome | null>(null)
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      // The clipboard is blocked: the link is selected for copying by keyboard.
      input.current?.focus()
      input.current?.select()
      setOutcome('marked')
    }
  }
  return { input, outcome, isCopied: outcome === 'copied', copy }
}
