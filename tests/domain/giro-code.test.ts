import { encodeQR } from 'qr'
import decodeQR from 'qr/decode.js'
import { describe, expect, test } from 'vitest'
import { giroCode } from '#worker/domain/fee-letter-words.ts'

const transfer = {
  name: 'Narrenzunft Schellental e.V.',
  iban: 'DE02 1203 0000 0000 2020 51',
  bic: '',
  amountInCent: 2050,
  purpose: 'MB2027-4711 Mitgliedsbeitrag Rosa Äbele',
}

describe('the GiroCode', () => {
  test('The GiroCode consists of the lines of the standard in the order of the standard', () => {
    expect(giroCode(transfer)?.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      '',
      'Narrenzunft Schellental e.V.',
      'DE02120300000000202051',
      'EUR20.50',
      '',
      '',
      'MB2027-4711 Mitgliedsbeitrag Rosa Aebele',
    ])
    expect(giroCode({ ...transfer, bic: 'byla dem1 001' })?.split('\n')[4]).toBe('BYLADEM1001')
  })

  test.each([
    [1, 'EUR0.01'],
    [100, 'EUR1.00'],
    [105, 'EUR1.05'],
    [123_456_789, 'EUR1234567.89'],
    [99_999_999_999, 'EUR999999999.99'],
  ])('In a GiroCode %i cents are written as %s', (amountInCent, written) => {
    expect(giroCode({ ...transfer, amountInCent })?.split('\n')[7]).toBe(written)
  })

  test.each([
    ['nothing to pay', { amountInCent: 0 }],
    ['a credit', { amountInCent: -5 }],
    ['more than the maximum of a transfer', { amountInCent: 100_000_000_000 }],
    ['no account', { iban: '' }],
    ['a name that no bank can write', { name: '犬' }],
  ])('There is no GiroCode for %s', (_, change) => {
    expect(giroCode({ ...transfer, ...change })).toBeNull()
  })

  test('A GiroCode with very long names has at most 331 bytes, and only single-byte characters', () => {
    const code = giroCode({
      ...transfer,
      bic: 'BYLADEM1001',
      name: 'Ä€Œß'.repeat(60),
      purpose: 'ÜÖ€ß Ł\n'.repeat(60),
      amountInCent: 99_999_999_999,
    })
    const bytes = new TextEncoder().encode(code ?? '')
    expect(bytes.length).toBeLessThanOrEqual(331)
    expect(bytes.length).toBe(code?.length)
    expect(code?.split('\n')).toHaveLength(11)
  })

  test('A GiroCode drawn as a QR code is scanned as the same text', () => {
    const code = giroCode(transfer) ?? ''
    const rows = encodeQR(code, 'raw', { ecc: 'medium', border: 4 })
    const scale = 4
    const width = rows.length * scale
    const data = new Uint8Array(width * width * 4).fill(255)
    for (let y = 0; y < width; y += 1) {
      for (let x = 0; x < width; x += 1) {
        if (!rows[Math.floor(y / scale)]?.[Math.floor(x / scale)]) continue
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
      }
    }
    expect(decodeQR({ width, height: width, data })).toBe(code)
  })
})
