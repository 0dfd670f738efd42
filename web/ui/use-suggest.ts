import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { normaliseName } from '#worker/domain/names.ts'

export type Suggestion = {
  /** What the field holds when it is chosen. */
  value: string
  /** Tells apart what has the same value, in a second line. */
  note?: string
}

/** The list below a text field: what fits the text, which one is marked, and the keys. */
export function useSuggest<S extends Suggestion>(
  typed: string,
  suggestions: readonly S[],
  onChoose: (suggestion: S) => void,
) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState(-1)
  const matches = suggestions.filter((suggestion) => isMatch(suggestion, typed))
  const isShown = isOpen && matches.length > 0
  const markedId = isShown && matches[marked] ? optionId(id, marked) : undefined
  useScrollIntoView(isShown ? (markedId ?? id) : undefined)

  const open = () => {
    setOpen(true)
    setMarked(-1)
  }
  const close = () => setOpen(false)
  const choose = (suggestion: S) => {
    onChoose(suggestion)
    close()
  }
  const step = (by: 1 | -1) => {
    setOpen(true)
    // Before the first and after the last comes the text field itself, at place -1.
    const places = matches.length + 1
    setMarked((((isShown ? marked + 1 : 0) + by + places) % places) - 1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = isShown ? matches[marked] : undefined
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else if (event.key === 'Escape' && isShown) close()
    else return
    event.preventDefault()
  }
  return { id, isShown, matches, marked, markedId, open, close, choose, onKeyDown }
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

function isMatch({ value, note = '' }: Suggestion, typed: string): boolean {
  return normaliseName(`${value} ${note}`).includes(normaliseName(typed))
}

function useScrollIntoView(id: string | undefined): void {
  useEffect(() => {
    if (id) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id])
}
