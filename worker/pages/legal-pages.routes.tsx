import type { Context } from 'hono'
import type { ReactElement } from 'react'
import { AccessibilityPage, ImprintPage } from '#web/enrolment/public/legal-pages.tsx'
import { PrivacyPage, type Recipients } from '#web/enrolment/public/privacy-page.tsx'
import { paths, staffQuery } from '#web/paths.ts'
import type { Env } from '#worker/env.ts'
import { findGuildAndLegal } from '#worker/guild/guild.queries.ts'
import { requireRight } from '#worker/http/auth.ts'
import { type AppEnv, factory } from '#worker/http/factory.ts'
import { answerPage } from './document.ts'
import { answerErrorPage } from './error-page.tsx'

/** The pages that every public page links to. */
export const legalPagesRoutes = factory
  .createApp()
  .onError(answerErrorPage)
  .get(paths.imprint, requireRight('public'), async (c) => {
    const known = await readKnown(c)
    const description = 'Wer für diese Seiten verantwortlich ist'
    return answerText(c, { ...known, title: 'Impressum', description }, <ImprintPage {...known} />)
  })
  .get(paths.privacy, requireRight('public'), async (c) => {
    const known = await readKnown(c)
    const description = 'Was mit Deinen Angaben geschieht, und welche Rechte Du hast'
    const page = <PrivacyPage {...known} recipients={recipientsOf(c.env)} />
    return answerText(c, { ...known, title: 'Datenschutz', description }, page)
  })
  .get(paths.accessibility, requireRight('public'), async (c) => {
    const known = await readKnown(c)
    const description =
      'Wie gut diese Seiten alle benutzen können, und wie Du ein Hindernis meldest'
    const page = <AccessibilityPage {...known} />
    return answerText(c, { ...known, title: 'Barrierefreiheit', description }, page)
  })

async function readKnown(c: Context<AppEnv>) {
  const isForStaff = new URL(c.req.url).search === staffQuery
  return { ...(await findGuildAndLegal(c.get('db'))), isForStaff }
}

type Head = { guild: { name: string }; title: string; description: string }

function answerText(c: Context<AppEnv>, { guild, ...head }: Head, page: ReactElement) {
  return answerPage(
    c,
    { ...head, guildName: guild.name, page, script: null, isIndexed: true },
    { cache: 'minute' },
  )
}

/** Only configured services are named as recipients of data. */
function recipientsOf(env: Env): Recipients {
  const { PAYMENT_PROVIDER: payment, TURNSTILE_SITE_KEY, TURNSTILE_SECRET } = env
  return {
    payment: payment === 'stripe' || payment === 'mollie' ? payment : null,
    hasTurnstile: Boolean(TURNSTILE_SITE_KEY && TURNSTILE_SECRET),
  }
}
