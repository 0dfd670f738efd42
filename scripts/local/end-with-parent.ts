// Loaded into the server's processes: they end when the command that started them disconnects or dies, after
// three seconds by force. They report their own children to the command, which ends these if a process is
// killed.

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
  child.once('spawn', () => sendToParent({ started: child.pid }))
  child.once('exit', () => sendToParent({ ended: child.pid }))
})

process.channel?.unref()

function sendToParent(news: ChildNews): void {
  if (process.connected) process.send?.(news)
}
