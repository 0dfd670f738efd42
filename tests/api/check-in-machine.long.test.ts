import { expect, test } from 'vitest'
import { explore, patience, replay } from '#tests/support/check-in-machine/explore.ts'
import { fates } from '#tests/support/check-in-machine/network.ts'
import { regressions } from '#tests/support/check-in-machine/regressions.ts'
import { actOutcomes } from '#worker/domain/codes.ts'

// Random stories of a parade day: two phones with the outbox of the browser, a desk and the real server, with
// an unreliable network between them. Every act ends exactly once on the server or is reported to the helper,
// and in the end phones and server agree. `npm run soak` plays more of them. See docs/decisions/tests.md.

test(
  'In random stories of a parade day each check-in act is stored once or reported to the helper, and phones and server agree in the end',
  patience,
  async () => {
    const met = await explore({ runs: 200, seed: 20270116 })
    // A run without some outcome or network failure would not have tested it.
    const outcomes = [...actOutcomes, 'later'].filter((outcome) => !met.has(`act: ${outcome}`))
    const troubles = fates.filter((fate) => !met.has(`sent: ${fate}`))
    expect({ outcomes, troubles }).toEqual({ outcomes: [], troubles: [] })
  },
)

test.each(regressions)('Regression: $name', patience, ({ acts }) => replay(acts))
