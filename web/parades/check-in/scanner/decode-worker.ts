import { type Frame, readFrame } from './decode.ts'

// In a worker, because decoding blocks slow phones noticeably.

self.addEventListener('message', ({ data }: MessageEvent<Frame>) => {
  self.postMessage(readFrame(data))
})
