import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { AppEnv } from '#worker/http/factory.ts'
import { pageTemplates } from '#worker/http/missing.ts'
import { turnstileOf, turnstileOrigin } from '#worker/http/turnstile.ts'

export type PublicDocument = {
  /** "Umzugsanmeldung"; the guild's name is appended. */
  title: string
  guildName: string
  description: string
  page: ReactElement
  /** Initial data for the script, as JSON; the page itself gets them as props. */
  data?: object
  /** null: the page has no script. */
  script: keyof typeof pageTemplates | null
  isIndexed: boolean
}

/** Title and description of the enrolment page. */
export const enrolmentWords = {
  title: 'Umzugsanmeldung',
  description:
    'Melde Dich oder Deine Familie zu den Umzügen der Fasnet an und bezahle gleich online.',
} as const

export type PublicAnswer = {
  status?: ContentfulStatusCode
  /** `minute` for pages that are the same for all; `never` for all others. */
  cache: 'minute' | 'never'
  /** A refresh that the page itself makes, because its policy forbids redirecting a form to another host. */
  goTo?: { url: string; afterSeconds: number }
}

/** Answers with a rendered public page, with the head, data and content policy of its template. */
export async function answerPage(
  c: Context<AppEnv>,
  document: PublicDocument,
  { status = 200, cache, goTo }: PublicAnswer,
): Promise<Response> {
  const template = await readTemplate(c, document.script)
  setPolicy(c, document.script, template)
  c.header('Cache-Control', cache === 'minute' ? sharedMinute : 'no-store')
  return c.html(renderPage(c, template, document, goTo), status)
}

/** The whole text of a page; rendered synchronously, because the pages have no <Suspense>. */
export function renderPage(
  c: Context<AppEnv>,
  template: Template,
  document: PublicDocument,
  goTo?: PublicAnswer['goTo'],
): string {
  return [
    template.beforeHead,
    headOf(c, document, goTo),
    template.beforePage,
    renderToString(document.page),
    template.beforeData,
    document.data ? dataScript(document.data) : '',
    template.afterData,
  ].join('')
}

export function setPolicy(
  c: Context<AppEnv>,
  script: PublicDocument['script'],
  { policy }: Template,
): void {
  if (policy) c.header('Content-Security-Policy', policyFor(c, script, policy))
}

/** Caches keep a page for a minute, and serve it longer during a rush or when the worker fails. */
const sharedMinute = 'public, max-age=60, stale-while-revalidate=300, stale-if-error=3600'

export type Template = {
  /** The template's text. */
  text: string
  beforeHead: string
  beforePage: string
  beforeData: string
  afterData: string
  /** null with the dev server, which adds scripts and styles of its own. */
  policy: string | null
}

const templates = new Map<PublicDocument['script'], Template>()

export async function readTemplate(
  c: Context<AppEnv>,
  script: PublicDocument['script'],
): Promise<Template> {
  const known = templates.get(script)
  if (known && !import.meta.env.DEV) return known
  const address = new URL(pageTemplates[script ?? 'myOrder'], c.req.url)
  const file = await c.env.ASSETS.fetch(new Request(address))
  if (!file.ok) throw new Error(`No template ${address.pathname}: ${file.status}`)
  const text = await file.text()
  if (known?.text === text) return known
  const template = await splitTemplate(text, script !== null)
  templates.set(script, template)
  return template
}

const ownScripts = /\s*<(?:script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>/g

async function splitTemplate(text: string, hasScript: boolean): Promise<Template> {
  const html = hasScript ? text : text.replace(ownScripts, '')
  const [beforeHead, beforePage, beforeData, afterData] = html.split(/<!--(?:head|page|data)-->/)
  if (!beforeHead || !beforePage || !beforeData || !afterData) {
    throw new Error('The template lacks a place')
  }
  const policy = text.includes('/@vite/client') ? null : await policyOf(text)
  return { text, beforeHead, beforePage, beforeData, afterData, policy }
}

/** Allows only this site's files and the template's inline style. */
async function policyOf(html: string): Promise<string> {
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style)
  const hashes = await Promise.all(styles.map(hashOf))
  return [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...hashes].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Adds the challenge's script and frame on pages that may ask for one. */
function policyFor(
  { env }: Context<AppEnv>,
  script: PublicDocument['script'],
  policy: string,
): string {
  if (script !== 'enrolment') return policy
  if (!turnstileOf(env)) return `${policy}; worker-src 'self'`
  const withScript = policy.replace("script-src 'self'", `$& ${turnstileOrigin}`)
  return `${withScript}; frame-src ${turnstileOrigin}`
}

async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)),
  )
  return `'sha256-${btoa(String.fromCharCode(...bytes))}'`
}

function headOf(c: Context<AppEnv>, document: PublicDocument, goTo: PublicAnswer['goTo']): string {
  const { title, guildName, description, isIndexed } = document
  const origin = publicOrigin(c)
  const whole = [title, guildName].filter(Boolean).join(' · ')
  return [
    `<title>${escaped(whole)}</title>`,
    named('description', description),
    ...(isIndexed ? [link('canonical', `${origin}${c.req.path}`)] : [named('robots', 'noindex')]),
    property('og:type', 'website'),
    property('og:title', whole),
    property('og:description', description),
    property('og:image', `${origin}/og.png`),
    property('og:locale', 'de_DE'),
    ...(guildName ? [property('og:site_name', guildName)] : []),
    // The colour of the page's header in light and dark mode (--fleck-3).
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#921317">',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#711012">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="icon" href="/icon-192.png" type="image/png" sizes="192x192">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    ...(goTo ? [`<meta http-equiv="refresh" content="${refreshOf(goTo)}">`] : []),
  ].join('\n    ')
}

const refreshOf = ({ url, afterSeconds }: NonNullable<PublicAnswer['goTo']>) =>
  escaped(`${afterSeconds};url=${url}`)

/** The site's address for metadata: the configured one, else that of the request. */
export function publicOrigin({ env, req }: Context<AppEnv>): string {
  return new URL(URL.canParse(env.APP_ORIGIN) ? env.APP_ORIGIN : req.url).origin
}

const named = (name: string, content: string) =>
  `<meta name="${name}" content="${escaped(content)}">`

const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escaped(content)}">`

const link = (rel: string, href: string) => `<link rel="${rel}" href="${escaped(href)}">`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter)
}

/** The data as a script element; "<" is escaped, so that a parade's text cannot close the element. */
function dataScript(data: object): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="data">${json}</script>`
}
