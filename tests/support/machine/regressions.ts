import type { Act } from './acts.ts'
import type { ProviderName } from './world.ts'

type Regression = {
  /** What was wrong. */
  name: string
  provider: ProviderName
  /** The counterexample as fast-check prints it: seed and path lead elsewhere once acts.ts changes. */
  acts: readonly Act[]
}

/** Every failure that the machine has found, here or in a soak: the gate plays each of them again. */
export const regressions: readonly Regression[] = []
