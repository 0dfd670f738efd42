/** A person's code, whoever wrote it: phones and people do not keep to upper case. null = it is none. */
export function codeOf(written: string): string | null {
  return /^[0-9a-f]{16}$/i.test(written) ? written.toUpperCase() : null
}

/**
 * The code in what a camera read; null when that is no link of this kind. Its host does not count: the
 * guild may have moved since the mail went out, and only the list knows whose code it is.
 */
export function codeOfLink(read: string): string | null {
  const [, code = ''] = /^https?:\/\/[^/\s]+\/c\/([^/\s]+)\/?$/i.exec(read.trim()) ?? []
  return codeOf(code)
}

const goneAfterMs = 1500

/** What is held into the camera is told once, and anew after it was out of sight for a moment. */
export function newSightings() {
  const seenAt = new Map<string, number>()
  const forgetGone = (now: number) => {
    for (const [text, at] of seenAt) if (now - at >= goneAfterMs) seenAt.delete(text)
  }
  return {
    /** Of what is in sight now, what was not before. */
    look(texts: readonly string[], now: number): string[] {
      forgetGone(now)
      const fresh = texts.filter((text) => !seenAt.has(text))
      for (const text of texts) seenAt.set(text, now)
      return fresh
    },
    /** Nobody looks at this moment: what was held before may still be. */
    lookAway(now: number): void {
      forgetGone(now)
      for (const text of seenAt.keys()) seenAt.set(text, now)
    },
  }
}
