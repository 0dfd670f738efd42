/**
 * Computes the proof of work that the server asks for under heavy load (worker/domain/work.ts),
 * with a note in the container meanwhile.
 * @returns the solution; the same request is sent again with it
 * @throws Error when the browser cannot compute it
 */
export async function solveWork(ticket: string, container: HTMLElement): Promise<string> {
  const note = container.appendChild(document.createElement('p'))
  note.setAttribute('role', 'status')
  note.textContent =
    'Gerade sind sehr viele gleichzeitig da. Einen Augenblick, gleich geht es weiter …'
  const worker = new Worker(new URL('./work.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      const fail = () => reject(new Error('The proof of work failed'))
      worker.onmessage = ({ data }: MessageEvent<string | null>) => (data ? resolve(data) : fail())
      worker.onerror = fail
      worker.postMessage(ticket)
    })
  } finally {
    worker.terminate()
    note.remove()
  }
}
