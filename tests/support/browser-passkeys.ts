import { onTestFinished, vi } from 'vitest'
import { base64url } from './passkey-questions.ts'

// The browser's WebAuthn API, which jsdom lacks; the credentials contain placeholder bytes.

type Asked = {
  publicKey: PublicKeyCredentialRequestOptions & PublicKeyCredentialCreationOptions
  mediation?: string
  signal?: AbortSignal
}

export type BrowserPasskeys = {
  /** All calls of the page so far. */
  asked: { kind: 'get' | 'create'; challenge: string; user?: string | undefined }[]
  /** Rejects the next call with a DOMException of this name. */
  refuse: (name: string) => void
  /** The challenges of the pending autofill requests: none or one. */
  offered: () => string[]
  /** The user chooses the passkey offered by autofill. */
  take: () => void
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer

/** Installs the WebAuthn API until the end of the test. */
export function stubPasskeys({ offers = false } = {}): BrowserPasskeys {
  const asked: BrowserPasskeys['asked'] = []
  const refusals: string[] = []

  const waiting = new Map<string, () => void>()

  const taken = ({ publicKey, signal }: Asked) =>
    new Promise<void>((resolve, reject) => {
      const challenge = textOf(publicKey.challenge)
      waiting.set(challenge, resolve)
      signal?.addEventListener('abort', () => {
        waiting.delete(challenge)
        reject(signal.reason)
      })
    })

  const answer = (kind: 'get' | 'create') => async (question: Asked) => {
    const { challenge, user } = question.publicKey
    if (question.mediation === 'conditional') await taken(question)
    asked.push({ kind, challenge: textOf(challenge), ...(user && { user: user.name }) })
    const refusal = refusals.shift()
    if (refusal) throw new DOMException('as the browser says it', refusal)
    const common = { clientDataJSON: bytes('client') }
    return {
      id: 'AQID',
      rawId: Uint8Array.of(1, 2, 3).buffer,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      getClientExtensionResults: () => ({}),
      response:
        kind === 'get'
          ? { ...common, authenticatorData: bytes('data'), signature: bytes('signed') }
          : {
              ...common,
              attestationObject: bytes('attestation'),
              getTransports: () => ['internal'],
            },
    }
  }

  const isConditionalMediationAvailable = async () => offers
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { isConditionalMediationAvailable }),
  )
  const credentials = { get: answer('get'), create: answer('create') }
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true })
  onTestFinished(() => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
    Reflect.deleteProperty(navigator, 'credentials')
  })
  return {
    asked,
    refuse: (name) => void refusals.push(name),
    offered: () => [...waiting.keys()],
    take: () => {
      for (const [challenge, resolve] of waiting) {
        waiting.delete(challenge)
        resolve()
      }
    },
  }
}

function textOf(source: BufferSource): string {
  return new TextDecoder().decode(source)
}

/** The page's JSON of the credential above. */
export const shownAnswer = {
  id: 'AQID',
  rawId: 'AQID',
  type: 'public-key',
  clientExtensionResults: {},
  authenticatorAttachment: 'platform',
  response: {
    clientDataJSON: base64url('client'),
    authenticatorData: base64url('data'),
    signature: base64url('signed'),
  },
}
