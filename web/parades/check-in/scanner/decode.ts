import { decodeQR } from 'qr/decode.js'

/** The middle of what the camera sees, as a canvas hands it on. */
export type Frame = { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }

/** Phones differ by a factor of ten: the slow ones try less hard. */
const tryForMs = 100

/** null = no code in it, or none that can be read. */
export function readFrame(frame: Frame): string | null {
  try {
    return decodeQR(frame, { effort: Number.POSITIVE_INFINITY, timeLimit: tryForMs })
  } catch {
    return null
  }
}
