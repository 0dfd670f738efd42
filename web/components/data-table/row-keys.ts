import type { KeyboardEvent } from 'react'

const rowStop = 'a[data-row-link], input[data-row-tick]'

/**
 * Arrows, Home and End lead from row to row, along the links or along the boxes; on a link the
 * space bar ticks its row, with Shift all from the one before.
 */
export function moveThroughRows(event: KeyboardEvent<HTMLElement>) {
  const { key, ctrlKey, metaKey, altKey, target } = event
  if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return
  if (!target.matches(rowStop)) return
  if (key === ' ' && target.matches('a')) return tickRow(event, target)
  const kind = target.matches('a') ? 'a[data-row-link]' : 'input[data-row-tick]'
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(kind)]
  const goal = goalOf(key, stops, target)
  if (!goal) return
  event.preventDefault()
  goal.focus()
}

function goalOf(key: string, stops: readonly HTMLElement[], from: HTMLElement) {
  const at = stops.indexOf(from)
  if (key === 'ArrowDown') return stops[at + 1]
  if (key === 'ArrowUp') return stops[at - 1]
  if (key === 'Home') return stops[0]
  return key === 'End' ? stops.at(-1) : undefined
}

function tickRow(event: KeyboardEvent, link: Element) {
  const box = link.closest('tr')?.querySelector('input[data-row-tick]')
  if (!box) return
  event.preventDefault()
  const { shiftKey } = event
  box.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }))
}

/** The arrow down in the search field. */
export function goToRows(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown') return
  const list = event.currentTarget.closest('section')
  const first = list?.querySelector<HTMLElement>('a[data-row-link]')
  if (!first) return
  event.preventDefault()
  first.focus()
}
