// Files in the database: their bytes in rows of at most 40 kB.

const partBytes = 40_000

export function splitBytes(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / partBytes)
  return Array.from({ length: count }, (_, part) =>
    bytes.slice(part * partBytes, (part + 1) * partBytes),
  )
}

/** @param parts in order */
export async function joinBytes(parts: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Blob(parts.map((part) => part.slice())).arrayBuffer())
}

/** SHA-256 in hexadecimal digits. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}
