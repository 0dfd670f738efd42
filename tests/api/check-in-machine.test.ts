import { expect, test } from 'vitest'
import { explore, patience } from '#tests/support/check-in-machine/explore.ts'

test(
  'whatever happens, every act ends once or is told, and phones and server agree',
  patience,
  async () => {
    const met = await explore({ runs: 120, seed: 20270116 })
    console.log('MET', JSON.stringify([...met].sort(), null, 0))
    expect(met.get('runs')).toBe(120)
  },
)
