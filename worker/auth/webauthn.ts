// The only file that imports the WebAuthn library; it is large, so this file is loaded on demand
// (`passkeys.ts`).

import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import type { KnownPasskey } from '#worker/db/user-columns.ts'
import { fullName } from '#worker/domain/names.ts'
import type { PasskeyAnswer, RegistrationAnswer } from './passkeys.contract.ts'
import type { Site } from './sign-in-context.ts'

type Stored = { credentialId: string; publicKey: string; counter: number; userId: number }

/** How long the browser waits for the user: as long as a challenge is valid. */
export const patienceInMs = 5 * 60_000

/** EdDSA, ES256, RS256: supported by all browsers and verifiable in this runtime. */
const algorithms = [-8, -7, -257]

/** The options for a sign-in or confirmation. Without `known`, the browser offers all its passkeys for this site. */
export function askForPasskey(
  site: Site,
  known: readonly KnownPasskey[] = [],
  /** The challenge in base64url; left out: a random one. */
  challenge?: string,
) {
  return generateAuthenticationOptions({
    rpID: site.id,
    ...(challenge && { challenge: isoBase64URL.toBuffer(challenge) }),
    allowCredentials: known.map(toDescriptor),
    userVerification: 'required',
    timeout: patienceInMs,
  })
}

export function askForNewPasskey(
  site: Site,
  user: { id: number; emailAddress: string; firstName: string; lastName: string },
  { guildName, known }: { guildName: string; known: readonly KnownPasskey[] },
) {
  return generateRegistrationOptions({
    rpID: site.id,
    rpName: guildName || 'Zunft',
    userID: handleOf(user.id),
    userName: user.emailAddress,
    userDisplayName: fullName(user),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(toDescriptor),
    supportedAlgorithmIDs: algorithms,
    timeout: patienceInMs,
  })
}

/** Verifies a response. @returns the passkey's new counter; null when the response is invalid */
export async function verifyAnswer(
  answer: PasskeyAnswer,
  { site, challenge, passkey }: { site: Site; challenge: string; passkey: Stored },
): Promise<number | null> {
  const { userHandle } = answer.response
  const handle = isoBase64URL.fromBuffer(handleOf(passkey.userId))
  if (userHandle && userHandle !== handle) return null
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: {
        id: passkey.credentialId,
        publicKey: isoBase64URL.toBuffer(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    // The library throws only on an invalid response: it does not access the database.
    return null
  }
}

/** Verifies a registration. @returns the columns of the new passkey; null when the response is invalid */
export async function verifyRegistration(
  answer: RegistrationAnswer,
  { site, challenge }: { site: Site; challenge: string },
) {
  try {
    if (!isSelfAttested(answer)) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    return { credentialId: id, publicKey: isoBase64URL.fromBuffer(publicKey), counter }
  } catch {
    return null
  }
}

// Attestation is not requested, and browsers remove it. An attestation that is sent anyway is rejected: the library
// would fetch certificates from addresses in it.
function isSelfAttested(answer: RegistrationAnswer): boolean {
  const attestation = decodeAttestationObject(
    isoBase64URL.toBuffer(answer.response.attestationObject),
  )
  const fmt = attestation.get('fmt')
  return fmt === 'none' || (fmt === 'packed' && !attestation.get('attStmt').get('x5c'))
}

/** The user handle: the id, which contains no personal data. */
function handleOf(userId: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(String(userId))
}

function toDescriptor({ credentialId, transports }: KnownPasskey) {
  return { id: credentialId, transports: transports ? transports.split(',') : [] }
}
