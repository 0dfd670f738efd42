import { connect } from 'node:tls'

const patienceInMs = 20_000

/** Whether the address answers a request without TLS other than by a redirect to `https://`. */
export async function answersUnencrypted(host: string): Promise<boolean> {
  const answer = await fetch(`http://${host}/`, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceInMs),
  }).catch(() => null)
  if (answer === null) return false
  const isRedirect = answer.status >= 300 && answer.status < 400
  return !isRedirect || !/^https:/i.test(answer.headers.get('Location') ?? '')
}

/** Whether a connection with TLS 1.0 or 1.1 is accepted. */
export function takesOldTls({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port) || 443,
      ...(/^[\d.]+$/.test(hostname) ? {} : { servername: hostname }),
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      // These versions need old ciphers; the certificate is irrelevant here.
      ciphers: 'ALL:@SECLEVEL=0',
      rejectUnauthorized: false,
      timeout: patienceInMs,
    })
    const end = (isTaken: boolean) => {
      socket.destroy()
      resolve(isTaken)
    }
    socket.once('secureConnect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
    socket.once('close', () => end(false))
  })
}
