import { z } from 'zod'
import type { FeesOfYear } from '#worker/domain/assembly-report.ts'
import {
  type AssemblyChoice,
  type Attendance,
  assemblyChoices,
  attendances,
  type HonorBasis,
  type HonorType,
} from '#worker/domain/codes.ts'
import type { HonorDue } from '#worker/domain/honors.ts'
import { maxAssemblyRows } from '#worker/domain/limits.ts'
import { day, honorCode, id, line } from '#worker/http/fields.ts'
import type { Person } from '#worker/members/members.contract.ts'

export type { Person }

/** The marks of an honor at an assembly. */
type AssemblyMarks = {
  /** The same in all rows of a person; null = not recorded. */
  attendance: Attendance | null
  choice: AssemblyChoice | null
  invitedOn: string | null
  /** When the honor was ordered, also for an earlier assembly if it was not handed over there. */
  orderedOn: string | null
  handedOverOn: string | null
  note: string
  /** Id of the request that entered the honor, for the undo; null = not entered. */
  act: string | null
  honorId: number | null
}

/** An honor of a person: due by the rules, added manually or entered already. */
export type AssemblyRow = HonorDue &
  AssemblyMarks & {
    member: Person
    /** The last day of a member who leaves before the assembly; null without an exit. */
    leavesOn: string | null
  }

/** The step that a member reaches by attending all parades booked until the day. */
export type ReachableHonor = {
  member: Person
  type: HonorType
  threshold: number
  confirmed: number
  /** Booked for parades until the day, not confirmed yet. */
  booked: number
}

/** An honor that was entered at an assembly but not handed over. */
export type HonorToHandOver = {
  member: Person
  type: HonorType
  date: string
  orderedOn: string | null
  note: string
  honorId: number
}

export type Assembly = {
  date: string
  /** Number of honors and of people in `rows`; all lists and papers show this total. */
  total: number
  people: number
  /** Membership first, then duties, parades and manual honors; highest step first, then by name. */
  rows: AssemblyRow[]
  /** Honors that are due, but left out of this assembly by decision; not counted in `total`. */
  leftOut: AssemblyRow[]
  /** Honors that have marks, but are no longer due by today's data; not counted in `total`. */
  noLongerDue: AssemblyRow[]
  /** Honors entered at any assembly that have not been handed over yet, the latest assembly first. */
  toHandOver: HonorToHandOver[]
  reachable: ReachableHonor[]
  next: {
    /** Due a year later, not before, for those who are still members then. */
    years: (HonorDue & { member: Person })[]
    /** Honors for which at most ten parades are missing. */
    parades: { member: Person; type: HonorType; missing: number }[]
  }
}

/** An ordered honor, of any assembly. */
export type HonorOrder = {
  date: string
  /** "" = the guild itself. */
  issuer: string
  type: HonorType
  /** null when the member has been anonymised. */
  member: Person | null
  orderedOn: string
  handedOverOn: string | null
}

const row = z.object({ memberId: id(), type: honorCode() })

/** How many honors can be entered together for one member: a step and all steps below it. */
const maxTypes = 28

const missing = 'Wähle mindestens eine Ehrung.'
const most = `Höchstens ${maxAssemblyRows} auf einmal.`

/** Without `date`: the day in the settings, else the next 11 November. */
export const assemblyQuery = z.object({ date: day().optional() })

export const rowsBody = z.object({
  rows: z.array(row).min(1, missing).max(maxAssemblyRows, most),
  set: z
    .object({
      attendance: z.enum(attendances).nullable(),
      choice: z.enum(assemblyChoices).nullable(),
      invitedOn: day().nullable(),
      orderedOn: day().nullable(),
      handedOverOn: day().nullable(),
      note: line(),
    })
    .partial()
    .refine((set) => Object.keys(set).length > 0, 'Gib an, was sich ändert.'),
})
export type RowsChange = z.output<typeof rowsBody>

export const enterBody = z.object({
  rows: z
    .array(
      z.object({
        memberId: id(),
        /** The honor, and the lower steps entered with it. */
        types: z.array(honorCode()).min(1, missing).max(maxTypes),
      }),
    )
    .min(1, missing)
    .max(maxAssemblyRows, most),
})
export type EnterRows = z.output<typeof enterBody>

/** `entered`: number of honors, lower steps included. */
export type Entered = { act: string; entered: number }

export const undoBody = z.object({ act: z.string().min(1).max(64) })

/** `kept`: honors that were changed since and therefore not removed. */
export type Undone = { removed: number; kept: { member: Person; type: HonorType }[] }

// ── Report ─────────────────────────────────────────────────────────────────────────────────

/** Without a year: the current one. */
export const reportQuery = z.object({
  year: z
    .string()
    .regex(/^(19|20)\d{2}$/, 'Das ist kein Jahr zwischen 1900 und 2099.')
    .transform(Number)
    .optional(),
})

/** The figures of a calendar year; the current year counts up to today. */
export type ReportYear = {
  year: number
  /** The last day that the report covers: 31 December, or today. */
  until: string
  /** Members at the end of the previous year, and of this one: start + entries + reentries − exits − deaths. */
  start: number
  entries: number
  reentries: number
  exits: number
  deaths: number
  end: number
  /** Of the members at the end with a known birthday, in years, to one decimal; null when none is known. */
  meanAge: number | null
  withoutBirthday: number
  parades: number
  /** Confirmed participations of members. */
  jumps: number
  /** The honors entered, without lower steps entered together with a higher one. */
  honors: number
  /** Fees of the year as in the Beitragsabrechnung; null when it is not closed. */
  fees: FeesOfYear | null
}

export type AssemblyReport = {
  year: ReportYear
  before: ReportYear
  /** Members counted in no year, because a date is missing. */
  withoutDates: { dateJoined: number; dateLeft: number }
  /** The number of active and passive members today; past states are not stored. */
  today: { active: number; passive: number }
  /** The ten most active members, and those who tie with the tenth. */
  mostActive: { member: Person; jumps: number }[]
  /** Honors given in the year or in the previous one. */
  honors: { type: HonorType; count: number; before: number }[]
  named: NamedOfYear
}

/** The people whose names are read out for the year; anonymised ones are left out. */
export type NamedOfYear = {
  /** In the order of the days on which they died. */
  died: { member: Person; date: string }[]
  /** Members who joined in the year and stayed until its end, by name. `again`: had been a member before. */
  joined: { member: Person; again: boolean }[]
  /** By name; the page groups them as they are called up. */
  honored: { member: Person; type: HonorType; basis: HonorBasis }[]
}
