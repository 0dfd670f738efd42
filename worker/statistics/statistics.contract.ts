import { z } from 'zod'
import type { CostumeType } from '#worker/costumes/costumes.contract.ts'
import type { Duty, HonorType } from '#worker/domain/codes.ts'
import { honorRules } from '#worker/guild/guild.contract.ts'
import { day } from '#worker/http/fields.ts'
import type { Person } from '#worker/members/members.contract.ts'
import type { FoundParade } from '#worker/parades/parades.contract.ts'

export type { Person }

/** Number of enrolments for a parade from today on, by costume type; includes cancelled parades. */
export type EnrolmentsOfParade = {
  parade: FoundParade
  total: number
  enrolments: { costumeType: CostumeType; enrolments: number }[]
}

/** `memberId` null: a person without a member. */
export type ParadesOfPerson = {
  memberId: number | null
  memberName: string
  birthday: string | null
  /** Sprünge: confirmed parades, and those from before the register. */
  numberParades: number
  /** Sprünge if all booked parades to come are attended. */
  numberMaxAchievableParades: number
  /** How many of both are from before the register; absent: none. */
  numberParadesBefore?: number | undefined
}

export type HonoredPerson = ParadesOfPerson & {
  memberId: number
  /** Lower open steps: if reached, all of them, else those that can still be reached too. */
  alsoDue: HonorType[]
  /** true: reached with confirmed parades; false: only with all booked ones. */
  reached: boolean
}

/**
 * For each parade honor the members who have reached it and those who still can; may be empty. A member is
 * listed at most once as reached and once as reachable.
 */
export type Honored = Partial<Record<HonorType, HonoredPerson[]>>

export type UpcomingBirthday = { member: Person; age: number }

/** An honor due on a day: for years of membership (`duties` empty) or of office. */
export type UpcomingHonor = {
  member: Person
  years: number
  duties: Duty[]
  honor: HonorType
  alsoDue: HonorType[]
  reason: string
}

export type DutyStatistic = {
  member: Person
  totalDutyYears: number
  duties: { duty: Duty; years: number }[]
  honors: HonorType[]
}

export type DutyHolder = { member: Person; from: string; to: string | null; years: number }

export type HonorHolder = { member: Person; date: string; comment: string }

/** Members whose day of joining is not known, so that their years cannot be counted. */
export type IncompleteMember = { member: Person }

/** Data of the charts; a season is named "2026/27" and begins on 11 November. */
export type Pictures = {
  /** Age bands today; `to` is inclusive, null = no upper limit. */
  ages: { from: number; to: number | null; active: number; passive: number }[]
  withoutBirthday: { active: number; passive: number }
  /**
   * The last 30 years, oldest first: members at the end of the year (today in the current one), those who
   * joined or rejoined in it, and those who left or died.
   */
  members: { year: number; count: number; entries: number; exits: number }[]
  /** Members today: how many are passive, and how many there were a year ago. */
  membersToday: { passive: number; yearAgo: number }
  /** Members missing in all years because a date is unknown. */
  withoutDates: { dateJoined: number; dateLeft: number }
  /**
   * Members today by their Sprünge; `to` is inclusive, null = no upper limit. `isStep`: the band begins at a
   * step of the parade honors.
   */
  jumps: { from: number; to: number | null; active: number; passive: number; isStep: boolean }[]
  /** All seasons with parades until today, oldest first. */
  seasons: { season: string; parades: number; enrolled: number; confirmed: number }[]
  /** Confirmed participations by costume type, of the last five of these seasons. */
  costumeTypes: { costumeType: CostumeType; seasons: { season: string; confirmed: number }[] }[]
}

type SeasonCount = { parades: number; sprünge: number }

/** Figures of the overview, stored for all users: this week's birthdays, the assembly, the season. */
export type HomeFigures = {
  birthdays: {
    member: { id: number; firstName: string; lastName: string }
    age: number
    day: string
    /** Whether the age is 10, 20 … 60, or from 70 on a multiple of 5. */
    round: boolean
  }[]
  /** Honors due at the next assembly, as its list counts them. */
  assembly: { date: string; due: number }
  /** This season until today, and the whole season before. */
  season: SeasonCount & { before: SeasonCount }
}

export const dateQuery = z.object({ date: day() })
export const activeQuery = z.object({ active: z.enum(['true', 'false']).default('true') })

/** Rules to compare with the guild's. */
export const previewBody = z.object({ honorRules, date: day() })

export type HonorPreview = { honor: HonorType; added: Person[]; removed: Person[] }[]
