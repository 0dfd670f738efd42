/** The result of a scan: unconfirmed, confirmed before, or not on this list. */
export type Scanned = 'first' | 'again' | 'unknown'

/** The signal of each result, recognised without looking: vibration (milliseconds), tones (hertz, seconds). */
const signals: Record<Scanned, { shakes: number[]; tones: [pitch: number, length: number][] }> = {
  first: { shakes: [60], tones: [[1046, 0.09]] },
  again: {
    shakes: [250, 120, 250],
    tones: [
      [392, 0.16],
      [294, 0.26],
    ],
  },
  unknown: { shakes: [60, 80, 60], tones: [[196, 0.3]] },
}

const gapInSeconds = 0.05

/** Call in a user gesture: browsers allow sound only then. */
export function openSignals() {
  const context = 'AudioContext' in globalThis ? new AudioContext() : null
  return {
    give(scanned: Scanned): void {
      const { shakes, tones } = signals[scanned]
      navigator.vibrate?.(shakes)
      if (context) play(context, tones)
    },
    close(): void {
      context?.close().catch(() => undefined)
    },
  }
}

function play(context: AudioContext, tones: readonly [pitch: number, length: number][]): void {
  // Browsers suspend the audio after a phone call or in the background.
  if (context.state === 'suspended') context.resume().catch(() => undefined)
  let at = context.currentTime
  for (const [pitch, length] of tones) {
    const tone = context.createOscillator()
    const loudness = context.createGain()
    tone.frequency.value = pitch
    loudness.gain.setValueAtTime(0.4, at)
    // Faded out, because a hard end crackles.
    loudness.gain.exponentialRampToValueAtTime(0.001, at + length)
    tone.connect(loudness).connect(context.destination)
    tone.start(at)
    tone.stop(at + length)
    at += length + gapInSeconds
  }
}
