/** Cloudflare's Turnstile: a solved challenge can be verified once. */
export function fakeTurnstile(secret: string) {
  const solved = new Set<string>()
  const asked: unknown[] = []
  let trouble: 'none' | 'away' | 'no JSON' | 'wrong secret' = 'none'

  return {
    host: 'challenges.cloudflare.com',
    /** The bodies of all verifications. */
    asked,
    /** Returns the token of a solved challenge. */
    solve(): string {
      const token = `challenge-${solved.size + asked.length}`
      solved.add(token)
      return token
    },
    failWith(what: typeof trouble): void {
      trouble = what
    },
    async handle(request: Request): Promise<Response> {
      const { pathname } = new URL(request.url)
      if (trouble === 'away') throw new TypeError('Network connection lost')
      if (trouble === 'no JSON') return new Response('<h1>Busy</h1>', { status: 503 })
      if (request.method !== 'POST' || pathname !== '/turnstile/v0/siteverify') {
        return new Response('', { status: 404 })
      }
      const body: { secret: string; response: string } = await request.json()
      asked.push(body)
      const errors = refusal(body)
      return Response.json({ success: errors.length === 0, 'error-codes': errors })
    },
  }

  function refusal(body: { secret: string; response: string }): string[] {
    if (trouble === 'wrong secret' || body.secret !== secret) return ['invalid-input-secret']
    return solved.delete(body.response) ? [] : ['invalid-input-response']
  }
}
