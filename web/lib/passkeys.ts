import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { loadChunk } from './load-chunk.ts'
import type { Result } from './result.ts'

/** Whether the browser can use passkeys; false also on an address without https. */
export function supportsPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function'
}

/**
 * Asks the browser for an existing passkey.
 * @param options the WebAuthn options that the server has made
 */
export async function getPasskey(options: object) {
  return callBrowser(async () => {
    const { startAuthentication } = await library()
    return startAuthentication({ optionsJSON: options as Request })
  }, showingWords)
}

/** Whether the browser offers passkeys in the autofill of the address field. */
export async function canOfferPasskeys(): Promise<boolean> {
  if (!supportsPasskeys()) return false
  try {
    return (await window.PublicKeyCredential.isConditionalMediationAvailable?.()) === true
  } catch {
    return false
  }
}

/**
 * Offers passkeys in the autofill and waits until the user chooses one.
 * @returns null when another passkey request or `cancelPasskeyOffer` has ended the offer
 */
export async function offerPasskey(options: object) {
  try {
    const { startAuthentication } = await library()
    return await startAuthentication({ optionsJSON: options as Request, useBrowserAutofill: true })
  } catch {
    return null
  }
}

export async function cancelPasskeyOffer(): Promise<void> {
  const { WebAuthnAbortService } = await library()
  WebAuthnAbortService.cancelCeremony()
}

/**
 * Creates a passkey on the device.
 * @param options the WebAuthn options that the server has made
 */
export async function createPasskey(options: object) {
  return callBrowser(async () => {
    const { startRegistration } = await library()
    return startRegistration({ optionsJSON: options as Creation })
  }, creatingWords)
}

// The library's types of the options, which `@simplewebauthn/server` has made on the server.
type Request = PublicKeyCredentialRequestOptionsJSON
type Creation = PublicKeyCredentialCreationOptionsJSON

// Loaded on demand, because most users have no passkey.
const library = () => loadChunk(() => import('@simplewebauthn/browser'))

async function callBrowser<T>(
  ask: () => Promise<T>,
  words: Readonly<Record<string, string>>,
): Promise<Result<T>> {
  if (!supportsPasskeys()) return noPasskey(passkeysUnsupported)
  try {
    return { ok: true, data: await ask(), status: 200 }
  } catch (error) {
    const name = error instanceof Error || error instanceof DOMException ? error.name : ''
    if (name === 'MissingCode') return { ok: false, failure: { type: 'NetworkError' } }
    return noPasskey(Object.hasOwn(words, name) ? (words[name] ?? unclear) : unclear)
  }
}

function noPasskey(message: string): {
  ok: false
  failure: { type: 'ApiError'; error: NoPasskey }
} {
  return { ok: false, failure: { type: 'ApiError', error: { code: 'NoPasskey', message } } }
}
type NoPasskey = { code: 'NoPasskey'; message: string }

export const passkeysUnsupported =
  'Dieser Browser kann keine Passkeys. Nimm einen neueren, oder ein anderes Gerät.'
const unclear = 'Das Gerät hat nicht richtig geantwortet. Versuche es noch einmal.'
// Browsers do not tell cancelling and timeout apart.
const cancelled = 'Das wurde abgebrochen oder hat zu lange gedauert. Versuche es noch einmal.'
const wrongAddress =
  'Unter dieser Adresse gehen keine Passkeys. Öffne die Seite unter ihrem richtigen Namen.'

/** German sentences by the name of the browser's WebAuthn error, for signing in with a passkey. */
const showingWords = {
  NotAllowedError: cancelled,
  AbortError: cancelled,
  SecurityError: wrongAddress,
}
const unable =
  'Dieses Gerät kann keinen Passkey anlegen, der nach Fingerabdruck, Gesicht oder PIN fragt. Nimm ein anderes.'
const creatingWords = {
  ...showingWords,
  InvalidStateError: 'Auf diesem Gerät liegt schon ein Passkey von Dir.',
  NotSupportedError: unable,
  ConstraintError: unable,
}
