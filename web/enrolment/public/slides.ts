// The codes of a family in one sheet: a finger swipes by the browser's own scrolling; this is what a press
// and the arrow keys do. Without React, since the result page has none.

/** `[data-slide]` names the slide that its press leads to. */
export function listenForSlides(): void {
  document.addEventListener('click', ({ target }) => showOf(target))
  // Pressed before this script had come: the sheet is open already, at its first one.
  if (document.querySelector('[popover]:popover-open')) showOf(document.activeElement)
  document.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const slide = event.target instanceof Element ? event.target.closest('[data-slides] > *') : null
    if (!step || !slide) return
    const next = step === 1 ? slide.nextElementSibling : slide.previousElementSibling
    if (!(next instanceof HTMLElement)) return
    event.preventDefault()
    show(next)
  })
}

function showOf(pressed: EventTarget | null): void {
  const button = pressed instanceof Element ? pressed.closest<HTMLElement>('[data-slide]') : null
  const slide = button && document.getElementById(button.dataset.slide ?? '')
  // The sheet opens after the press, by the browser itself.
  if (slide) requestAnimationFrame(() => show(slide))
}

function show(slide: HTMLElement): void {
  slide.scrollIntoView({ behavior: 'instant', block: 'nearest', inline: 'start' })
  slide.focus({ preventScroll: true })
}
