// Loaded into the server's processes: when the command that started them lets go of them, or is
// gone, however it went, they end as if somebody had asked them to, and by force if that hangs.

const patience = 3_000

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(), patience)
})
process.channel?.unref()
