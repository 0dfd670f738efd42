import { addressKey } from '#worker/domain/circular.ts'
import { isSameSeal, seal } from '#worker/http/keyed-hash.ts'

/** Where the page of the link lies. */
export const optOutPath = '/abbestellen'

const purpose = 'circular opt-out'

/** An address has as many numbers as the link names; what the others are is found by the address. */
const mostIds = 20

/** Behind the "#" no server and no log sees who says no. */
export function optOutUrl(
  origin: string,
  memberIds: readonly number[],
  emailAddress: string,
  secret: string,
): string {
  const said = `${memberIds.slice(0, mostIds).join('-')}.${addressSeal(emailAddress, secret)}`
  return `${origin}${optOutPath}#${said}.${seal(secret, purpose, said)}`
}

/** Whom a link of ours names, and by what their address is known again; null for what is none of ours. */
export function readOptOut(
  typed: string,
  secret: string,
): { memberIds: number[]; isAddress: (emailAddress: string) => boolean } | null {
  const token = typed.trim()
  const [, said = '', ids = '', address = '', given = ''] =
    /^(((?:[1-9]\d{0,14}(?:-[1-9]\d{0,14})*)?)\.([\w-]{16}))\.([\w-]{43})$/.exec(token) ?? []
  if (!isSameSeal(given, seal(secret, purpose, said)) || ids === '') return null
  return {
    memberIds: ids.split('-').map(Number),
    isAddress: (emailAddress) => isSameSeal(address, addressSeal(emailAddress, secret)),
  }
}

function addressSeal(emailAddress: string, secret: string): string {
  return seal(secret, `${purpose} address`, addressKey(emailAddress)).slice(0, 16)
}
