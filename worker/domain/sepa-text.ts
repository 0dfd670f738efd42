import { basicLatin, cleanLine, dashes, withoutInvisible } from './text.ts'

// What banks understand everywhere: the basic character set of SEPA, pure ASCII.

const symbols: Record<string, string> = {
  '&': '+',
  '€': 'EUR',
  '@': '(at)',
  _: '-',
  ';': ',',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
}

const quotes = /["`´ʼ‘’‚‛“”„‟′″‹›«»]/gu

/**
 * Text in the basic character set: umlauts spelled out, accents dropped, what is left over a blank.
 * "" when nothing of it can be written.
 */
export function sepaText(text: string, maxLength: number): string {
  const written = withoutInvisible(cleanLine(text)).replace(dashes, '-').replace(quotes, "'")
  return basicLatin(written.replace(/./gsu, (letter) => symbols[letter] ?? letter))
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, maxLength)
    .trimEnd()
}
