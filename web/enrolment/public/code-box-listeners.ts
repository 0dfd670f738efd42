// "Bild speichern": saves a person's code as a PNG, since phones' photo apps show no SVG. Drawn in
// the browser to work offline, and without React, which the result page does not load.

const edge = 800
const line = 80

/** A click on `[data-save-code]` saves the picture in the same article. */
export function listenForSaving(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-save-code]') : null
    const picture = button?.closest('article')?.querySelector('img')
    if (picture) void save(picture)
  })
}

/** The name is drawn below the code, because a family has several pictures. */
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

// A family's codes in one sheet: swiping is the browser's scrolling, these listeners add buttons
// and arrow keys. Without React, which the result page does not load.

/** `[data-slide]` names the slide that the button leads to. */
export function listenForSlides(): void {
  document.addEventListener('click', ({ target }) => showSlideOf(target))
  // When the button was pressed before this script was loaded, the sheet shows its first slide.
  if (document.querySelector('[popover]:popover-open')) showSlideOf(document.activeElement)
  document.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const slide = event.target instanceof Element ? event.target.closest('[data-slides] > *') : null
    if (!step || !slide) return
    const next = step === 1 ? slide.nextElementSibling : slide.previousElementSibling
    if (!(next instanceof HTMLElement)) return
    event.preventDefault()
    showSlide(next)
  })
}

function showSlideOf(pressed: EventTarget | null): void {
  const button = pressed instanceof Element ? pressed.closest<HTMLElement>('[data-slide]') : null
  const slide = button && document.getElementById(button.dataset.slide ?? '')
  // The browser opens the popover after this click.
  if (slide) requestAnimationFrame(() => showSlide(slide))
}

function showSlide(slide: HTMLElement): void {
  slide.scrollIntoView({ behavior: 'instant', block: 'nearest', inline: 'start' })
  slide.focus({ preventScroll: true })
}
