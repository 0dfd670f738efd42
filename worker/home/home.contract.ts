import { z } from 'zod'
import { type SetupStep, setupSteps } from '#worker/domain/codes.ts'
import type { Legal } from '#worker/domain/legal.ts'

// GET /api/home        200 Home
// PUT /api/guild/setup  200 Home: a step is not asked for any more, or is again

/** What the law asks for on a public page and is not there; both are seen to in the step `privacy`. */
export type MissingLegal = { step: 'imprint' | 'privacy'; fields: (keyof Legal)[] }

/** A step of a new guild that nobody has taken yet, and that is still asked for. */
export type MissingStep = MissingLegal | { step: Exclude<SetupStep, 'privacy'> }

/** The overview; what a role may not see is absent. */
export type Home = {
  /** In their order; [] = nothing is missing. */
  missing?: MissingStep[]
  /** The steps that are not asked for: not needed, or well as they are. */
  skipped?: SetupStep[]
}

export const setupStepBody = z.object({ step: z.enum(setupSteps), skipped: z.boolean() })
export type SetupStepChange = z.infer<typeof setupStepBody>
