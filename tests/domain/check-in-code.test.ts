import { encodeQR } from 'qr'
import { describe, expect, test } from 'vitest'
import { readGif, readSvg } from '#tests/support/code-pictures.ts'
import { checkInLink, newCheckInCode } from '#worker/domain/check-in.ts'
import { codeGif, codeSvg } from '#worker/orders/code-pictures.ts'

const code = '0F3A9C51D27E8B64'

test('A check-in code is 8 random bytes, written as 16 hexadecimal digits in upper case', () => {
  const codes = Array.from({ length: 1000 }, newCheckInCode)
  expect(codes.filter((one) => !/^[0-9A-F]{16}$/.test(one))).toEqual([])
  expect(new Set(codes).size).toBe(1000)
  // Every digit at every place, the leading nought among them.
  const seen = new Set(codes.flatMap((one) => [...one].map((digit, place) => `${place}${digit}`)))
  expect(seen.size).toBe(16 * 16)
})

describe('the text of the QR code', () => {
  test.each([
    ['https://umzug.example.de', 'HTTPS://UMZUG.EXAMPLE.DE/C/0F3A9C51D27E8B64'],
    ['http://localhost:8787', 'HTTPS://LOCALHOST:8787/C/0F3A9C51D27E8B64'],
    [
      'https://umzug.narrenzunft-hagel.de/',
      'HTTPS://UMZUG.NARRENZUNFT-HAGEL.DE/C/0F3A9C51D27E8B64',
    ],
    ['https://narrenzunft-göge.de', 'HTTPS://XN--NARRENZUNFT-GGE-LTB.DE/C/0F3A9C51D27E8B64'],
  ])(
    'For the site %s the QR code contains the link %s in upper case, is 29 squares wide, and is read back as this link',
    (origin, link) => {
      expect(checkInLink(origin, code)).toBe(link)
      // Only letters that take half the room.
      expect(link).toMatch(/^[0-9A-Z $%*+\-./:]+$/)
      expect(encodeQR(link, 'raw', { ecc: 'medium', border: 1 })).toHaveLength(29 + 2)
      expect(readSvg(codeSvg(link))).toEqual({ text: link, size: 29 + 8 })
      expect(readGif(codeGif(link))).toEqual({ text: link, size: (29 + 8) * 4 })
    },
  )
})
