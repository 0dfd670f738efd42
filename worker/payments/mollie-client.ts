import { ProviderRefusal } from './payment-provider.ts'

/** Somebody waits for the answer. */
const patienceInMs = 10_000

const mollieUrl = 'https://api.mollie.com'

type Access = { apiKey: string; apiUrl: string | undefined }

type Call = {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below `/v2`. */
  path: string
  body?: object
  /** The same key does the same work once (within an hour). */
  key?: string
}

/**
 * One call of Mollie's API; nobody has looked at the answer's shape yet.
 * @throws ProviderRefusal
 */
export async function askMollie({ apiKey, apiUrl = mollieUrl }: Access, call: Call) {
  const response = await fetch(`${apiUrl}/v2${call.path}`, {
    method: call.method,
    headers: {
      Authorization: `Bearer ${apiKey}`,
      ...(call.body && { 'Content-Type': 'application/json' }),
      ...(call.key && { 'Idempotency-Key': call.key }),
    },
    body: call.body ? JSON.stringify(call.body) : null,
    // The key goes to Mollie alone.
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceInMs),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw failureOf(response.status, answer)
  return answer
}

/** Not the fault of what was asked: the key, a moment too early, too much at once. */
const mayGoWellLater = [401, 403, 408, 409, 429]

function failureOf(status: number, answer: unknown): Error {
  if (status === 401 || status === 403) logKeyProblem(status)
  const detail = detailOf(answer)
  if (status >= 400 && status < 500 && !mayGoWellLater.includes(status)) {
    return new ProviderRefusal(detail, { cause: status })
  }
  return Object.assign(new Error(detail, { cause: status }), { name: `Mollie${status}` })
}

function detailOf(answer: unknown): string {
  const isTold = typeof answer === 'object' && answer !== null && 'detail' in answer
  return isTold ? String(answer.detail) : 'Mollie answered nothing readable'
}

function logKeyProblem(status: number): void {
  const variable = 'MOLLIE_API_KEY'
  console.error(
    JSON.stringify({ level: 'error', event: 'payment_key_refused', variable, type: status }),
  )
}
