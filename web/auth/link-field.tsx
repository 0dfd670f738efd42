import { type RefObject, useRef, useState } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

type LinkFieldProps = {
  label: string
  link: string
  /** "Die Adresse", in what is told of the copy. */
  what: string
  input: RefObject<HTMLInputElement | null>
  outcome: CopyOutcome | null
}

/** Where a page may not copy, the link is marked. */
type CopyOutcome = 'copied' | 'marked'

/** A link to be taken along, marked as a whole when it is gone to. */
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

/** For the field above and the button beside it. */
export function useCopy() {
  const input = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<CopyOutcome | null>(null)
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      // Not allowed here: it is marked, and one key copies it.
      input.current?.focus()
      input.current?.select()
      setOutcome('marked')
    }
  }
  return { input, outcome, isCopied: outcome === 'copied', copy }
}
