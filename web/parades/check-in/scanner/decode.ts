import { decodeQR } from 'qr/decode.js'

/** The centre of a camera picture, as RGBA. */
export type Frame = { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }

/** Phones differ in speed by a factor of ten; slow ones stop after this time. */
const tryForMs = 100

/** null when the frame contains no readable code. */
export function readFrame(frame: Frame): string | null {
  try {
    return decodeQR(frame, { effort: Number.POSITIVE_INFINITY, timeLimit: tryForMs })
  } catch {
    return null
  }
}
