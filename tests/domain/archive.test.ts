import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mostBytesOfText, splitIntoParts } from '#worker/domain/archive.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text).length

describe('the parts of a long text', () => {
  test.each([
    ['', 1],
    ['kurz', 1],
    ['x'.repeat(48_000), 1],
    ['x'.repeat(48_001), 2],
    ['ä'.repeat(48_000), 2],
    ['🎭'.repeat(30_000), 3],
  ])(
    'The text "$0" is split into $1 parts, so that each fits into a row of the database',
    (text, count) => {
      expect(splitIntoParts(text)).toHaveLength(count)
    },
  )

  test('The parts of any text, joined, give the text again, and each part fits into a row of the database', () => {
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
