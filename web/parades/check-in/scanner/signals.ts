/** A scanned code: of a person to confirm, of one who is confirmed, or not on this list. */
export type Scanned = 'first' | 'again' | 'unknown'

/** Told apart without looking: how the phone shakes (milliseconds), and its tones (hertz, seconds). */
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

/** Opened by whoever has just pressed something: only then a browser lets a page be heard. */
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
  // It sleeps after a call, or while another page was in front.
  if (context.state === 'suspended') context.resume().catch(() => undefined)
  let at = context.currentTime
  for (const [pitch, length] of tones) {
    const tone = context.createOscillator()
    const loudness = context.createGain()
    tone.frequency.value = pitch
    loudness.gain.setValueAtTime(0.4, at)
    // Cut off at once it would crackle.
    loudness.gain.exponentialRampToValueAtTime(0.001, at + length)
    tone.connect(loudness).connect(context.destination)
    tone.start(at)
    tone.stop(at + length)
    at += length + gapInSeconds
  }
}
