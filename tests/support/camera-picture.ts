import type { Random } from '#scripts/demo/random.ts'

/** Grey values, one byte per pixel: 0 is black. */
export type Picture = { width: number; height: number; luma: Uint8Array }

export type Shot = {
  width: number
  height: number
  /** The code's edge relative to the shorter edge of the picture. */
  size: number
  /** Rotation in degrees. */
  turn: number
  /** Perspective: how much nearer one edge is than the other; 0 = seen from the front. */
  tilt: number
  /** Radius of the blur in pixels. */
  blur: number
  /** Amplitude of the sensor noise in grey values. */
  noise: number
  /** 1 = black on white, 0 = no difference. */
  contrast: number
  /** How much darker one side of the picture is, in grey values. */
  shadow: number
}

export const plainShot: Shot = {
  width: 640,
  height: 480,
  size: 0.6,
  turn: 0,
  tilt: 0,
  blur: 0,
  noise: 0,
  contrast: 1,
  shadow: 0,
}

/** A code as a picture; true = dark module. */
export function pictureOfModules(modules: readonly (readonly boolean[])[]): Picture {
  const luma = Uint8Array.from(modules.flat(), (isDark) => (isDark ? 0 : 255))
  return { width: modules.length, height: modules.length, luma }
}

const wall = 120

/** The picture that a camera takes of `seen`. */
export function photograph(seen: Picture, shot: Shot, random: Random): Picture {
  const { width, height } = shot
  const edge = Math.min(width, height) * shot.size
  const angle = (shot.turn * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const shadeAt = (x: number, y: number): number => {
    // Maps a pixel back onto the paper: rotated, and smaller on the far side.
    const [dx, dy] = [(x - width / 2) / edge, (y - height / 2) / edge]
    const u = cos * dx + sin * dy
    const v = cos * dy - sin * dx
    const depth = 1 - shot.tilt * u
    const px = Math.floor((u / depth + 0.5) * seen.width)
    const py = Math.floor((v / depth + 0.5) * seen.height)
    if (px < 0 || py < 0 || px >= seen.width || py >= seen.height) return wall
    return 128 + ((seen.luma[py * seen.width + px] ?? 0) - 128) * shot.contrast
  }
  const luma = new Float64Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const upper = shadeAt(x + 0.25, y + 0.25) + shadeAt(x + 0.75, y + 0.25)
      const lower = shadeAt(x + 0.25, y + 0.75) + shadeAt(x + 0.75, y + 0.75)
      luma[y * width + x] = (upper + lower) / 4
    }
  }
  const focused = shot.blur > 0 ? blurred(luma, width, height, shot.blur) : luma
  const taken = Uint8Array.from(focused, (shade, at) => {
    const grain = shot.noise * (random.next() + random.next() - 1)
    const darker = shot.shadow * ((at % width) / width)
    return Math.max(0, Math.min(255, Math.round(shade + grain - darker)))
  })
  return { width, height, luma: taken }
}

/** A box blur: the mean of the neighbours, first across, then down. */
function blurred(luma: Float64Array, width: number, height: number, radius: number) {
  const across = meanAlong(luma, width, height, radius, 1, width)
  return meanAlong(across, height, width, radius, width, 1)
}

function meanAlong(
  luma: Float64Array,
  length: number,
  lines: number,
  radius: number,
  step: number,
  lineStep: number,
): Float64Array {
  const out = new Float64Array(luma.length)
  for (let line = 0; line < lines; line++) {
    for (let at = 0; at < length; at++) {
      let sum = 0
      let count = 0
      for (let k = Math.max(0, at - radius); k <= Math.min(length - 1, at + radius); k++) {
        sum += luma[line * lineStep + k * step] ?? 0
        count++
      }
      out[line * lineStep + at * step] = sum / count
    }
  }
  return out
}

/** The RGBA data of a canvas. */
export function rgbaOf({ luma }: Picture): Uint8ClampedArray<ArrayBuffer> {
  const data = new Uint8ClampedArray(luma.length * 4).fill(255)
  luma.forEach((shade, at) => {
    data.fill(shade, at * 4, at * 4 + 3)
  })
  return data
}

/** A video of the pictures for Chromium's fake camera (`.y4m`). */
export function filmOf(pictures: readonly Picture[], framesPerSecond = 10): Buffer {
  const [first] = pictures
  if (!first) throw new Error('A film needs a picture')
  const { width, height } = first
  const grey = Buffer.alloc((width * height) / 2, 128)
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`),
    ...pictures.flatMap(({ luma }) => [Buffer.from('FRAME\n'), Buffer.from(luma), grey]),
  ])
}
