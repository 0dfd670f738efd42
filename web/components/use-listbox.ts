import { type KeyboardEvent, useEffect, useId, useState } from 'react'

type Rules = {
  /** The text alone is no answer: the keys stay among the options. */
  mustChoose?: boolean
}

/** The list below a text field (the WAI-ARIA combobox): which option is marked, and the keys. */
export function useListbox<Option>(
  matches: readonly Option[],
  onChoose: (option: Option) => void,
  { mustChoose = false }: Rules = {},
) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState(-1)
  const isShown = isOpen && matches.length > 0
  const markedId = isShown && matches[marked] ? optionId(id, marked) : undefined
  useScrollIntoView(isShown ? (markedId ?? id) : undefined)

  const open = (mark = -1) => {
    setOpen(true)
    setMarked(mark)
  }
  const close = () => setOpen(false)
  useEscape(isShown, close)
  const choose = (option: Option) => {
    onChoose(option)
    close()
  }
  const step = (by: 1 | -1) => {
    setOpen(true)
    // Before the first and after the last comes the text field itself, at place -1, unless only an
    // option is an answer.
    const first = mustChoose ? 0 : -1
    const places = matches.length - first
    const from = isShown ? marked : -1
    const next = mustChoose && from < 0 ? (by > 0 ? 0 : -1) : from + by
    setMarked(((next - first + places) % places) + first)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = isShown ? matches[marked] : undefined
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else return
    event.preventDefault()
  }
  /** What makes the text field a combobox of this list. */
  const field = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isShown,
    'aria-controls': id,
    'aria-activedescendant': markedId,
    autoComplete: 'off',
    onClick: () => open(),
    onKeyDown,
  } as const
  return { id, isOpen, isShown, matches, marked, open, close, choose, field }
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

function useScrollIntoView(id: string | undefined): void {
  useEffect(() => {
    if (id) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id])
}

/** Heard before a dialog around the field hears it: the first Escape closes the list alone. */
function useEscape(isShown: boolean, close: () => void): void {
  useEffect(() => {
    if (!isShown) return
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopImmediatePropagation()
      event.preventDefault()
      close()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  })
}
