import { z } from 'zod'
import { type SetupStep, setupSteps } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { Legal } from '#worker/domain/legal.ts'
import type { HomeFigures } from '#worker/statistics/statistics.contract.ts'

// GET /api/home        200 Home
// PUT /api/guild/setup  200 Home: marks a step as needed or not needed

/** Legally required fields of a public page that are empty; both belong to the step `privacy`. */
type MissingLegal = { step: 'imprint' | 'privacy'; fields: (keyof Legal)[] }

/** An open setup step of a new guild. */
export type MissingStep = MissingLegal | { step: Exclude<SetupStep, 'privacy'> }

/** A count of at most 50; "50+" stands for more. */
export type UpTo50 = number | '50+'

type ParadeOfHome = { id: number; title: string; host: string; date: string }
type PersonOfHome = { id: number; firstName: string; lastName: string }

/** A parade of today, with the numbers of booked and of confirmed places. */
export type ParadeToday = {
  /** Includes cancelled parades, which have no check-in. */
  parade: ParadeOfHome & { cancelledAt: string | null }
  registrations: number
  confirmed: number
}

export type ParadeToCome = {
  parade: ParadeOfHome & { enrolmentStart: string; enrolmentStartTime: string | null }
  registrations: number
  /** The last day of the enrolment. */
  enrolmentEnd: string
  /** null = 24:00. */
  enrolmentEndTime: string | null
  /** Days until then; 0 = the last day is today or over. */
  daysLeft: number
  /** null = it takes place. */
  cancelledAt: string | null
}

/** A task that the holders of an office see when it falls due; `count`: payers, claims or honors. */
export type HomeTask =
  | { kind: 'closeYear'; year: number }
  | { kind: 'makeFile'; year: number }
  | { kind: 'announceDebit'; dueDate: string; count: number }
  | { kind: 'submitFile'; year: number; dueDate: string }
  /** One for each year with such fees. */
  | { kind: 'treatReturns'; year: number; count: number }
  | { kind: 'remind'; count: number }
  | { kind: 'orderHonors'; date: string; count: number }
  | {
      kind: 'prepareEnrolment'
      parade: { id: number; title: string }
      start: string
      /** null = 00:00. */
      startTime: string | null
      lacks: ('price' | 'departure')[]
    }

/** The overview; parts that the role may not see are absent. */
export type Home = {
  /** For every role. */
  today: ParadeToday[]
  /** The next five parades after today, cancelled ones included. */
  next: ParadeToCome[]

  // ── For management and readonly ──

  /** Exits of the next 30 days, earliest first; 7 at most. */
  leaving?: { member: PersonOfHome; date: string }[] | undefined
  /** As the cron prepared them today, even if data have changed since; absent before (like `season`). */
  birthdays?: HomeFigures['birthdays'] | undefined
  /** null = no day from today on is set. `due`: honors due on that day, as prepared today. */
  assembly?: { date: string; due?: number | undefined } | null | undefined
  season?: HomeFigures['season'] | undefined
  /** When birthdays, season and due honors were computed. */
  preparedAt?: string | undefined

  /** The tasks of the user's offices that have fallen due. */
  tasks?: HomeTask[] | undefined

  // ── For the holders of an office ──

  /** Parade keepers: people with booked places who are not matched with a member. */
  unmatched?: UpTo50 | undefined
  /** Treasurers: orders that need attention. */
  ordersToClear?: UpTo50 | undefined

  // ── For management ──

  /** The missing steps in their order; [] when nothing is missing. */
  missing?: MissingStep[] | undefined
  /** Steps that users marked as not needed, or whose defaults they accepted. */
  skipped?: SetupStep[] | undefined
  /**
   * Whether the user lacks a passkey, and from which day on management needs one (null = a password suffices).
   * `isOffered`: false in local development, where none is needed.
   */
  passkey?: { isMissing: boolean; askedFrom: Day | null; isOffered: boolean } | undefined
  /**
   * `attention`: the cron is late, the schema is outdated, or a mail of the last week failed, circulars
   * excluded.
   */
  health?: 'ok' | 'attention' | undefined
  /** `attention`: unusually many wrong passwords, invalid links or forbidden calls within a day. */
  doors?: 'ok' | 'attention' | undefined
}

export const setupStepBody = z.object({ step: z.enum(setupSteps), skipped: z.boolean() })
export type SetupStepChange = z.infer<typeof setupStepBody>
