import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { dumpSql } from '#scripts/archive/sql-file.ts'

/** A request that a command sent to Cloudflare. */
type Asked = { method: string; path: string; body: string }

export type CloudflareApi = {
  url: string
  asked: Asked[]
  /** The databases by id; only those that were addressed. */
  databases: Map<string, DatabaseSync>
  stop: () => Promise<void>
}

export const accountId = 'a'.repeat(32)

/**
 * A fake of Cloudflare's API with real SQLite databases.
 * @param existing names of existing databases, by id
 */
export async function startCloudflareApi(
  existing: Readonly<Record<string, string>> = {},
): Promise<CloudflareApi> {
  const asked: Asked[] = []
  const databases = new Map<string, DatabaseSync>()
  const names = new Map(Object.entries(existing))
  const files = new Map<string, string>()
  const secrets = new Set<string>()
  let url = ''

  const databaseOf = (id: string) => {
    const found = databases.get(id) ?? new DatabaseSync(':memory:')
    databases.set(id, found)
    return found
  }

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await textOf(request)
    const { pathname, searchParams, search } = new URL(request.url ?? '', 'http://localhost')
    const path = pathname.replace('/client/v4', '') + search
    const method = request.method ?? ''
    asked.push({ method, path, body })
    const answer = (result: unknown, more = {}) => {
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ success: true, errors: [], messages: [], result, ...more }))
    }
    if (pathname.startsWith('/files/')) {
      if (method === 'PUT') {
        files.set(pathname, body)
        response.setHeader('ETag', createHash('md5').update(body).digest('hex'))
      }
      return response.end(method === 'PUT' ? '' : files.get(pathname))
    }
    const [, id, act] = /\/d1\/database\/([^/?]+)(?:\/([^?]+))?/.exec(path) ?? []
    if (!id) {
      if (method === 'POST' && pathname.endsWith('/d1/database')) {
        const { name } = JSON.parse(body) as { name: string }
        const uuid = `00000000-0000-4000-8000-${String(names.size + 1).padStart(12, '0')}`
        names.set(name, uuid)
        return answer({ uuid, name, created_in_region: 'WEUR' })
      }
      if (pathname.endsWith('/d1/database')) {
        const known = [...names].map(([name, uuid]) => ({ name, uuid }))
        const name = searchParams.get('name')
        return answer(known.filter((one) => name === null || one.name === name))
      }
      if (pathname.endsWith('/secrets')) {
        if (method === 'PUT') secrets.add((JSON.parse(body) as { name: string }).name)
        return answer([...secrets].map((name) => ({ name, type: 'secret_text' })))
      }
      return answer(elsewhere(path), {
        result_info: { page: 1, per_page: 100, count: 1, total_count: 1 },
      })
    }
    const sent = body ? (JSON.parse(body) as Record<string, string>) : {}
    if (act === 'query') return answer(query(databaseOf(id), sent.sql ?? ''))
    if (act?.startsWith('time_travel'))
      return answer({ bookmark: 'b', previous_bookmark: 'before' })
    if (act === 'export') {
      const file = `/files/${id}.sql`
      files.set(file, dumpSql(databaseOf(id)))
      const result = { filename: 'x.sql', signed_url: url + file }
      return answer({ success: true, status: 'complete', messages: [], result })
    }
    if (act === 'import') {
      const file = `/files/import-${id}.sql`
      const steps = { success: true, messages: [] }
      if (sent.action === 'init')
        return answer({ ...steps, upload_url: url + file, filename: 'x.sql' })
      databaseOf(id).exec(`BEGIN;${files.get(file) ?? ''};COMMIT;`)
      const meta = { duration: 1, rows_read: 0, rows_written: 0, size_after: 0 }
      return answer({
        ...steps,
        status: 'complete',
        result: { num_queries: 1, final_bookmark: 'b', meta },
      })
    }
    const name = [...names].find(([, uuid]) => uuid === id)?.[0] ?? 'zunft'
    return answer({ uuid: id, name, version: 'production' })
  }
  const server = createServer((request, response) => {
    // Without an answer, the command that asked would wait for ever.
    respond(request, response).catch((error: unknown) => {
      response.statusCode = 400
      response.end(
        JSON.stringify({ success: false, errors: [{ code: 7500, message: `${error}` }] }),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    asked,
    databases,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}

/** Executes a text like the API: statement by statement; one with triggers as a whole. */
function query(database: DatabaseSync, sql: string) {
  const statements = sql.split(/;\s*\n|;\s*$/).filter((one) => one.trim() !== '')
  const triggers = /CREATE TRIGGER/i.test(sql)
  if (triggers || statements.length === 0) {
    database.exec(sql)
    return [{ results: [], success: true, meta: { duration: 0 } }]
  }
  return statements.map((statement) => ({
    results: database.prepare(statement).all(),
    success: true,
    meta: { duration: 0 },
  }))
}

/** The other endpoints that wrangler calls during a deploy: account, user, workers. */
function elsewhere(path: string): unknown {
  const account = { id: accountId, name: 'Narrenzunft' }
  if (path === '/user') return { id: 'u', email: 'sabine@narrenzunft-schellental.de' }
  if (path.startsWith('/accounts?')) return [account]
  if (path.startsWith('/memberships')) return [{ id: 'm', account, roles: ['Administrator'] }]
  if (/\/workers\/services\/[^/]+$/.test(path)) {
    const script = { id: 'zunft', tag: 'x', tags: [], last_deployed_from: 'wrangler' }
    return { id: 'zunft', default_environment: { environment: 'production', script } }
  }
  if (path.includes('/assets-upload-session')) return { jwt: 'jwt', buckets: [] }
  if (path.endsWith('/deployments')) return { deployments: [] }
  if (path.includes('/subdomain'))
    return { subdomain: 'zunft', enabled: false, previews_enabled: false }
  if (path.includes('/domains')) return []
  if (path.includes('/tails')) return { id: 't', url: 'ws://127.0.0.1:1', expires_at: '' }
  return { id: 'x', tag: 'x', available_on_subdomain: false }
}
