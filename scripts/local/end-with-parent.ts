// Loaded into the server's processes: when the command that started them lets go of them, or is
// gone, however it went, they end as if somebody had asked them to, and by force if that hangs.
// What they start themselves they tell the command: when they are killed, it ends that for them.

import { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'

/** The process id of a child that has started or ended. */
export type ChildNews = { started?: number | undefined; ended?: number | undefined }

const patience = 3_000

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(), patience)
})

subscribe('child_process', (message) => {
  const child = message instanceof Object && 'process' in message && message.process
  if (!(child instanceof ChildProcess)) return
  child.once('spawn', () => tell({ started: child.pid }))
  child.once('exit', () => tell({ ended: child.pid }))
})

process.channel?.unref()

function tell(news: ChildNews): void {
  if (process.connected) process.send?.(news)
}
