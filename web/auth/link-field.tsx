import { type RefObject, useRef, useState } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

type LinkFieldProps = {
  label: string
  link: string
  input: RefObject<HTMLInputElement | null>
  /** Told once it is copied. */
  copied: string | null
}

/** A link to be taken along, marked as a whole when it is gone to. */
export function LinkField({ label, link, input, copied }: LinkFieldProps) {
  return (
    <Field label={label} help={<span role="status">{copied}</span>}>
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

/** For the field above and the button beside it. */
export function useCopy() {
  const input = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Not allowed here: it is marked, and one key copies it.
      input.current?.focus()
      input.current?.select()
    }
  }
  return { input, isCopied, copy }
}
