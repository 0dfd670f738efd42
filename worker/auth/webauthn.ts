// The one file that loads the library of passkeys: it is large, so it is imported
// when it is needed (`passkeys.ts`).

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

/** As long as a question can be answered. */
export const patienceInMs = 5 * 60_000

/** EdDSA, ES256, RS256: what every browser has, and this runtime can check. */
const algorithms = [-8, -7, -257]

/** Without passkeys named, the browser offers what it has for this site. */
export function askForPasskey(
  site: Site,
  known: readonly KnownPasskey[] = [],
  /** base64url; without it a random one is asked. */
  challenge?: string,
) {
  return generateAuthenticationOptions({
    rpID: site.id,
    ...(challenge && { challenge: isoBase64URL.toBuffer(challenge) }),
    allowCredentials: known.map(describe),
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
    excludeCredentials: known.map(describe),
    supportedAlgorithmIDs: algorithms,
    timeout: patienceInMs,
  })
}

/** The counter that the passkey is at now; null when the answer is not what was asked for. */
export async function checkAnswer(
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
    // The library throws whatever it does not like; it neither reads nor writes anything of ours.
    return null
  }
}

/** What is to be stored of a new passkey; null when the answer is not what was asked for. */
export async function checkRegistration(
  answer: RegistrationAnswer,
  { site, challenge }: { site: Site; challenge: string },
) {
  try {
    if (!vouchesForItself(answer)) return null
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

// We ask nobody to vouch for a device, and browsers strip it. What came all the same would have the
// library look up certificates, at addresses that stand in the answer.
function vouchesForItself(answer: RegistrationAnswer): boolean {
  const attestation = decodeAttestationObject(
    isoBase64URL.toBuffer(answer.response.attestationObject),
  )
  const fmt = attestation.get('fmt')
  return fmt === 'none' || (fmt === 'packed' && !attestation.get('attStmt').get('x5c'))
}

/** What a passkey knows its owner by: a number, nothing of the person. */
function handleOf(userId: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(String(userId))
}

function describe({ credentialId, transports }: KnownPasskey) {
  return { id: credentialId, transports: transports ? transports.split(',') : [] }
}
