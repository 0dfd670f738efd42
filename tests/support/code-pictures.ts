import decodeQR from 'qr/decode.js'

// Decodes pictures of codes into light and dark squares, independently of the code that draws them.

type Grid = { size: number; isDark: (x: number, y: number) => boolean }

/** The modules of an SVG of rectangles: `M x y h n v 1 h -n z` on white. */
export function readSvg(svg: string): { text: string; size: number } {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  if (!svg.includes(`<rect width="${size}" height="${size}" fill="#fff"/>`)) throw new Error(svg)
  const dark = new Set<string>()
  for (const [, x, y, n] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let i = 0; i < Number(n); i += 1) dark.add(`${Number(x) + i} ${y}`)
  }
  return { text: decode({ size, isDark: (x, y) => dark.has(`${x} ${y}`) }, 4), size }
}

/** The modules of a GIF with one black and white picture. */
export function readGif(gif: Uint8Array): { text: string; size: number } {
  const { width, height, pixels, white } = pixelsOf(gif)
  if (width !== height) throw new Error(`${width} × ${height}`)
  const isDark = (x: number, y: number) => pixels[y * width + x] !== white
  return { text: decode({ size: width, isDark }, 1), size: width }
}

function decode({ size, isDark }: Grid, scale: number): string {
  const width = size * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isDark(Math.floor(x / scale), Math.floor(y / scale))) continue
      data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  return decodeQR({ width, height: width, data }, { timeLimit: 60_000 })
}

/** The first picture of a GIF; each pixel is an index of its colour table. */
function pixelsOf(gif: Uint8Array) {
  const u16 = (at: number) => (gif[at] ?? 0) + (gif[at + 1] ?? 0) * 256
  if (new TextDecoder().decode(gif.subarray(0, 3)) !== 'GIF') throw new Error('no GIF')
  const flags = gif[10] ?? 0
  const colours = flags & 0x80 ? 2 << (flags & 7) : 0
  const white = Array.from({ length: colours }, (_, n) => n).find((n) =>
    [0, 1, 2].every((part) => gif[13 + n * 3 + part] === 255),
  )
  let at = 13 + colours * 3
  while (gif[at] === 0x21) {
    at += 2
    while (gif[at]) at += (gif[at] ?? 0) + 1
    at += 1
  }
  const width = u16(at + 5)
  const height = u16(at + 7)
  const codeSize = gif[at + 10] ?? 0
  const bytes: number[] = []
  for (at += 11; gif[at]; at += (gif[at] ?? 0) + 1) {
    bytes.push(...gif.subarray(at + 1, at + 1 + (gif[at] ?? 0)))
  }
  return { width, height, white, pixels: unpacked(bytes, codeSize) }
}

/** GIF's variant of LZW. */
function unpacked(bytes: readonly number[], codeSize: number): number[] {
  const clear = 1 << codeSize
  const pixels: number[] = []
  let table: number[][] = []
  let width = codeSize + 1
  let last: number[] | null = null
  let bits = 0
  let held = 0
  const begin = () => {
    table = Array.from({ length: clear }, (_, n) => [n])
    table.push([], [])
    width = codeSize + 1
    last = null
  }
  begin()
  for (const byte of bytes) {
    held |= byte << bits
    bits += 8
    while (bits >= width) {
      const code = held & ((1 << width) - 1)
      held >>= width
      bits -= width
      if (code === clear) begin()
      else if (code === clear + 1) return pixels
      else {
        const before: number[] | null = last
        const entry: number[] = table[code] ?? [...(before ?? []), before?.[0] ?? 0]
        pixels.push(...entry)
        if (before) table.push([...before, entry[0] ?? 0])
        if (table.length === 1 << width && width < 12) width += 1
        last = entry
      }
    }
  }
  return pixels
}
