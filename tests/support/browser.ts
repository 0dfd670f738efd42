import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { type LaunchOptions, chromium as playwrights } from '@playwright/test'
import { unpackBundledBrowser } from './bundled-browser.ts'

const run = promisify(execFile)

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Command names on a Linux path, then the places where macOS and Windows install Chrome. */
const commands = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser']
const installations = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Finds a real Chromium: $CHROME_PATH, an installed one, or the bundled one of the npm packages.
 * E2E_BROWSER=bundled always takes the bundled one.
 */
export async function findBrowser(): Promise<LaunchOptions> {
  if (process.env.CHROME_PATH) return { executablePath: process.env.CHROME_PATH, args }
  const installed = process.env.E2E_BROWSER === 'bundled' ? null : await findInstalled()
  if (installed) return { executablePath: installed, args }
  if (process.platform === 'linux' && process.arch === 'x64') {
    return { ...(await unpackBundledBrowser()), args }
  }
  throw new Error('No Chrome or Chromium was found: install one or name it in CHROME_PATH.')
}

async function findInstalled(): Promise<string | null> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = commands.flatMap((command) => folders.map((folder) => join(folder, command)))
  for (const path of [...onPath, ...installations, playwrights.executablePath()]) {
    if (existsSync(path) && (await answers(path))) return path
  }
  return null
}

// Some systems have a command of that name that only prints how to install the browser, or one in a snap,
// which cannot read the folders of the tests.
async function answers(path: string): Promise<boolean> {
  if (process.platform === 'win32') return true
  const version = await run(path, ['--version']).catch(() => null)
  return (
    /\bChrom(e|ium)\b.*\d/.test(version?.stdout ?? '') && !/\bsnap\b/.test(version?.stdout ?? '')
  )
}
