import type { Context } from 'hono'
import { toErrorResponse } from './errors.ts'
import type { AppEnv } from './factory.ts'
import { notFoundError } from './validate.ts'

/** Templates that worker/pages fills, by the name of their script; never served unfilled. */
export const pageTemplates = {
  enrolment: '/enrolment',
  myOrder: '/my-order',
  result: '/result',
} as const

/**
 * Answers a path without file or route. A browser that opens an address of the app gets the app's page, whose
 * router takes over. Everything else is a 404, which is not cached: a file of an older version may be deployed
 * again.
 */
export async function answerMissing(c: Context<AppEnv>): Promise<Response> {
  if (!isPagePath(c.req.path)) return missing(c)
  if (!['GET', 'HEAD'].includes(c.req.method)) {
    const isForm = formPages.includes(c.req.path)
    return c.body(null, 405, { Allow: isForm ? 'GET, HEAD, POST' : 'GET, HEAD' })
  }
  // Not the router's path, which is decoded and may contain line breaks.
  const { pathname, search } = new URL(c.req.url)
  const [, meant] = trailingSlash.exec(pathname) ?? []
  if (meant) return c.redirect(meant + search, 301)
  return c.req.header('Accept')?.includes('text/html') ? answerApp(c) : missing(c)
}

/** The staff app's page, with the headers of its file. */
export async function answerApp(c: Context<AppEnv>): Promise<Response> {
  const page = await c.env.ASSETS.fetch(new Request(new URL('/', c.req.url), c.req.raw))
  if (page.status === 404) return missing(c)
  c.set('isPage', true)
  return page
}

/** Pages to which a browser without scripts sends a form by POST; worker/pages has the routes. */
const formPages = ['/parade-enrolment', '/parade-enrolment/result', '/auskunft', '/abbestellen']

/**
 * Matches a path that ends in slashes, which would open the staff app instead of the public page. A path that
 * begins with two slashes does not match, since the redirect would lead to another host.
 */
const trailingSlash = /^(\/[^/\\](?:.*[^/])?)\/+$/

function missing(c: Context<AppEnv>): Response {
  return toErrorResponse(notFoundError('Diese Adresse gibt es nicht.'), c)
}

function isPagePath(path: string): boolean {
  if (Object.values<string>(pageTemplates).includes(path)) return false
  return !/^\/(api|assets)(\/|$)/.test(path) && !path.slice(path.lastIndexOf('/')).includes('.')
}
