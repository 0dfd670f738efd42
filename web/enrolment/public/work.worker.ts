import { solve } from '#worker/domain/work.ts'

// Computes beside the page, which stays alive meanwhile.

self.addEventListener('message', ({ data }: MessageEvent<string>) => self.postMessage(solve(data)))
