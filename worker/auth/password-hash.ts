import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

// scrypt, since PBKDF2 is limited in production. An isolate has 128 MB, of which 2^14 × 8 needs 16 MB.
const current = { ln: 14, r: 8, p: 5 }
const keyLength = 32
const format = /^scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

type Parameters = typeof current

/** The hash to store, `scrypt$ln=14,r=8,p=5$salt$key`, salt and key in base64. Passwords are hashed after NFKC. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, current)
  const { ln, r, p } = current
  return `scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64')}$${key.toString('base64')}`
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const stored = parse(hash)
  if (!stored) return false
  const key = await derive(password, stored.salt, stored.parameters)
  return key.length === stored.key.length && timingSafeEqual(key, stored.key)
}

/** Whether the hash has other parameters than today's; the next sign-in renews such a hash. */
export function needsRehash(hash: string): boolean {
  const parameters = parse(hash)?.parameters
  return parameters?.ln !== current.ln || parameters.r !== current.r || parameters.p !== current.p
}

/** Takes the time of a verification, so that the response time does not reveal whether an address is known. */
export async function verifyDummyPassword(password: string): Promise<false> {
  await derive(password, Buffer.alloc(16), current)
  return false
}

function parse(hash: string) {
  const match = format.exec(hash)
  if (!match) return null
  const [, ln, r, p, salt = '', key = ''] = match
  return {
    parameters: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}

function derive(password: string, salt: Buffer, { ln, r, p }: Parameters): Promise<Buffer> {
  const cost = 2 ** ln
  const options: ScryptOptions = { N: cost, r, p, maxmem: 256 * cost * r }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

/** The hash of the token in the link for the first user; only the hash is stored. */
export function setupHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
