import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FakeProvider } from './fake-provider.ts'
import { hostedPage } from './hosted-page.ts'
import { fakeMollie } from './mollie.ts'
import { fakeStripe } from './stripe.ts'

type Settings = {
  id: FakeProvider['id']
  key: string
  /** The secret with which Stripe signs its webhooks. */
  webhookSecret?: string
  /** The origin of the app, whose webhook receives the events. */
  appOrigin: string
  /** 0 = any free port. */
  port?: number
}

export type FakeServer = {
  /** The value for `PAYMENT_API_URL`. */
  url: string
  provider: FakeProvider
  /** Whether the webhook is sent before the browser goes back. Off = the notification is lost. */
  tellApp(isOn: boolean): void
  stop(): Promise<void>
}

/** A provider on its own port: its API and its payment page. */
export async function startFakeProvider(settings: Settings): Promise<FakeServer> {
  let isTelling = true
  let provider: FakeProvider | undefined
  const server = createServer((request, response) => {
    if (!provider) return void response.destroy()
    const answering = { provider, tell: () => (isTelling ? tell(settings, provider) : undefined) }
    // A failed call breaks the connection, as with a provider that is down.
    answer(answering, request, response).catch(() => response.destroy())
  })
  server.listen(settings.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  provider = openProvider(settings, url)
  return {
    url,
    provider,
    tellApp(isOn) {
      isTelling = isOn
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function openProvider({ id, key, webhookSecret = '' }: Settings, pageOrigin: string): FakeProvider {
  return id === 'stripe'
    ? fakeStripe({ key, webhookSecret, pageOrigin })
    : fakeMollie({ key, pageOrigin })
}

async function tell({ appOrigin }: Settings, provider: FakeProvider | undefined): Promise<void> {
  for (const { body, headers } of (await provider?.events()) ?? []) {
    const address = `${appOrigin}/api/payments/webhook/${provider?.id}`
    await fetch(address, { method: 'POST', body, headers })
  }
}

type Answering = { provider: FakeProvider; tell: () => Promise<void> | undefined }

async function answer(
  { provider, tell }: Answering,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = await toRequest(incoming)
  const [, ref] = /^\/pay\/(\w+)$/.exec(new URL(request.url).pathname) ?? []
  const answered = ref ? await hostedPage(provider, ref, request) : await provider.handle(request)
  // Like real providers, sends the webhook while the browser is on its way back.
  if (ref && request.method === 'POST') await tell()
  response.writeHead(answered.status, Object.fromEntries(answered.headers))
  response.end(await answered.text())
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
  const body = Buffer.concat(parts).toString()
  const { method = 'GET', url = '/' } = incoming
  return new Request(`http://${incoming.headers.host}${url}`, {
    method,
    headers,
    ...(body && { body }),
  })
}
