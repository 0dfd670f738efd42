// npm run icons: renders the app's icons and preview picture from the product's mark and patches into
// web/public. The output is committed; run it when one of those changes.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createServer } from 'vite'
import { projectDir } from '#scripts/local/project.ts'
import { findBrowser } from '#tests/support/browser.ts'

const web = join(projectDir, 'web')

const vite = await createServer({ configFile: false, root: web, server: { middlewareMode: true } })
const { Hem } = await vite.ssrLoadModule('/brand/felt-bands.tsx')
const { GuildMark } = await vite.ssrLoadModule('/brand/guild-mark.tsx')
const hem = renderToStaticMarkup(createElement(Hem))
const mark = renderToStaticMarkup(createElement(GuildMark, { tone: 'onRed' }))
await vite.close()

const tokens = await readFile(join(web, 'styles/tokens.css'), 'utf8')
const browser = await chromium.launch(await findBrowser())
// On a home screen the mark is on the header's red, with margin for any mask.
await draw('icon-192.png', 192, 192, icon(0.62))
await draw('icon-512.png', 512, 512, icon(0.62))
// Masks cut a circle of at least four fifths.
await draw('icon-maskable.png', 512, 512, icon(0.5))
await draw('apple-touch-icon.png', 180, 180, icon(0.62))
// Preview of a shared link, 1.91 to 1. Without text, which could be neither translated nor read out.
await draw(
  'og.png',
  1200,
  630,
  `<div class="mark" style="width:300px;margin-bottom:110px">${mark}</div>${hem}`,
)
await browser.close()

function icon(share: number): string {
  return `<div class="mark" style="width:${share * 100}%">${mark}</div>`
}

async function draw(name: string, width: number, height: number, body: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(`<!doctype html><style>${tokens}
    body { margin: 0; height: 100vh; display: grid; place-items: center; background: var(--fleck-3) }
    .mark svg { display: block; width: 100% }
    body > svg { position: absolute; bottom: -12px; width: 480px; height: 54px; transform: scale(2.5); transform-origin: left bottom; left: 0 }
    [class*="--stitch"] { --stitch: var(--fleck-stitch-dark) }
    </style>${body}`)
  await page.screenshot({ path: join(web, 'public', name) })
  await page.close()
}
