import type { Context } from 'hono'
import { TroublePage } from '#web/enrolment/public/confirm-page.tsx'
import { DomainError } from '#worker/domain/errors.ts'
import { answerError, refusalOf, setRetryAfter, statusOf } from '#worker/http/errors.ts'
import type { AppEnv } from '#worker/http/factory.ts'
import { answerPage, enrolmentWords, type PublicAnswer, publicOrigin } from './document.ts'

/** Of the pages, instead of the API's JSON: a person is looking at it. */
export async function answerTrouble(error: Error, c: Context<AppEnv>): Promise<Response> {
  const refusal = refusalOf(error, c)
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
    { status, cache: 'never', ...askAgain(refusal, c) },
  )
  // It may be the template that is missing.
  return answer.catch(() => answerError(refusal, c))
}

/** What passes by itself is looked at once more, and not for ever: very many may be waiting. */
function askAgain({ code, details }: DomainError, c: Context<AppEnv>): Pick<PublicAnswer, 'goTo'> {
  const url = new URL(c.req.url)
  const isSecond = url.searchParams.has(second)
  if (code !== 'Busy' || c.req.method !== 'GET' || isSecond) return {}
  const { retryAfter = 0 } = { ...details } as Partial<{ retryAfter: number }>
  url.searchParams.set(second, '1')
  return { goTo: { url: `${url.pathname}${url.search}`, afterSeconds: retryAfter } }
}

/** Stands in the address of a page that has asked again by itself. */
const second = 'nochmal'

/**
 * A form on somebody else's page must not act here in the name of who looks at it.
 * @throws DomainError Forbidden
 */
export function assertOwnForm(c: Context<AppEnv>): void {
  const from = c.req.header('Origin')
  if (from === undefined || from === new URL(c.req.url).origin || from === publicOrigin(c)) return
  throw new DomainError('Forbidden', 'Dieses Formular kommt von einer fremden Seite.')
}
