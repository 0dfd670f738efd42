import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LaunchOptions } from '@playwright/test'

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
const ours = join(modules, '@sparticuz/chromium')

/**
 * Unpacks the Chromium of the npm package together with its libraries, once per version. Needs only the
 * system's C library and no root.
 */
export async function unpackBundledBrowser(): Promise<
  Required<Pick<LaunchOptions, 'executablePath' | 'env'>>
> {
  const { version } = JSON.parse(await readFile(join(ours, 'package.json'), 'utf8'))
  const folder = join(modules, '.cache', `chromium-${version}`)
  if (!existsSync(folder)) await unpackTo(folder)
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}

// Unpacks beside and renames, so that an interrupted run leaves no partial browser.
async function unpackTo(folder: string): Promise<void> {
  const cache = join(folder, '..')
  await mkdir(cache, { recursive: true })
  const draft = await mkdtemp(join(cache, 'unpacking-'))
  const { TMPDIR } = process.env
  try {
    // The package always unpacks into the system's temporary folder.
    process.env.TMPDIR = draft
    const { default: chromium, inflate } = await import('@sparticuz/chromium')
    await chromium.executablePath()
    await inflate(join(ours, 'bin/al2023.tar.br'))
    await writeFile(join(draft, 'fonts.conf'), fontsConf(folder))
    await rename(draft, folder)
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    await rm(draft, { recursive: true, force: true })
  }
}

// The package's font configuration names folders that do not exist here.
function fontsConf(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`
}
