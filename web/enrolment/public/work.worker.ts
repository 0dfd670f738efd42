import { solveTicket } from '#worker/domain/work.ts'

// Runs in a worker, so that the page stays responsive.

self.addEventListener('message', ({ data }: MessageEvent<string>) =>
  self.postMessage(solveTicket(data)),
)
