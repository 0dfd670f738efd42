import { z } from 'zod'
import type { CostumeType } from '#worker/costumes/costumes.contract.ts'
import type { Duty, HonorType } from '#worker/domain/codes.ts'
import { honorRules } from '#worker/guild/guild.contract.ts'
import { day } from '#worker/http/fields.ts'
import type { Person } from '#worker/members/members.contract.ts'
import type { FoundParade } from '#worker/parades/parades.contract.ts'

export type { Person }

/** How many are enrolled for a parade from today on, and in which costumes; called off ones too. */
export type EnrolmentsOfParade = {
  parade: FoundParade
  total: number
  enrolments: { costumeType: CostumeType; enrolments: number }[]
}

/** `memberId` null: somebody who is not matched to a member. */
export type ParadesOfPerson = {
  memberId: number | null
  memberName: string
  birthday: string | null
  /** Sprünge: confirmed parades, and those from before the register. */
  numberParades: number
  /** When all parades to come that are booked are attended. */
  numberMaxAchievableParades: number
  /** How many of both are from before the register; absent: none. */
  numberParadesBefore?: number | undefined
}

export type HonoredPerson = ParadesOfPerson & {
  memberId: number
  /** Lower open steps: of one that is reached all of them, else those that are within reach too. */
  alsoDue: HonorType[]
  /** So many parades are confirmed; else only the maximum reaches it. */
  reached: boolean
}

/**
 * Under each honor for parades those who have reached it and those who still can; empty ones are there
 * as well. A member stands under one that is reached and under one that is not, at most.
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

/** Members who cannot be counted, since the day of joining is not known. */
export type IncompleteMember = { member: Person }

/** What the pictures show; a season is named "2026/27" and begins on 11 November. */
export type Pictures = {
  /** Age bands today, `to` inclusive, null = and older. */
  ages: { from: number; to: number | null; active: number; passive: number }[]
  withoutBirthday: { active: number; passive: number }
  /**
   * The last 30 years, oldest first: the members at the end of the year, those of today in the one that
   * runs; who came in it, again as well, and who left or died.
   */
  members: { year: number; count: number; entries: number; exits: number }[]
  /** Of those who are members today how many are passive, and how many there were a year ago. */
  membersToday: { passive: number; yearAgo: number }
  /** Who stands in none of the years, since a date is missing. */
  withoutDates: { dateJoined: number; dateLeft: number }
  /**
   * Members today by their Sprünge, `to` inclusive, null = and more. Where a band begins at a step of
   * the guild's honors for parades, `isStep`.
   */
  jumps: { from: number; to: number | null; active: number; passive: number; isStep: boolean }[]
  /** All seasons with parades until today, oldest first. */
  seasons: { season: string; parades: number; enrolled: number; confirmed: number }[]
  /** Confirmed participations by costume type, of the last five of these seasons. */
  costumeTypes: { costumeType: CostumeType; seasons: { season: string; confirmed: number }[] }[]
}

type SeasonCount = { parades: number; sprünge: number }

/** What the overview shows, prepared once for all: this week's birthdays, the assembly, the season. */
export type HomeFigures = {
  birthdays: {
    member: { id: number; firstName: string; lastName: string }
    age: number
    day: string
    /** 10, 20 … 60, and from 70 on each fifth. */
    round: boolean
  }[]
  /** Honors that are due on this day, as its lists have them. */
  assembly: { date: string; due: number }
  /** Until today, and the whole season before. */
  season: SeasonCount & { before: SeasonCount }
}

export const dateQuery = z.object({ date: day() })
export const activeQuery = z.object({ active: z.enum(['true', 'false']).default('true') })

/** What would change in the lists if these were the rules. */
export const previewBody = z.object({ honorRules, date: day() })

export type HonorPreview = { honor: HonorType; added: Person[]; removed: Person[] }[]
