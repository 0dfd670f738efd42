// "Bild speichern": a person's code as a PNG, since the photos of a phone show no SVG. Made in the browser, so that
// it works without a network as well, and without React, since the result page has none.

const edge = 800
const line = 80

/** `[data-save-code]` saves the picture that stands in the same article. */
export function listenForSaving(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-save-code]') : null
    const picture = button?.closest('article')?.querySelector('img')
    if (picture) void save(picture)
  })
}

/** The name stands below the code: in the photos a family has several. */
async function save(picture: HTMLImageElement): Promise<void> {
  const canvas = document.createElement('canvas')
  canvas.width = edge
  canvas.height = edge + line
  const context = canvas.getContext('2d')
  if (!context) return
  const drawn = new Image(edge, edge)
  drawn.src = picture.src
  await drawn.decode()
  context.fillStyle = 'white'
  context.fillRect(0, 0, edge, edge + line)
  context.drawImage(drawn, 0, 0, edge, edge)
  context.fillStyle = 'black'
  context.font = '600 40px sans-serif'
  context.textAlign = 'center'
  context.fillText(picture.alt, edge / 2, edge + line / 2, edge - line)
  const link = document.createElement('a')
  link.href = canvas.toDataURL('image/png')
  link.download = `${picture.alt}.png`
  link.click()
}

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
