import { createHash } from 'node:crypto'
import type { IncomingRequestCfProperties } from '@cloudflare/workers-types'
import type { Context } from 'hono'
import type { AppEnv } from './factory.ts'

/** Lets a public read be kept for a minute, unless somebody signed in asked (design: api contract). */
export function cacheForAMinute(c: Context<AppEnv>): void {
  if (!c.req.header('Authorization')) c.header('Cache-Control', 'public, max-age=60')
  c.header('Vary', 'Authorization')
}

/** The name of a text, by which somebody who has it already can ask for another. */
export function entityTag(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url')}"`
}

/** Whether who asks has what is named so. On the way it may have been packed: then the name is a weak one. */
export function hasAlready(c: Context<AppEnv>, tag: string): boolean {
  return knownTags(c).includes(tag)
}

/** The names of what who asks has already, weak ones like strong ones (RFC 9110, 13.1.2). */
export function knownTags(c: Context<AppEnv>): string[] {
  const known = (c.req.header('If-None-Match') ?? '').split(',')
  return known.map((one) => one.trim().replace(/^W\//, ''))
}

/**
 * Whether who asks takes an answer packed by gzip. The platform's front tells the worker of its own two ways in the
 * header, and what the client itself takes in `cf`.
 */
export function takesGzip(c: Context<AppEnv>): boolean {
  const { cf } = c.req.raw as { cf?: Partial<IncomingRequestCfProperties> }
  const told = cf?.clientAcceptEncoding ?? c.req.header('Accept-Encoding') ?? ''
  const taken = told.toLowerCase().split(',')
  return taken.some((way) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/.test(way))
}
