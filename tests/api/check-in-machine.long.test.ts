import { expect, test } from 'vitest'
import { explore, patience, replay } from '#tests/support/check-in-machine/explore.ts'
import { fates } from '#tests/support/check-in-machine/network.ts'
import { regressions } from '#tests/support/check-in-machine/regressions.ts'
import { actOutcomes } from '#worker/domain/codes.ts'

// Random stories of a parade day: two phones with the outbox that runs in the browser, a desk, and the real
// server; between them a network that does what it likes. Whatever happens, every act ends exactly once on
// the server or is told to the helper, and in the end both phones and the server agree. `npm run soak` tells
// other and more stories. What it notices: docs/decisions/tests.md.

test(
  'whatever happens, every act ends once or is told, and phones and server agree',
  patience,
  async () => {
    const met = await explore({ runs: 200, seed: 20270116 })
    // What was never met proves nothing.
    const outcomes = [...actOutcomes, 'later'].filter((outcome) => !met.has(`act: ${outcome}`))
    const troubles = fates.filter((fate) => !met.has(`sent: ${fate}`))
    expect({ outcomes, troubles }).toEqual({ outcomes: [], troubles: [] })
  },
)

test.each(regressions)('$name, and never again', patience, ({ acts }) => replay(acts))
