import { Unzip, UnzipInflate } from 'fflate'

const maxUnpackedBytes = 60_000_000
/** The size of a piece to inflate; deflate expands a piece a thousandfold at most. */
const bytesAtOnce = 16 * 1024

/**
 * The XML files of a ZIP archive. It is inflated in pieces and the output is counted, because the
 * size that the archive states cannot be trusted.
 */
export function unpackXml(bytes: Uint8Array): Uint8Array[] | 'tooLarge' | 'broken' {
  const files: { parts: Uint8Array[]; isWhole: boolean }[] = []
  let size = 0
  let isBroken = false
  const unzip = new Unzip((file) => {
    if (!isStatement(file.name)) return
    const read = { parts: [] as Uint8Array[], isWhole: false }
    files.push(read)
    file.ondata = (error, part, isLast) => {
      if (error) isBroken = true
      else {
        size += part.length
        read.parts.push(part)
        read.isWhole = isLast
      }
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let from = 0; from < bytes.length; from += bytesAtOnce) {
      const isLast = from + bytesAtOnce >= bytes.length
      unzip.push(bytes.subarray(from, from + bytesAtOnce), isLast)
      if (size > maxUnpackedBytes) return 'tooLarge'
    }
  } catch {
    return 'broken'
  }
  if (isBroken || files.some(({ isWhole }) => !isWhole)) return 'broken'
  return files.map(({ parts }) => concatBytes(parts))
}

/** Skips the extra files that macOS adds to archives. */
const isStatement = (name: string) => /\.xml$/i.test(name) && !/(^|\/)(__MACOSX\/|\.)/.test(name)

function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
