import { type Frame, readFrame } from './decode.ts'

// Beside the page: on a slow phone a frame takes longer than a finger waits.

self.addEventListener('message', ({ data }: MessageEvent<Frame>) => {
  self.postMessage(readFrame(data))
})
