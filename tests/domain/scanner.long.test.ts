import fc from 'fast-check'
import encodeQR from 'qr'
import { expect, test } from 'vitest'
import { type Random, seeded } from '#scripts/demo/random.ts'
import {
  photograph,
  pictureOfModules,
  plainShot,
  rgbaOf,
  type Shot,
} from '#tests/support/camera-picture.ts'
import { readFrame } from '#web/parades/check-in/scanner/decode.ts'
import { newSightings } from '#web/parades/check-in/scanner/use-camera.ts'
import { checkInLink, codeOf, codeOfLink, newCheckInCode } from '#worker/domain/check-in.ts'

const code = '0123456789ABCDEF'

// ── What was read ──────────────────────────────────────────────────────────────────────────

test.each([
  [`HTTPS://UMZUG.EXAMPLE/C/${code}`, code],
  [`https://umzug.example/c/${code.toLowerCase()}`, code],
  [`https://umzug.example/C/0123456789abcDEF/`, code],
  [`http://localhost:8787/C/${code}`, code],
  // The guild had another name when the mail went out.
  [`HTTPS://ALT.WORKERS.DEV/C/${code}`, code],
  [` HTTPS://UMZUG.EXAMPLE/C/${code}\n`, code],
  [code, null],
  [`HTTPS://UMZUG.EXAMPLE/C/${code}0`, null],
  [`HTTPS://UMZUG.EXAMPLE/C/${code.slice(1)}`, null],
  [`HTTPS://UMZUG.EXAMPLE/C/${code.replace('F', 'G')}`, null],
  [`HTTPS://UMZUG.EXAMPLE/D/${code}`, null],
  [`HTTPS://UMZUG.EXAMPLE/A/C/${code}`, null],
  [`HTTPS:///C/${code}`, null],
  [`FTP://UMZUG.EXAMPLE/C/${code}`, null],
  [`javascript:alert(1)//x/C/${code}`, null],
  ['https://de.wikipedia.org/wiki/Fastnacht', null],
  ['WIFI:T:WPA;S:Festzelt;P:narri;;', null],
  ['', null],
])('The scanned text %j is read as the check-in code %j (null: none)', (read, expected) => {
  expect(codeOfLink(read)).toBe(expected)
})

test('Each check-in code is read back from its link, in upper and lower case', () => {
  for (let i = 0; i < 50; i++) {
    const made = newCheckInCode()
    const link = checkInLink('https://umzug.example', made)
    expect([codeOfLink(link), codeOfLink(link.toLowerCase())]).toEqual([made, made])
    expect(codeOf(made.toLowerCase())).toBe(made)
  }
})

test('Any scanned text is read as a check-in code or as none, without an exception', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const found = codeOfLink(text)
      expect(found === null || /^[0-9A-F]{16}$/.test(found)).toBe(true)
    }),
    { seed: 11, numRuns: 500 },
  )
})

// ── What is held ───────────────────────────────────────────────────────────────────────────

test('A code that stays in view is reported once, and again only after it was out of view for more than a second', () => {
  const sightings = newSightings()
  expect(sightings.look(['A'], 0)).toEqual(['A'])
  for (let now = 100; now <= 10_000; now += 100) expect(sightings.look(['A'], now)).toEqual([])
  // A hand that shakes.
  for (let now = 10_100; now <= 11_400; now += 100) expect(sightings.look([], now)).toEqual([])
  expect(sightings.look(['A'], 11_490)).toEqual([])
  expect(sightings.look([], 12_000)).toEqual([])
  expect(sightings.look(['A'], 13_000)).toEqual(['A'])
})

test('Two codes held side by side are reported once each', () => {
  const sightings = newSightings()
  expect(sightings.look(['A', 'B'], 0)).toEqual(['A', 'B'])
  expect(sightings.look(['B'], 100)).toEqual([])
  expect(sightings.look(['A'], 200)).toEqual([])
  expect(sightings.look(['C'], 300)).toEqual(['C'])
})

test('A code is not reported again after a dialog has covered the camera', () => {
  const sightings = newSightings()
  expect(sightings.look(['A'], 0)).toEqual(['A'])
  for (let now = 100; now <= 60_000; now += 100) sightings.lookAway(now)
  expect(sightings.look(['A'], 60_100)).toEqual([])
  expect(sightings.look(['B'], 60_200)).toEqual(['B'])
})

test('If a code was out of view before a dialog covered the camera, it is reported again when it is held up after the dialog', () => {
  const sightings = newSightings()
  expect(sightings.look(['A'], 0)).toEqual(['A'])
  sightings.lookAway(2000)
  sightings.lookAway(2100)
  expect(sightings.look(['A'], 2200)).toEqual(['A'])
})

// ── What a camera sees ─────────────────────────────────────────────────────────────────────

/** Pictures of one kind, each with another code: how many of them are read, and whether any is read wrong. */
function readOf(count: number, seed: string, shotOf: (random: Random) => Partial<Shot>) {
  const random = seeded(seed)
  const digit = () => random.int(0, 15).toString(16)
  let read = 0
  for (let i = 0; i < count; i++) {
    const link = checkInLink(
      'https://umzug.schellental.example',
      Array.from({ length: 16 }, digit).join(''),
    )
    const modules = encodeQR(link, 'raw', { ecc: 'medium', border: 4 })
    const shot = { ...plainShot, width: 480, height: 480, ...shotOf(random) }
    const picture = photograph(pictureOfModules(modules), shot, random)
    const found = readFrame({ width: shot.width, height: shot.height, data: rgbaOf(picture) })
    expect([null, link]).toContain(found)
    if (found === link) read++
  }
  return read
}

test.each<[string, number, (random: Random) => Partial<Shot>]>([
  ['held straight, at any distance', 7, (random) => ({ size: 0.25 + random.next() * 0.7 })],
  ['turned any way', 7, (random) => ({ turn: random.int(-180, 180) })],
  ['held at a slant', 7, (random) => ({ tilt: random.next() * 0.5 - 0.25 })],
  ['out of focus', 7, (random) => ({ blur: random.int(1, 2) })],
  ['in the dark', 7, () => ({ noise: 60, contrast: 0.4 })],
  ['half in the shadow', 7, () => ({ shadow: 120, contrast: 0.6 })],
])(
  'Of 8 pictures of codes %s, at least %i are read, and none is read wrong',
  (name, atLeast, shotOf) => {
    expect(readOf(8, name, shotOf)).toBeGreaterThanOrEqual(atLeast)
  },
)

test('At least nine of ten codes, held at usual distances and angles, are read in the first picture, and none is misread', () => {
  const read = readOf(40, 'as people do', (random) => ({
    size: 0.3 + random.next() * 0.5,
    turn: random.int(-30, 30),
    tilt: random.next() * 0.3 - 0.15,
    blur: random.int(0, 2),
    noise: random.int(0, 30),
    contrast: 0.4 + random.next() * 0.6,
    shadow: random.int(0, 80),
  }))
  expect(read).toBeGreaterThanOrEqual(36)
})

test('In a picture without a code the scanner finds none', () => {
  const noise = seeded('nothing')
  const data = Uint8ClampedArray.from({ length: 320 * 320 * 4 }, () => noise.int(0, 255))
  expect(readFrame({ width: 320, height: 320, data })).toBeNull()
})
