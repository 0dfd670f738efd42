/** Whose dots in front of the @ mean nothing, and whose two names are one. */
const gmail = ['@gmail.com', '@googlemail.com']

/**
 * The mailbox that an address ends in: without what follows a `+`, in small letters, for Gmail without dots.
 * Only for counting what it is sent; nothing is sent to it. The same rule in SQL: `db/index-keys.ts`.
 */
export function mailboxOf(emailAddress: string): string {
  const address = emailAddress.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const at = address.indexOf('@')
  if (at < 0) return address
  const [local = ''] = address.slice(0, at).split('+')
  const host = address.slice(at)
  return gmail.includes(host) ? `${local.replaceAll('.', '')}${gmail[0]}` : `${local}${host}`
}
