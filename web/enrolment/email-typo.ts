// Own code because the known libraries are unmaintained and far larger than needed.

const hosts =
  'gmail.com googlemail.com gmx.de gmx.net gmx.at gmx.ch gmx.com web.de t-online.de outlook.de outlook.com hotmail.de hotmail.com live.de live.com icloud.com me.com mac.com yahoo.de yahoo.com ymail.com freenet.de aol.com aol.de arcor.de online.de mail.de email.de mail.com posteo.de mailbox.org kabelbw.de vodafone.de proton.me protonmail.com'.split(
    ' ',
  )

/** Complete mistakes that are more than one letter away from the right host. */
const slips: Record<string, string> = {
  gmail: 'gmail.com',
  'gmail.de': 'gmail.com',
  'googlemail.de': 'googlemail.com',
  gmx: 'gmx.de',
  web: 'web.de',
  'web.com': 'web.de',
  't-online': 't-online.de',
  't-online.com': 't-online.de',
}

/** "joerg@gmail.com" for "joerg@gmial.com"; null when nothing looks misspelled. */
export function correctedAddress(typed: string): string | null {
  const [, name, written = ''] = /^\s*(.+@)([^@\s]+)\s*$/.exec(typed) ?? []
  const host = written.toLowerCase()
  if (!name || hosts.includes(host)) return null
  const meant = Object.hasOwn(slips, host) ? slips[host] : hosts.find((one) => isSlip(host, one))
  return meant ? name + meant : null
}

/** One letter too many, missing, wrong or swapped with the next; short hosts are too similar to others. */
function isSlip(typed: string, host: string): boolean {
  let at = 0
  while (at < host.length && typed[at] === host[at]) at += 1
  const [written, meant] = [typed.slice(at), host.slice(at)]
  return (
    written.slice(1) === meant ||
    written === meant.slice(1) ||
    (written[0] === meant[1] && written[1] === meant[0] && written.slice(2) === meant.slice(2)) ||
    (host.length > 7 && written.slice(1) === meant.slice(1))
  )
}
