import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { seeded } from '#scripts/demo/random.ts'
import { findBrowser } from '#tests/support/browser.ts'
import {
  filmOf,
  type Picture,
  photograph,
  plainShot,
  type Shot,
} from '#tests/support/camera-picture.ts'
import { reportAgainAfterMs } from '#web/parades/check-in/scanner/use-camera.ts'
import type { CheckIn } from '#worker/check-in/check-in.contract.ts'
import { checkInLink } from '#worker/domain/check-in.ts'
import { addDays, berlinDay } from '#worker/domain/dates.ts'
import type { EnrolmentParade, MyOrder } from '#worker/enrolment/enrolment.contract.ts'
import type { Guild } from './guild.ts'
import { enrolAndPay } from './order-steps.ts'
import { getAs, postAs } from './session.ts'

// A camera that shows a film of a participant's code.

export type Enrolled = { paradeId: number; memberName: string; code: string; svg: string }

/**
 * Enrols a visitor for tomorrow's parade and pays; returns the code that the payer's page shows.
 */
export async function enrolledWithCode(page: Page, guild: Guild): Promise<Enrolled> {
  const lastName = `Code ${randomUUID().slice(0, 8)}`
  // The demo's parades may be later than those that a helper sees.
  const today = berlinDay(new Date())
  const date = addDays(today, 1)
  const parade = await postAs<EnrolmentParade>(guild.origin, 'management', '/api/parade', {
    title: `Umzug ${lastName}`,
    host: 'Narrenzunft Codingen',
    date,
    dateEnrolmentStart: today,
    dateEnrolmentEnd: date,
    priceForAdultsInCent: 800,
  })
  const person = { firstName: 'Cora', lastName, emailAddress: 'cora@example.de', birthday: null }
  const costume = { number: lastName, type: guild.costumeTypes[0] }
  await enrolAndPay(page, person, [parade], costume, guild.origin)
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === 'order')?.value ?? ''
  const order = await getAs<MyOrder>(guild.origin, 'helper', `/api/enrolment/orders/${token}`)
  const { checkInCode: code, checkInSvg: svg } = order.people[0] ?? {}
  if (!code || !svg) throw new Error('The server made no code')
  return { paradeId: parade.id, memberName: `${lastName}, Cora`, code, svg }
}

/** A participant of today's parade who has a code and is not confirmed. */
export async function unconfirmedOfToday({ origin, todayId }: Guild) {
  const path = `/api/check-in?parade=${todayId}`
  const { parades } = await getAs<CheckIn>(origin, 'helper', path)
  const person = parades[0]?.rows.find((row) => row.code !== '' && !row.confirmed)
  if (!person) throw new Error('No unconfirmed participant of today has a code')
  return person
}

/** The SVG as pixels drawn by the browser. */
export async function drawSvg(page: Page, svg: string, edge = 360): Promise<Picture> {
  const shades = await page.evaluate(
    async ([svg, edge]) => {
      const image = new Image(edge, edge)
      image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
      await image.decode()
      const canvas = new OffscreenCanvas(edge, edge)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('Nothing to draw on')
      context.fillStyle = 'white'
      context.fillRect(0, 0, edge, edge)
      context.drawImage(image, 0, 0, edge, edge)
      return [...context.getImageData(0, 0, edge, edge).data].filter((_, at) => at % 4 === 0)
    },
    [svg, edge] as const,
  )
  return { width: edge, height: edge, luma: Uint8Array.from(shades) }
}

/** Slightly rotated, tilted and blurred, with little light. */
const handheldShot: Shot = {
  ...plainShot,
  turn: 9,
  tilt: 0.12,
  blur: 1,
  noise: 25,
  contrast: 0.7,
  shadow: 50,
}

export type CameraBrowser = { browser: Browser; close: () => Promise<void> }

/** A browser whose camera shows this picture; null blocks the camera. */
export async function browserThatSees(picture: Picture | null): Promise<CameraBrowser> {
  const { args = [], ...options } = await findBrowser()
  const folder = await mkdtemp(join(tmpdir(), 'zunft-film-'))
  const flags = ['--use-fake-device-for-media-stream']
  if (picture) {
    const film = join(folder, 'film.y4m')
    const random = seeded('film')
    await writeFile(film, filmOf([0, 1, 2].map(() => photograph(picture, handheldShot, random))))
    flags.push('--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${film}`)
  }
  const browser = await chromium.launch({ ...options, args: [...args, ...flags] })
  const close = async () => {
    await browser.close()
    await rm(folder, { recursive: true })
  }
  return { browser, close }
}

/** Replaces the camera by codes passed to `hold`, and records vibrations and tones. */
export async function cameraThatReads(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const state = {
      inSight: [] as string[],
      /** When the page first read that nothing is in sight; null while something is. */
      emptySince: null as number | null,
      felt: [] as { shakes: unknown; tones: number }[],
    }
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas')
      canvas.getContext('2d')?.fillRect(0, 0, 1, 1)
      return canvas.captureStream(5)
    }
    const detector = class {
      static getSupportedFormats = async () => ['qr_code']
      detect = async () => {
        state.emptySince = state.inSight.length > 0 ? null : (state.emptySince ?? performance.now())
        return state.inSight.map((rawValue) => ({ rawValue }))
      }
    }
    navigator.vibrate = (shakes) => {
      state.felt.push({ shakes, tones: 0 })
      return true
    }
    const { createOscillator } = AudioContext.prototype
    AudioContext.prototype.createOscillator = function (this: AudioContext) {
      const last = state.felt.at(-1)
      if (last) last.tones += 1
      return createOscillator.call(this)
    }
    Object.assign(globalThis, { BarcodeDetector: detector, felt: state.felt, camera: state })
  })
}

/** Removes the previous code, waits by the page's clock until the scanner has noticed, and shows this one. */
export async function hold(page: Page, code: string): Promise<void> {
  const show = (texts: string[]) =>
    page.evaluate(
      (texts) =>
        Object.assign(Reflect.get(globalThis, 'camera'), { inSight: texts, emptySince: null }),
      texts,
    )
  await show([])
  await page.waitForFunction((goneAfterMs) => {
    const { emptySince } = Reflect.get(globalThis, 'camera')
    return emptySince !== null && performance.now() - emptySince >= goneAfterMs
  }, reportAgainAfterMs)
  await show([checkInLink(new URL(page.url()).origin, code)])
}
