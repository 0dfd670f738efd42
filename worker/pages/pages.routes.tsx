import { allow } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { answerPage } from './document.ts'
import { readOffer } from './offer.queries.ts'

/** The pages that the worker renders for everybody; the browser brings to life what needs it. */
export const pagesRoutes = factory
  .createApp()
  .get('/parade-enrolment', allow('public'), async (c) => {
    const offer = await readOffer(c.get('db'), c.get('today'))
    return answerPage(
      c,
      {
        title: 'Umzugsanmeldung',
        guildName: offer.guild.name,
        description: 'Anmeldung zu den Umzügen der Fasnet',
        page: <h1 className="text-primary">Umzugsanmeldung</h1>,
        data: offer,
        script: 'enrolment',
        isIndexed: true,
      },
      { cache: 'minute' },
    )
  })
