import { type KeyboardEvent, useRef } from 'react'

/** Spec §9: what was typed is forgotten after 500 ms; Radix's own menu would take a second. */
const forgottenAfterMs = 500

const items = '[role^="menuitem"]:not([data-disabled])'

/**
 * Goes to the item of a menu that begins with what is typed; the same letter again goes on to the
 * next one. For `onKeyDownCapture`: the menu must not hear these keys a second time.
 */
export function useTypeahead() {
  const typed = useRef('')
  const last = useRef(0)
  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, timeStamp, currentTarget } = event
    if (timeStamp - last.current >= forgottenAfterMs) typed.current = ''
    // A blank at the beginning presses the item that has the focus.
    const isText = key.length === 1 && !(key === ' ' && typed.current === '')
    if (!isText || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    typed.current += key.toLowerCase()
    last.current = timeStamp
    next([...currentTarget.querySelectorAll<HTMLElement>(items)], typed.current)?.focus()
  }
}

function next(all: readonly HTMLElement[], typed: string): HTMLElement | undefined {
  const isOneLetter = [...typed].every((letter) => letter === typed[0])
  const begin = isOneLetter ? typed.slice(0, 1) : typed
  const at = all.findIndex((item) => item.matches(':focus'))
  // One letter leaves the item that has the focus; a longer word may still mean it.
  const start = Math.max(isOneLetter ? at + 1 : at, 0)
  return [...all.slice(start), ...all.slice(0, start)].find((item) =>
    item.textContent.trim().toLowerCase().startsWith(begin),
  )
}
