// A software authenticator: an ES256 key that produces the bytes a browser would send. Written from the
// WebAuthn recommendation, without the library that it tests.

type Question = { challenge: string; rp?: { id?: string }; rpId?: string }

/** Deviations from an honest authenticator in the right browser. */
export type Quirks = {
  /** The origin in the client data. */
  origin?: string
  /** The relying party whose hash is in the authenticator data. */
  rpId?: string
  type?: string
  /** The flags of the authenticator data; by default user present and user verified. */
  flags?: number
  counter?: number
  userHandle?: string
  /** Signs with another key than the registered one. */
  stranger?: boolean
  /** The attestation format. */
  fmt?: string
  attStmt?: CborValue
}

const present = 0x01
const verified = 0x04
const withKey = 0x40

export type Authenticator = Awaited<ReturnType<typeof authenticator>>

/**
 * Creates a key; with `counts` its counter increases as with a hardware key, otherwise it stays 0 as with a
 * synced one.
 */
export async function authenticator(origin: string, { counts = true } = {}) {
  const rpIdOfPage = new URL(origin).hostname
  const keys = await newKeys()
  const strangers = await newKeys()
  const id = crypto.getRandomValues(new Uint8Array(32))
  const credentialId = base64url(id)
  let counter = 0
  let userHandle = ''

  const nextCounter = () => (counts ? ++counter : 0)

  /** Answers like `navigator.credentials.create`. */
  async function create(question: Question & { user?: { id: string } }, quirks: Quirks = {}) {
    userHandle = question.user?.id ?? ''
    const publicKey = await coseKey(keys.publicKey)
    const authData = concat(
      await authenticatorData(question.rp?.id ?? rpIdOfPage, withKey, quirks),
      // AAGUID: all zeros, so the make is unknown.
      new Uint8Array(16),
      bytesOf16(id.length),
      id,
      publicKey,
    )
    const attestation = new Map<string, CborValue>([
      ['fmt', quirks.fmt ?? 'none'],
      ['attStmt', quirks.attStmt ?? new Map()],
      ['authData', authData],
    ])
    return {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key' as const,
      response: {
        clientDataJSON: clientData('webauthn.create', question, quirks),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal', 'hybrid'],
      },
      clientExtensionResults: {},
      authenticatorAttachment: 'platform' as const,
    }
  }

  /** Answers like `navigator.credentials.get`. */
  async function get(question: Question, quirks: Quirks = {}) {
    const authData = await authenticatorData(question.rpId ?? rpIdOfPage, 0, quirks)
    const clientDataJSON = clientData('webauthn.get', question, quirks)
    const signed = concat(authData, await sha256(fromBase64url(clientDataJSON)))
    const { privateKey } = quirks.stranger ? strangers : keys
    const raw = new Uint8Array(
      await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, signed),
    )
    return {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key' as const,
      response: {
        clientDataJSON,
        authenticatorData: base64url(authData),
        signature: base64url(der(raw)),
        userHandle: quirks.userHandle ?? userHandle,
      },
      clientExtensionResults: {},
      authenticatorAttachment: 'platform' as const,
    }
  }

  async function authenticatorData(rpId: string, more: number, quirks: Quirks) {
    const count = quirks.counter ?? nextCounter()
    return concat(
      await sha256(new TextEncoder().encode(quirks.rpId ?? rpId)),
      Uint8Array.of((quirks.flags ?? present | verified) | more),
      bytesOf32(count),
    )
  }

  function clientData(type: string, { challenge }: Question, quirks: Quirks): string {
    const page = quirks.origin ?? origin
    const data = { type: quirks.type ?? type, challenge, origin: page, crossOrigin: false }
    return base64url(new TextEncoder().encode(JSON.stringify(data)))
  }

  return { credentialId, create, get }
}

async function newKeys(): Promise<CryptoKeyPair> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  if (!('privateKey' in keys)) throw new Error('no pair of keys')
  return keys
}

/** COSE: an elliptic key (1: 2) for ES256 (3: -7) on P-256 (-1: 1), its point in -2 and -3. */
async function coseKey(key: CryptoKey): Promise<Uint8Array> {
  const jwk = await crypto.subtle.exportKey('jwk', key)
  if (!('x' in jwk) || !jwk.x || !jwk.y) throw new Error('no point')
  return cbor(
    new Map<number, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, fromBase64url(jwk.x)],
      [-3, fromBase64url(jwk.y)],
    ]),
  )
}

type CborValue = number | string | Uint8Array | CborValue[] | Map<string | number, CborValue>

/** The part of CBOR (RFC 8949) that is needed here. */
function cbor(value: CborValue): Uint8Array {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (value instanceof Uint8Array) return concat(head(2, value.length), value)
  if (typeof value === 'string') {
    const text = new TextEncoder().encode(value)
    return concat(head(3, text.length), text)
  }
  if (Array.isArray(value)) return concat(head(4, value.length), ...value.map(cbor))
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)])
  return concat(head(5, value.size), ...entries)
}

function head(kind: number, size: number): Uint8Array {
  const top = kind << 5
  if (size < 24) return Uint8Array.of(top | size)
  if (size < 256) return Uint8Array.of(top | 24, size)
  return concat(Uint8Array.of(top | 25), bytesOf16(size))
}

/** WebCrypto returns r and s concatenated; WebAuthn expects them in ASN.1 (DER). */
function der(signature: Uint8Array): Uint8Array {
  const half = signature.length / 2
  const parts = concat(derInteger(signature.slice(0, half)), derInteger(signature.slice(half)))
  return concat(Uint8Array.of(0x30, parts.length), parts)
}

function derInteger(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0)
  const number = bytes.slice(first < 0 ? bytes.length - 1 : first)
  // A leading 1 bit would make the integer negative.
  const positive = (number[0] ?? 0) >= 0x80 ? concat(Uint8Array.of(0), number) : number
  return concat(Uint8Array.of(0x02, positive.length), positive)
}

function bytesOf16(value: number): Uint8Array {
  return Uint8Array.of(value >> 8, value & 0xff)
}

function bytesOf32(value: number): Uint8Array {
  return concat(bytesOf16(value >>> 16), bytesOf16(value & 0xffff))
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'))
}
