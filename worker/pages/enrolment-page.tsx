import { gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { ComingParades } from '#web/enrolment/public/coming.tsx'
import { PublicFrame } from '#web/enrolment/public/public-frame.tsx'
import { PublicPage } from '#web/enrolment/public/public-page.tsx'
import { readOffer } from '#worker/enrolment/enrolment.queries.ts'
import type { AppEnv } from '#worker/http/factory.ts'
import { entityTag, hasMatchingTag, takesGzip } from '#worker/http/responses.ts'
import {
  enrolmentWords,
  publicOrigin,
  readTemplate,
  renderPage,
  setPolicy,
  type Template,
} from './document.ts'

/** The page as rendered last, the same for all: of the request it contains only the site's address. */
type Kept = {
  template: Template
  origin: string
  /** The data that the page shows, as JSON. */
  offer: string
  body: Uint8Array<ArrayBuffer>
  gzip: Uint8Array<ArrayBuffer>
  tag: string
  /** The minute in which the data were last read. */
  minute: number
  writes: number
}

let kept: Kept | undefined
let writes = 0

/** Called after a write by staff: this isolate reads the data for the next request, others within the minute. */
export function invalidateEnrolmentPage(): void {
  writes += 1
}

const minuteInMs = 60_000

/**
 * GET /parade-enrolment. The data are read once a minute, and the page is rendered only when they have
 * changed (docs/decisions/public-page.md). Typed values are never in it: `sent-form.tsx` answers forms.
 */
export async function answerEnrolmentPage(c: Context<AppEnv>): Promise<Response> {
  const template = await readTemplate(c, 'enrolment')
  const { body, gzip, tag } = await currentPage(c, template)
  const leftInMs = minuteInMs - (c.get('now').getTime() % minuteInMs)
  setPolicy(c, 'enrolment', template)
  // A weak ETag, because the compressed and the plain body share it.
  c.header('ETag', `W/${tag}`)
  // Cached until the end of this minute, because an enrolment may open or close with the next minute.
  c.header('Cache-Control', `public, max-age=${Math.ceil(leftInMs / 1000)}, stale-if-error=3600`)
  c.header('Vary', 'Accept-Encoding')
  if (hasMatchingTag(c, tag)) return c.body(null, 304)
  c.header('Content-Type', 'text/html; charset=UTF-8')
  if (!takesGzip(c)) return c.body(body)
  c.header('Content-Encoding', 'gzip')
  // Compressed once, instead of by the runtime for each request.
  const packed = { headers: c.body(null).headers, encodeBody: 'manual' }
  return new Response(gzip, packed)
}

async function currentPage(c: Context<AppEnv>, template: Template): Promise<Kept> {
  const origin = publicOrigin(c)
  // Minute and count of writes before the read, so that a write during the read makes the next request read again.
  const asked = { minute: Math.floor(c.get('now').getTime() / minuteInMs), writes }
  const known = kept
  const isSame = known?.template === template && known.origin === origin
  if (isSame && known.minute === asked.minute && known.writes === asked.writes) return known
  const offer = await readOffer(c.get('db'), c.var)
  // No await from here on, so that of many concurrent requests only one renders.
  const text = JSON.stringify(offer)
  const isRendered = kept?.template === template && kept.origin === origin && kept.offer === text
  if (kept && isRendered) return Object.assign(kept, asked)
  const html = renderPage(c, template, {
    ...enrolmentWords,
    guildName: offer.guild.name,
    page: <PublicPage {...offer} Frame={PublicFrame} Coming={ComingParades} />,
    data: offer,
    script: 'enrolment',
    isIndexed: true,
  })
  kept = {
    ...{ template, origin, offer: text, ...asked },
    body: new TextEncoder().encode(html),
    gzip: gzipSync(html, { level: 9 }),
    tag: entityTag(html),
  }
  return kept
}
