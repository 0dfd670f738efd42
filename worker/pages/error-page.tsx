import type { Context } from 'hono'
import { TroublePage } from '#web/enrolment/public/confirm-page.tsx'
import { DomainError } from '#worker/domain/errors.ts'
import { setRetryAfter, statusOf, toDomainError, toErrorResponse } from '#worker/http/errors.ts'
import type { AppEnv } from '#worker/http/factory.ts'
import { answerPage, enrolmentWords, type PublicAnswer, publicOrigin } from './document.ts'

/** Errors of pages are answered with a page instead of JSON. */
export async function answerErrorPage(error: Error, c: Context<AppEnv>): Promise<Response> {
  const refusal = toDomainError(error, c)
  setRetryAfter(refusal, c)
  const status = statusOf[refusal.code]
  const sentence =
    status < 500 ? refusal.message : `${refusal.message} Das liegt an uns, nicht an Dir.`
  const answer = answerPage(
    c,
    {
      ...enrolmentWords,
      guildName: '',
      page: <TroublePage sentence={sentence} />,
      script: null,
      isIndexed: false,
    },
    { status, cache: 'never', ...reloadOnce(refusal, c) },
  )
  // Without the template no page can be rendered: the answer is JSON then.
  return answer.catch(() => toErrorResponse(refusal, c))
}

/** Temporary errors reload the page once, not forever, because very many may be waiting. */
function reloadOnce(
  { code, details }: DomainError,
  c: Context<AppEnv>,
): Pick<PublicAnswer, 'goTo'> {
  const url = new URL(c.req.url)
  const isReloaded = url.searchParams.has(reloaded)
  if (code !== 'Busy' || c.req.method !== 'GET' || isReloaded) return {}
  const { retryAfter = 0 } = { ...details } as Partial<{ retryAfter: number }>
  url.searchParams.set(reloaded, '1')
  return { goTo: { url: `${url.pathname}${url.search}`, afterSeconds: retryAfter } }
}

/** Query parameter of a page that has reloaded itself. */
const reloaded = 'nochmal'

/**
 * Rejects a form that was sent from another site.
 * @throws DomainError Forbidden
 */
export function assertOwnForm(c: Context<AppEnv>): void {
  const from = c.req.header('Origin')
  if (from === undefined || from === new URL(c.req.url).origin || from === publicOrigin(c)) return
  throw new DomainError('Forbidden', 'Dieses Formular kommt von einer fremden Seite.')
}
