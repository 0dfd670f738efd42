import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mostBytesOfText, splitIntoParts } from '#worker/domain/archive.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text).length

describe('a text in parts', () => {
  test.each([
    ['', 1],
    ['kurz', 1],
    ['x'.repeat(48_000), 1],
    ['x'.repeat(48_001), 2],
    ['ä'.repeat(48_000), 2],
    ['🎭'.repeat(30_000), 3],
  ])('The text %.4s… is split into %i parts', (text, count) => {
    expect(splitIntoParts(text)).toHaveLength(count)
  })

  test('Joined parts give the same text, and none is longer than a row may be', () => {
    const someText = fc.array(fc.constantFrom('a', 'ß', '€', '🎭', "'", '\n'), { minLength: 1 })
    fc.assert(
      fc.property(someText, fc.integer({ min: 1, max: 60_000 }), (letters, times) => {
        const text = letters.join('').repeat(times).slice(0, 200_000)
        const parts = splitIntoParts(text)
        expect(parts.join('')).toBe(text)
        for (const part of parts) expect(bytesOf(part)).toBeLessThan(mostBytesOfText)
        if (text.isWellFormed()) expect(parts.every((part) => part.isWellFormed())).toBe(true)
      }),
      { seed: 14, numRuns: 60 },
    )
  })
})
