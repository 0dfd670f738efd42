import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** A proxy between phone and server that can be cut, so that nothing in the browser knows of it. */
export type Line = {
  /** The address that the phone uses as the server's. */
  origin: string
  /** Closes all connections; pending requests are lost. */
  cut: () => Promise<void>
  mend: () => Promise<void>
  /** Passes the next requests of this path to the server and drops their answers. */
  loseAnswers: (path: string, count: number) => void
  /** The number of answers still to be dropped. */
  toLose: () => number
  /** The method and path of every request passed to the server. */
  seen: readonly string[]
}

type Ports = { port: number; serverPort: number }

export async function openLine({ port, serverPort }: Ports): Promise<Line> {
  const seen: string[] = []
  const lost = { path: '', count: 0 }

  const proxy = createServer((asked, answer) => {
    const path = (asked.url ?? '').split('?')[0] ?? ''
    seen.push(`${asked.method} ${path}`)
    const isLost = lost.path === path && lost.count > 0
    if (isLost) lost.count -= 1
    hand(asked, answer, serverPort, isLost)
  })
  const listen = async () => {
    proxy.listen(port, 'localhost')
    await once(proxy, 'listening')
  }
  await listen()

  return {
    origin: `http://localhost:${port}`,
    async cut() {
      if (!proxy.listening) return
      const closed = once(proxy, 'close')
      proxy.close()
      proxy.closeAllConnections()
      await closed
    },
    async mend() {
      if (!proxy.listening) await listen()
    },
    loseAnswers(path, count) {
      Object.assign(lost, { path, count })
    },
    toLose: () => lost.count,
    seen,
  }
}

function hand(asked: IncomingMessage, answer: ServerResponse, port: number, isLost: boolean): void {
  const breakOff = () => answer.destroy()
  const onward = request(
    { host: 'localhost', port, method: asked.method, path: asked.url, headers: asked.headers },
    (said) => {
      said.on('error', breakOff)
      if (isLost) {
        // The whole answer has arrived, so the server is done; it is not passed on.
        said.resume().on('end', breakOff)
        return
      }
      answer.writeHead(said.statusCode ?? 502, said.rawHeaders)
      said.pipe(answer)
    },
  )
  onward.on('error', breakOff)
  asked.pipe(onward)
}
