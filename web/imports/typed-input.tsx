import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Input } from '#web/ui/input.tsx'

type TypedInputProps = Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'onBlur' | 'onKeyDown'
> & {
  value: string
  onDone: (value: string) => void
}

/**
 * A cell that is typed into: done with Enter, when it is left or goes away under the hand; Escape gives
 * back what stood there.
 */
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
  // What comes of it elsewhere is shown, unless somebody is typing.
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
