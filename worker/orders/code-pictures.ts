import { encodeQR } from 'qr'

/** The white border is part of the code: without it phones do not find its edge on a dark ground. */
const drawn = { ecc: 'medium', border: 4 } as const

/** The QR code of a text as SVG for a page, with a white background. */
export function codeSvg(text: string): string {
  const rows = encodeQR(text, 'raw', drawn)
  const size = rows.length
  const path = rows.map((row, y) =>
    runsOf(row)
      .map(([x, n]) => `M${x} ${y}h${n}v1h-${n}z`)
      .join(''),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path.join('')}"/></svg>`
}

/** Start and length of runs of dark squares; a rectangle for each square would take three times the bytes. */
function runsOf(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = []
  row.forEach((isDark, x) => {
    const last = runs.at(-1)
    if (!isDark) return
    if (last && last[0] + last[1] === x) last[1] += 1
    else runs.push([x, 1])
  })
  return runs
}

/** The QR code of a text as GIF, which every mail client shows. */
export function codeGif(text: string): Uint8Array<ArrayBuffer> {
  return encodeQR(text, 'gif', { ...drawn, scale: 4 })
}
