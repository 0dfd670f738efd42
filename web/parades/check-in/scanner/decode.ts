import { decodeQR } from 'qr/decode.js'

/** The centre of a camera picture, as RGBA. */
export type Frame = { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }

/** Decoding a frame stops after this time, since slow phones take ten times as long as fast ones. */
const tryForMs = 100

/** The text of the code in the frame; null when no code is readable. */
export function readFrame(frame: Frame): string | null {
  try {
    return decodeQR(frame, { effort: Number.POSITIVE_INFINITY, timeLimit: tryForMs })
  } catch {
    return null
  }
}
