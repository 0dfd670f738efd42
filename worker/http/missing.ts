import type { Context } from 'hono'
import { answerError } from './errors.ts'
import type { AppEnv } from './factory.ts'
import { notFound } from './validate.ts'

/** Templates that worker/pages fills, by the script that each of them names; never served as they are. */
export const pageTemplates = {
  enrolment: '/enrolment',
  myOrder: '/my-order',
  result: '/result',
} as const

/**
 * Where no file and no route is: a browser that goes to an address of the app gets its page, which
 * finds its own way from there. All else is missing, and that answer is not cached: a file that
 * an older version named may come back.
 */
export async function answerMissing(c: Context<AppEnv>): Promise<Response> {
  if (!isPagePath(c.req.path)) return missing(c)
  if (!['GET', 'HEAD'].includes(c.req.method)) {
    const isForm = formPages.includes(c.req.path)
    return c.body(null, 405, { Allow: isForm ? 'GET, HEAD, POST' : 'GET, HEAD' })
  }
  // As it came: the router's path is decoded, line breaks and all.
  const { pathname, search } = new URL(c.req.url)
  const [, meant] = slashTooMany.exec(pathname) ?? []
  if (meant) return c.redirect(meant + search, 301)
  return c.req.header('Accept')?.includes('text/html') ? answerApp(c) : missing(c)
}

/** Staff's app, with its file's own headers. */
export async function answerApp(c: Context<AppEnv>): Promise<Response> {
  const page = await c.env.ASSETS.fetch(new Request(new URL('/', c.req.url), c.req.raw))
  if (page.status === 404) return missing(c)
  c.set('isPage', true)
  return page
}

/** They take a form as well: worker/pages. */
const formPages = ['/parade-enrolment', '/parade-enrolment/result', '/auskunft', '/abbestellen']

/** Typed or cut so: the public pages would be taken for the staff's. Two at the front name another host. */
const slashTooMany = /^(\/[^/\\](?:.*[^/])?)\/+$/

function missing(c: Context<AppEnv>): Response {
  return answerError(notFound('Diese Adresse gibt es nicht.'), c)
}

function isPagePath(path: string): boolean {
  if (Object.values<string>(pageTemplates).includes(path)) return false
  return !/^\/(api|assets)(\/|$)/.test(path) && !path.slice(path.lastIndexOf('/')).includes('.')
}
