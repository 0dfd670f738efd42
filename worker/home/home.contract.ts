import { z } from 'zod'
import { type SetupStep, setupSteps } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { Legal } from '#worker/domain/legal.ts'
import type { HomeFigures } from '#worker/statistics/statistics.contract.ts'

// GET /api/home        200 Home
// PUT /api/guild/setup  200 Home: a step is not asked for any more, or is again

/** What the law asks for on a public page and is not there; both are seen to in the step `privacy`. */
type MissingLegal = { step: 'imprint' | 'privacy'; fields: (keyof Legal)[] }

/** An open setup step of a new guild. */
export type MissingStep = MissingLegal | { step: Exclude<SetupStep, 'privacy'> }

/** So many, up to 50; the 51st makes "50+". */
export type UpTo50 = number | '50+'

type ParadeOfHome = { id: number; title: string; host: string; date: string }
type PersonOfHome = { id: number; firstName: string; lastName: string }

/** Counts are of the booked places. */
export type ParadeToday = {
  /** One that is called off stands here too: there is nothing to tick off. */
  parade: ParadeOfHome & { cancelledAt: string | null }
  registrations: number
  confirmed: number
}

export type ParadeToCome = {
  parade: ParadeOfHome & { enrolmentStart: string }
  registrations: number
  /** The last day on which one may enrol. */
  enrolmentEnd: string
  /** Until then; 0 = today is the last day, or it is over. */
  daysLeft: number
  /** null = it takes place. */
  cancelledAt: string | null
}

/** The overview; what a role may not see is absent. */
export type Home = {
  /** Everybody. */
  today: ParadeToday[]
  /** The next five after today, called off ones too. */
  next: ParadeToCome[]

  // Management and readonly.

  /** Whose exit waits for a day of the next 30, the earliest first; 7 at most. */
  leaving?: { member: PersonOfHome; date: string }[] | undefined
  /**
   * As they were prepared today, even when the data have moved on since; absent until they are, as is
   * the season.
   */
  birthdays?: HomeFigures['birthdays'] | undefined
  /** null = no day from today on is known. `due`: honors, as prepared today for this day. */
  assembly?: { date: string; due?: number | undefined } | null | undefined
  season?: HomeFigures['season'] | undefined
  /** When the birthdays, the season and what is due were counted. */
  preparedAt?: string | undefined

  // Management.

  /** People behind booked places who are no member yet: as the data correction lists them. */
  unmatched?: UpTo50 | undefined
  /** Orders that need attention. */
  ordersToClear?: UpTo50 | undefined
  /** In their order; [] = nothing is missing. */
  missing?: MissingStep[] | undefined
  /** The steps that are not asked for: not needed, or well as they are. */
  skipped?: SetupStep[] | undefined
  /**
   * Whether who asks has a passkey, and from which day on management needs one (null = the password does).
   * `isOffered`: false on one's own machine, where none is ever needed.
   */
  passkey?: { isMissing: boolean; askedFrom: Day | null; isOffered: boolean } | undefined
  /** `attention`: the cron is late, the schema is behind, or a mail of the last week was not sent: none of a circular. */
  health?: 'ok' | 'attention' | undefined
  /** `attention`: very many wrong passwords, links or calls without a right within a day. */
  doors?: 'ok' | 'attention' | undefined
}

export const setupStepBody = z.object({ step: z.enum(setupSteps), skipped: z.boolean() })
export type SetupStepChange = z.infer<typeof setupStepBody>
