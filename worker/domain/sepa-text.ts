// What banks understand everywhere: the basic character set of SEPA, pure ASCII.

const spelledOut: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
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

const dashes = /[‐‑‒–—―−]/gu
const quotes = /["`´ʼ‘’‚‛“”„‟′″‹›«»]/gu

/**
 * Text in the basic character set: umlauts spelled out, accents dropped, what is left over a blank.
 * "" when nothing of it can be written.
 */
export function sepaText(text: string, maxLength: number): string {
  return text
    .normalize('NFC')
    .replace(dashes, '-')
    .replace(quotes, "'")
    .replace(/./gsu, (letter) => spelledOut[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, maxLength)
    .trimEnd()
}
