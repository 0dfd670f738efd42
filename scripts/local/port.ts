import { createServer } from 'node:net'
import { port } from './project.ts'
import { stop } from './stop.ts'

/** Checks the port before anything is built, and ends with a clear message if it cannot be used. */
export async function stopIfPortTaken(): Promise<void> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    stop(`PORT=${process.env.PORT} ist kein Port. Nimm eine Zahl, zum Beispiel PORT=8788.`)
  }
  const hosts = ['127.0.0.1', '::1']
  const errors = await Promise.all(hosts.map(tryListening))
  if (errors.includes('EADDRINUSE')) {
    stop(`Der Port ${port} ist belegt. Nimm einen anderen, zum Beispiel PORT=${port + 1}.`)
  }
  if (errors.includes('EACCES')) stop(`Den Port ${port} darfst Du auf diesem Rechner nicht nehmen.`)
}

/** The error's code; undefined also where the machine has no IPv6. */
function tryListening(host: string): Promise<string | undefined> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}
