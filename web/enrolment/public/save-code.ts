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
