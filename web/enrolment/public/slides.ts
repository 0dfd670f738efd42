// The codes of a family in one sheet: a finger swipes by the browser's own scrolling; this is what a press
// and the arrow keys do. Without React, since the result page has none.

/** `[data-slide]` names the slide that its press leads to. */
export function listenForSlides(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-slide]') : null
    const slide = button && document.getElementById(button.dataset.slide ?? '')
    // The sheet opens after this, by the browser itself.
    if (slide) requestAnimationFrame(() => show(slide))
  })
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

function show(slide: HTMLElement): void {
  slide.scrollIntoView({ behavior: 'instant', block: 'nearest', inline: 'start' })
  slide.focus({ preventScroll: true })
}
