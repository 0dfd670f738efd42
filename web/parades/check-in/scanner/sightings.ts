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
