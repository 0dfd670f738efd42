import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { openReader } from './reader.ts'
import { newSightings } from './sightings.ts'

/** `mute`: there is a picture, and nothing that reads it. */
export type CameraState = 'starting' | 'on' | 'blocked' | 'mute'

/** Its light; null = it has none that a page may switch. */
export type Light = { isOn: boolean; toggle: () => void } | null

type CameraOptions = {
  video: RefObject<HTMLVideoElement | null>
  /** Something lies over it: the picture goes on, and nothing is read. */
  isPaused: boolean
  /** Once for each code that comes into sight. */
  onRead: (text: string) => void
}

const betweenFramesMs = 80

/** The camera of the back and what it reads, as long as the page is in sight. */
export function useCamera({ video, isPaused, onRead }: CameraOptions) {
  const [state, setState] = useState<CameraState>('starting')
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)
  const [isLit, setLit] = useState(false)
  const isInSight = useIsInSight()

  // Off while nobody looks: it is warm, bright and heard by whoever stands before it.
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
      // Unplugged, or taken by a call.
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

  const light: Light =
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

/** The larger the picture, the smaller a code may be; the reader takes its middle. */
function openCamera(): Promise<MediaStream> {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } }
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, ...size },
  })
}

function hasLight(track: MediaStreamTrack): boolean {
  // Not every browser says what a camera can.
  const can: MediaTrackCapabilities & { torch?: boolean } = track.getCapabilities?.() ?? {}
  return can.torch === true
}

function useIsInSight(): boolean {
  const [isInSight, setInSight] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setInSight(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isInSight
}
