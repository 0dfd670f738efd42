import type { Frame } from './decode.ts'

/** Reads what a camera shows, one frame after the other. */
export type Reader = {
  /** What the codes in sight say. */
  read: (video: HTMLVideoElement) => Promise<string[]>
  close: () => void
}

/** The browser's own, where it knows these codes; else ours, in a worker. */
export async function openReader(): Promise<Reader> {
  const own = await browsersReader()
  if (!own) return workersReader()
  let reader = own
  return {
    async read(video) {
      try {
        return await reader.read(video)
      } catch {
        // Android promises it before the part that reads is on the phone.
        if (reader !== own) throw new Error('Nothing reads here')
        reader = workersReader()
        return reader.read(video)
      }
    },
    close: () => reader.close(),
  }
}

type Detector = { detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** Not in every browser, nor in TypeScript's picture of one. */
const isDetectorClass = (found: unknown): found is DetectorClass =>
  typeof found === 'function' && 'getSupportedFormats' in found

async function browsersReader(): Promise<Reader | null> {
  const found: unknown = Reflect.get(globalThis, 'BarcodeDetector')
  if (!isDetectorClass(found)) return null
  const formats = await found.getSupportedFormats().catch((): string[] => [])
  if (!formats.includes('qr_code')) return null
  const detector = new found({ formats: ['qr_code'] })
  return {
    read: async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue),
    close: () => {},
  }
}

/** Of a frame as much as is read in a few milliseconds. */
const edgeOfFrame = 640

function workersReader(): Reader {
  const worker = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  let fail: (() => void) | null = null
  return {
    read: (video) =>
      new Promise((resolve, reject) => {
        const frame = context && middleOf(video, context)
        if (!frame) return resolve([])
        fail = () => reject(new Error('The code that reads did not load'))
        worker.onerror = fail
        worker.onmessage = ({ data }: MessageEvent<string | null>) =>
          resolve(data === null ? [] : [data])
        worker.postMessage(frame, [frame.data.buffer])
      }),
    close() {
      worker.terminate()
      fail?.()
    },
  }
}

/** A square, as is the frame on the screen; null before the first picture is there. */
function middleOf(video: HTMLVideoElement, context: CanvasRenderingContext2D): Frame | null {
  const { videoWidth, videoHeight } = video
  const edge = Math.min(videoWidth, videoHeight)
  if (edge === 0) return null
  const size = Math.min(edge, edgeOfFrame)
  const { canvas } = context
  if (canvas.width !== size) {
    canvas.width = size
    canvas.height = size
  }
  const left = (videoWidth - edge) / 2
  const top = (videoHeight - edge) / 2
  context.drawImage(video, left, top, edge, edge, 0, 0, size, size)
  return { width: size, height: size, data: context.getImageData(0, 0, size, size).data }
}
