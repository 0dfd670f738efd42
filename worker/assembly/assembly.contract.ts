import { z } from 'zod'
import type { FeesOfYear } from '#worker/domain/assembly-report.ts'
import {
  type AssemblyChoice,
  type Attendance,
  assemblyChoices,
  attendances,
  type HonorType,
  honorTypes,
} from '#worker/domain/codes.ts'
import type { HonorDue } from '#worker/domain/honors.ts'
import { maxAssemblyRows } from '#worker/domain/limits.ts'
import { day, id, line } from '#worker/http/fields.ts'
import type { Person } from '#worker/members/members.contract.ts'

export type { Person }

/** The marks of an honor of an assembly. */
type AssemblyMarks = {
  /** Of the person: the same in all their rows. null = not recorded. */
  attendance: Attendance | null
  choice: AssemblyChoice | null
  invitedOn: string | null
  /** Also when it was ordered for an earlier assembly, and not handed over there. */
  orderedOn: string | null
  handedOverOn: string | null
  note: string
  /** The request that entered it, for the way back; null = it is not entered. */
  act: string | null
  honorId: number | null
}

/** One honor of one person: due by the rules, added by hand or entered already. */
export type AssemblyRow = HonorDue &
  AssemblyMarks & {
    member: Person
    /** The last day of a member who leaves before the assembly; null without an exit. */
    leavesOn: string | null
  }

/** The step that is reached when all booked parades until the day are attended. */
export type ReachableHonor = {
  member: Person
  type: HonorType
  threshold: number
  confirmed: number
  /** Booked on parades until the day, and not confirmed yet. */
  booked: number
}

/** What was entered for an assembly and not handed over. */
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
  /** Honors and people of `rows`: the one total of every list and paper. */
  total: number
  people: number
  /** Members by years, then by office, for parades, by hand; the highest step first, then by name. */
  rows: AssemblyRow[]
  /** Due, and left out this time by decision; in no total. */
  leftOut: AssemblyRow[]
  /** Something was done for them, and by the rules of today they are not due; in no total. */
  noLongerDue: AssemblyRow[]
  /** Of earlier assemblies. */
  toHandOver: HonorToHandOver[]
  reachable: ReachableHonor[]
  next: {
    /** Due a year later and not yet, if they stay members. */
    years: (HonorDue & { member: Person })[]
    /** Up to ten parades are missing. */
    parades: { member: Person; type: HonorType; missing: number }[]
  }
}

/** One honor that was ordered, of all assemblies. */
export type HonorOrder = {
  date: string
  /** "" = the guild itself. */
  issuer: string
  type: HonorType
  /** null: anonymised since. */
  member: Person | null
  orderedOn: string
  handedOverOn: string | null
}

const row = z.object({ memberId: id(), type: z.enum(honorTypes) })

const missing = 'Wähle mindestens eine Ehrung.'
const most = `Höchstens ${maxAssemblyRows} auf einmal.`

/** No date: the one that the guild has set, else the next 11 November. */
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
        /** The honor, and the lower steps that are entered along with it. */
        types: z.array(z.enum(honorTypes)).min(1, missing).max(honorTypes.length),
      }),
    )
    .min(1, missing)
    .max(maxAssemblyRows, most),
})
export type EnterRows = z.output<typeof enterBody>

/** `entered` honors, lower steps among them. */
export type Entered = { act: string; entered: number }

export const undoBody = z.object({ act: z.string().min(1).max(64) })

/** `kept`: changed since, so they stay. */
export type Undone = { removed: number; kept: { member: Person; type: HonorType }[] }

// ── Report ─────────────────────────────────────────────────────────────────────────────────

/** No year: this one. */
export const reportQuery = z.object({
  year: z
    .string()
    .regex(/^(19|20)\d{2}$/, 'Das ist kein Jahr zwischen 1900 und 2099.')
    .transform(Number)
    .optional(),
})

/** A calendar year; of one that runs, until today. */
export type ReportYear = {
  year: number
  /** 31 December, or today. */
  until: string
  /** Members at the end of the year before, and at the end of this one: start + entries + reentries − exits − deaths. */
  start: number
  entries: number
  reentries: number
  exits: number
  deaths: number
  end: number
  /** Of those at the end whose birthday is known, in years, to a tenth; null = none is known. */
  meanAge: number | null
  withoutBirthday: number
  parades: number
  /** Confirmed participations of members. */
  jumps: number
  /** Without the lower steps that were entered along with one. */
  honors: number
  /** Of the fees of the year, as the Kassenbericht has them; null = it is not closed. */
  fees: FeesOfYear | null
}

export type AssemblyReport = {
  year: ReportYear
  before: ReportYear
  /** Members who stand in no year, since a date is missing. */
  withoutDates: { dateJoined: number; dateLeft: number }
  /** Of those who are members today; a state has no history. */
  today: { active: number; passive: number }
  /** The ten most active of the year; with a tie at the end all who share it. */
  mostActive: { member: Person; jumps: number }[]
  /** Honors that were given in the year or in the one before. */
  honors: { type: HonorType; count: number; before: number }[]
}
