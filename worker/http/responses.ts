import { createHash } from 'node:crypto'
import type { IncomingRequestCfProperties } from '@cloudflare/workers-types'
import type { Context } from 'hono'
import { causeOf } from '#worker/db/causes.ts'
import { commit } from '#worker/db/commit.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { domainErrorOf } from './errors.ts'
import type { AppEnv } from './factory.ts'

/** Lets a public read be cached for a minute, unless the request has an Authorization header. */
export function cacheForAMinute(c: Context<AppEnv>): void {
  if (!c.req.header('Authorization')) c.header('Cache-Control', 'public, max-age=60')
  c.header('Vary', 'Authorization')
}

/** The ETag of a text. */
export function entityTag(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url')}"`
}

/** Whether If-None-Match contains this ETag, weak or strong. */
export function hasMatchingTag(c: Context<AppEnv>, tag: string): boolean {
  return knownTags(c).includes(tag)
}

/** The ETags of If-None-Match, weak ones without their prefix (RFC 9110, 13.1.2). */
export function knownTags(c: Context<AppEnv>): string[] {
  const known = (c.req.header('If-None-Match') ?? '').split(',')
  return known.map((one) => one.trim().replace(/^W\//, ''))
}

/**
 * Whether the client accepts gzip. The platform replaces Accept-Encoding by its own encodings and passes the
 * client's header in `cf`.
 */
export function takesGzip(c: Context<AppEnv>): boolean {
  const { cf } = c.req.raw as { cf?: Partial<IncomingRequestCfProperties> }
  const accepted = cf?.clientAcceptEncoding ?? c.req.header('Accept-Encoding') ?? ''
  const encodings = accepted.toLowerCase().split(',')
  return encodings.some((encoding) =>
    /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/.test(encoding),
  )
}

/** A CSV file to download, recorded in the history; the name may contain any letter. */
export function csvDownload(c: Context<AppEnv>, fileName: string, csv: string): Response {
  recordExport(c, fileName)
  c.header('Vary', 'Accept-Encoding')
  // The runtime compresses a body with this header; the platform does not compress CSV on its own.
  if (takesGzip(c)) c.header('Content-Encoding', 'gzip')
  return c.body(csv, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  })
}

/** Records in the history who downloaded which file; the download does not wait for it. */
export function recordExport(c: Context<AppEnv>, file: string): void {
  const db = c.get('db')
  const event = recordEvent({ entity: 'export', entityId: 0, changes: { file } })
  const recording = commit(db, [event]).catch((error: unknown) => {
    // The session was rejected, and so was the download.
    if (domainErrorOf(error)) return
    const cause = causeOf(error)
    console.error(JSON.stringify({ level: 'error', event: 'export_not_recorded', file, cause }))
  })
  c.executionCtx.waitUntil(recording)
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

/** `c.json` for a text that is JSON already, with the same type for the client. */
export function answerText<T>(c: Context<AppEnv>, text: JsonText<T>) {
  const response = c.body(text, 200, { 'Content-Type': 'application/json' })
  return response as unknown as ReturnType<typeof c.json<T, 200>>
}
