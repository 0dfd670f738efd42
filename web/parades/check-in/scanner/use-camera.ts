import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { Frame } from './decode.ts'

/** `mute`: there is a picture, but no decoder. */
export type CameraState = 'starting' | 'on' | 'blocked' | 'mute'

/** The torch; null when the page cannot control one. */
export type Torch = { isOn: boolean; toggle: () => void } | null

type CameraOptions = {
  video: RefObject<HTMLVideoElement | null>
  /** The picture continues, but decoding pauses. */
  isPaused: boolean
  /** Called once for each code that comes into view. */
  onRead: (text: string) => void
}

const betweenFramesMs = 80

/** The rear camera and its decoder, while the page is visible. */
export function useCamera({ video, isPaused, onRead }: CameraOptions) {
  const [state, setState] = useState<CameraState>('starting')
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)
  const [isLit, setLit] = useState(false)
  const isInSight = useIsPageVisible()

  // Switched off in the background, to save battery and respect privacy.
  useEffect(() => {
    const picture = video.current
    if (!isInSight || !picture) return
    let isOver = false
    let stream: MediaStream | null = null
    const stop = () => {
      isOver = true
      for (const one of stream?.getTracks() ?? []) one.stop()
      picture.srcObject = null
      setTrack(null)
      setLit(false)
    }
    const start = async () => {
      stream = await openCamera()
      if (isOver) return stop()
      picture.srcObject = stream
      await picture.play()
      const [track = null] = stream.getVideoTracks()
      // The camera was unplugged, or taken by a call.
      track?.addEventListener('ended', () => isOver || setState('blocked'))
      if (isOver) return
      setTrack(track)
      setState('on')
    }
    start().catch(() => {
      if (!isOver) setState('blocked')
    })
    return () => {
      stop()
      setState('starting')
    }
  }, [isInSight, video])

  const [sightings] = useState(newSightings)
  const isWaiting = useEffectEvent(() => isPaused)
  const tell = useEffectEvent((texts: readonly string[]) => {
    for (const text of sightings.look(texts, performance.now())) onRead(text)
  })
  useEffect(() => {
    const picture = video.current
    if (state !== 'on' || !picture) return
    let isOver = false
    let close = () => {}
    const read = async () => {
      const reader = await openReader()
      close = reader.close
      if (isOver) close()
      while (!isOver) {
        const texts = isWaiting() ? null : await reader.read(picture)
        if (isOver) return
        if (texts && !isWaiting()) tell(texts)
        else sightings.lookAway(performance.now())
        await new Promise((resolve) => setTimeout(resolve, betweenFramesMs))
      }
    }
    read().catch(() => {
      if (!isOver) setState('mute')
    })
    return () => {
      isOver = true
      close()
    }
  }, [state, video, sightings])

  const light: Torch =
    track && hasLight(track)
      ? {
          isOn: isLit,
          toggle: () => {
            const wanted: MediaTrackConstraintSet & { torch: boolean } = { torch: !isLit }
            const lighting = track.applyConstraints({ advanced: [wanted] })
            lighting.then(
              () => setLit(wanted.torch),
              () => {},
            )
          },
        }
      : null
  return { state, light }
}

/** High resolution helps with small codes; only the centre is decoded. */
function openCamera(): Promise<MediaStream> {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } }
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, ...size },
  })
}

function hasLight(track: MediaStreamTrack): boolean {
  // Not every browser supports getCapabilities.
  const can: MediaTrackCapabilities & { torch?: boolean } = track.getCapabilities?.() ?? {}
  return can.torch === true
}

function useIsPageVisible(): boolean {
  const [isInSight, setInSight] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setInSight(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isInSight
}

/** Decodes the frames of a camera one by one. */
type Reader = {
  /** The texts of the codes in view. */
  read: (video: HTMLVideoElement) => Promise<string[]>
  close: () => void
}

/** The browser's BarcodeDetector when it supports QR codes, else our decoder in a worker. */
async function openReader(): Promise<Reader> {
  const own = await browsersReader()
  if (!own) return workersReader()
  let reader = own
  return {
    async read(video) {
      try {
        return await reader.read(video)
      } catch {
        // Android may announce support before the decoder is installed.
        if (reader !== own) throw new Error('The browser has no working barcode reader')
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

/** Whether it is the class `BarcodeDetector`, missing in some browsers and in TypeScript's DOM types. */
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

/** The size that is decoded in a few milliseconds, in pixels. */
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
        fail = () => reject(new Error('The decoder could not be loaded'))
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

/** The part of the picture within the frame on the screen; null before the first picture. */
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

/** A code that was out of view for this long is reported again. */
export const reportAgainAfterMs = 1500

/** Reports a code once, and again after it was out of view for a moment. */
export function newSightings() {
  const seenAt = new Map<string, number>()
  const forgetOutOfView = (now: number) => {
    for (const [text, at] of seenAt) if (now - at >= reportAgainAfterMs) seenAt.delete(text)
  }
  return {
    /** The texts that have come into view. */
    look(texts: readonly string[], now: number): string[] {
      forgetOutOfView(now)
      const fresh = texts.filter((text) => !seenAt.has(text))
      for (const text of texts) seenAt.set(text, now)
      return fresh
    },
    /** While paused, codes in view stay known, so that they are not reported again. */
    lookAway(now: number): void {
      forgetOutOfView(now)
      for (const text of seenAt.keys()) seenAt.set(text, now)
    },
  }
}
