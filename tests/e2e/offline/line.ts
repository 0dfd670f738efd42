import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** The network between a phone and the server, outside of the browser: nothing in it knows of a cut. */
export type Line = {
  /** What the phone takes for the server. */
  origin: string
  /** Nothing gets through any more, and what is on its way is lost. */
  cut: () => Promise<void>
  mend: () => Promise<void>
  /** The server does what it is told, and the phone does not hear of it: as many answers of this path. */
  loseAnswers: (path: string, count: number) => void
  /** How many answers are lost still. */
  toLose: () => number
  /** The paths of all requests that the server was handed. */
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
        // All of it has come, so the server was done; none of it goes on.
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
