import { createHash } from 'node:crypto'
import type { IncomingRequestCfProperties } from '@cloudflare/workers-types'
import type { Context } from 'hono'
import { causeOf } from '#worker/db/causes.ts'
import { commit } from '#worker/db/commit.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { domainErrorOf } from './errors.ts'
import type { AppEnv } from './factory.ts'

/** Lets a public read be cached for a minute, unless a signed-in user asked. */
export function cacheForAMinute(c: Context<AppEnv>): void {
  if (!c.req.header('Authorization')) c.header('Cache-Control', 'public, max-age=60')
  c.header('Vary', 'Authorization')
}

/** The ETag of a text. */
export function entityTag(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url')}"`
}

/** Whether If-None-Match names this ETag, weak or strong. */
export function isKnownTag(c: Context<AppEnv>, tag: string): boolean {
  return knownTags(c).includes(tag)
}

/** The ETags of If-None-Match, weak ones without their prefix (RFC 9110, 13.1.2). */
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

/** A CSV file to save, and told in the history; the name may hold any letter. */
export function csvDownload(c: Context<AppEnv>, fileName: string, csv: string): Response {
  recordExport(c, fileName)
  c.header('Vary', 'Accept-Encoding')
  // The runtime packs what says so; of files of this kind the platform does not think by itself.
  if (takesGzip(c)) c.header('Content-Encoding', 'gzip')
  return c.body(csv, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  })
}

/** Who took which file out of the house stands in the history; the file does not wait for it. */
export function recordExport(c: Context<AppEnv>, file: string): void {
  const db = c.get('db')
  const event = recordEvent({ entity: 'export', entityId: 0, changes: { file } })
  const telling = commit(db, [event]).catch((error: unknown) => {
    // The sign-in was refused, and with it the file.
    if (domainErrorOf(error)) return
    const cause = causeOf(error)
    console.error(JSON.stringify({ level: 'error', event: 'export_untold', file, cause }))
  })
  c.executionCtx.waitUntil(telling)
}

declare const content: unique symbol

/** JSON text, typed by what it parses to. */
export type JsonText<T> = string & { readonly [content]: T }

export function jsonText<T>(text: string): JsonText<T> {
  return text as JsonText<T>
}

export function readJsonText<T>(text: JsonText<T>): T {
  return JSON.parse(text)
}

/** `c.json` for what is a text already: the typed client reads the same of it. */
export function answerText<T>(c: Context<AppEnv>, text: JsonText<T>) {
  const response = c.body(text, 200, { 'Content-Type': 'application/json' })
  return response as unknown as ReturnType<typeof c.json<T, 200>>
}
