import type { Context, ErrorHandler } from 'hono'
import { TroublePage } from '#web/enrolment/public/confirm-page.tsx'
import { DomainError } from '#worker/domain/errors.ts'
import { refusalOf, statusOf, tellWait } from '#worker/http/errors.ts'
import type { AppEnv } from '#worker/http/factory.ts'
import { answerPage, publicOrigin } from './document.ts'
import { enrolmentWords } from './offer.queries.ts'

/** Of the pages, instead of the API's JSON: a person is looking at it. */
export const answerTrouble: ErrorHandler<AppEnv> = (error, c) => {
  const refusal = refusalOf(error, c)
  tellWait(refusal, c)
  return answerPage(
    c,
    {
      ...enrolmentWords,
      guildName: '',
      page: <TroublePage sentence={refusal.message} />,
      script: null,
      isIndexed: false,
    },
    { status: statusOf[refusal.code], cache: 'never' },
  )
}

/**
 * A form on somebody else's page must not act here in the name of who looks at it.
 * @throws DomainError Forbidden
 */
export function refuseForeignForm(c: Context<AppEnv>): void {
  const from = c.req.header('Origin')
  if (from === undefined || from === new URL(c.req.url).origin || from === publicOrigin(c)) return
  throw new DomainError('Forbidden', 'Dieses Formular kommt von einer fremden Seite.')
}
