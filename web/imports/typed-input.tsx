import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Input } from '#web/ui/input.tsx'

type TypedInputProps = Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'onBlur' | 'onKeyDown'
> & {
  value: string
  onDone: (value: string) => void
}

/** An inline cell editor: Enter, blur and unmounting store the text, Escape restores it. */
export function TypedInput({ value, onDone, ...input }: TypedInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const given = useRef(value)
  const done = () => {
    if (typed === null || typed === given.current) return
    given.current = typed
    onDone(typed)
  }
  const whenGone = useRef(done)
  useEffect(() => {
    whenGone.current = done
  })
  useEffect(() => () => whenGone.current(), [])
  // The typed text is stored now: from here on the input shows `value` again.
  if (typed !== null && typed === value) setTyped(null)
  return (
    <Input
      {...input}
      autoComplete="off"
      value={typed ?? value}
      onChange={(event) => {
        if (typed === null) given.current = value
        setTyped(event.target.value)
      }}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          done()
        }
        if (event.key === 'Escape' && typed !== null) {
          event.stopPropagation()
          setTyped(null)
        }
      }}
    />
  )
}
