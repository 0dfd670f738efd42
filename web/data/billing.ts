import type { InferRequestType } from 'hono/client'
import { call, callForFile, client } from '#web/lib/api.ts'
import { defineMutation, defineQuery } from '#web/lib/query.ts'
import type { Result } from '#web/lib/result.ts'
import type { SepaRun } from '#worker/billing/billing.contract.ts'
import type { LetterTextKind } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { FeeRule } from '#worker/domain/fees.ts'
import { claimsPerPage } from '#worker/domain/limits.ts'

const { billing } = client.api
const fees = billing.membershipfees[':year']

const ofYear = (year: number) => ({ param: { year: String(year) } })
const ofId = (id: number) => ({ param: { id: String(id) } })

// ── Queries ────────────────────────────────────────────────────────────────────────────────

/**
 * The calculated fees with the preview of the SEPA file; the server calculates them for the current year
 * only.
 */
export const membershipFeesQuery = (year: number) =>
  defineQuery(['billing', year, 'fees'], 'Die Mitgliedsbeiträge konnten nicht geladen werden', () =>
    call(fees.$get(ofYear(year))),
  )

export const runsQuery = (year: number) =>
  defineQuery(['billing', year, 'runs'], 'Die erzeugten Dateien konnten nicht geladen werden', () =>
    call(fees.runs.$get(ofYear(year))),
  )

/** How far each step of a year's fees is, in counts, and the money of the year's parades. */
export const treasuryQuery = (year: number) =>
  defineQuery(['billing', year, 'treasury'], 'Die Kasse konnte nicht geladen werden', () =>
    call(client.api.treasury.$get({ query: { year: String(year) } })),
  )

export const yearsQuery = defineQuery(
  ['billing', 'years'],
  'Die Beitragsjahre konnten nicht geladen werden',
  () => call(billing.years.$get()),
)

/** The first page of the claims of a closed year; most guilds have only one page. */
export const firstClaimsQuery = (year: number) =>
  defineQuery(['billing', year, 'first'], 'Die Beiträge konnten nicht geladen werden', () =>
    call(billing.claims.$get({ query: { year: String(year), limit: String(claimsPerPage) } })),
  )

/** The totals of a closed year whose claims are not all loaded. */
export const figuresQuery = (year: number) =>
  defineQuery(['billing', year, 'figures'], 'Die Summen konnten nicht geladen werden', () =>
    call(billing.years[':year'].$get(ofYear(year))),
  )

/** All claims of a closed year with their accounts. */
export const claimsQuery = (year: number) =>
  defineQuery(['billing', year, 'claims'], 'Die Beiträge konnten nicht geladen werden', () =>
    call(billing.claims.$get({ query: { year: String(year) } })),
  )

/** Claims of all years with an open amount or a credit. */
export const openClaimsQuery = defineQuery(
  ['billing', 'open'],
  'Die offenen Beiträge konnten nicht geladen werden',
  () => call(billing.claims.$get({ query: { open: 'true' } })),
)

export const lettersQuery = defineQuery(
  ['billing', 'letters'],
  'Die Schreiben konnten nicht geladen werden',
  () => call(billing.letters.$get({ query: {} })),
)

/** The guild's own texts of letters. */
export const letterTextsQuery = defineQuery(
  ['billing', 'letter-texts'],
  'Die Texte der Schreiben konnten nicht geladen werden',
  () => call(billing['letter-texts'].$get()),
)

/**
 * A preview of the fees of a year under a changed fee table.
 * @param familyCapInCent the family maximum; null for none; left out, the stored one applies
 */
export const feePreviewQuery = (
  year: number,
  feeRules: readonly FeeRule[],
  familyCapInCent?: number | null,
) =>
  defineQuery(
    ['billing', year, 'preview', feeRules, familyCapInCent],
    'Was sich an den Beiträgen ändert, konnte nicht berechnet werden',
    () => {
      const cap = familyCapInCent === undefined ? {} : { familyCapInCent }
      return call(billing.preview.$post({ json: { year, feeRules: [...feeRules], ...cap } }))
    },
  )

// ── Mutations ──────────────────────────────────────────────────────────────────────────────

type Json<Call> = Call extends (...args: never[]) => unknown
  ? InferRequestType<Call> extends { json: infer Body }
    ? Body
    : never
  : never

export type CloseYearBody = Json<typeof billing.years.$post>
export const closeYear = defineMutation(
  'Das Jahr konnte nicht festgeschrieben werden',
  (json: CloseYearBody) => call(billing.years.$post({ json })),
)

export type AddClaimsBody = Json<typeof billing.claims.$post>
export const addClaims = defineMutation(
  'Die Beiträge konnten nicht festgeschrieben werden',
  (json: AddClaimsBody) => call(billing.claims.$post({ json })),
)

export type BookingBody = Json<typeof billing.bookings.$post>['bookings'][number]
export const bookFees = defineMutation(
  'Das konnte nicht gebucht werden',
  (bookings: readonly BookingBody[]) =>
    call(billing.bookings.$post({ json: { bookings: [...bookings] } })),
)

export const undoBooking = defineMutation(
  'Das konnte nicht zurückgenommen werden',
  ({ id, note }: { id: number; note: string }) =>
    call(billing.bookings[':id'].undo.$post({ ...ofId(id), json: { note } })),
)

/** Undoes the bookings one by one, the newest first, each by a counter-booking. */
export const undoBookings = (ids: readonly number[]) =>
  defineMutation('Das konnte nicht zurückgenommen werden', async (): Promise<Result<undefined>> => {
    for (const id of ids.toReversed()) {
      const json = { note: 'Rückgängig gemacht' }
      const result = await call(billing.bookings[':id'].undo.$post({ ...ofId(id), json }))
      if (!result.ok) return result
    }
    return { ok: true, data: undefined, status: 201 }
  })

const fileNotMade = 'Die SEPA-Datei konnte nicht erzeugt werden'

/** `dueDate` null = the guild's lead days from today; `after` = the newest run that the page shows, null for none. */
export type MakeRunBody = {
  dueDate: Day | null
  after: number | null
  expected?: { count: number; sumInCent: number }
  includeReturned?: readonly number[]
  /** The user has confirmed that the file closes the year. */
  confirmClosing?: boolean
}

/** `made`: the new run. `earlier`: no run was made, since another user has made this run, which the user did not know. */
export type RunAnswer = { made: SepaRun } | { earlier: SepaRun }

export const makeRun = (year: number) =>
  defineMutation<MakeRunBody, RunAnswer>(
    fileNotMade,
    async ({ dueDate, after, expected, includeReturned = [], confirmClosing = false }) => {
      const json = {
        year,
        after,
        includeReturned: [...includeReturned],
        ...(confirmClosing && { confirmClosing }),
        ...(expected && { expected }),
        ...(dueDate && { dueDate }),
      }
      const result = await call(billing.runs.$post({ json }))
      if (result.ok) return { ...result, data: { made: result.data } }
      const { error, status = 0 } = result.failure
      if (error?.code !== 'RunExists') return result
      return { ok: true, status, data: { earlier: error.run } }
    },
  )

export const voidRun = defineMutation(
  'Die Datei konnte nicht verworfen werden',
  ({ id, reason }: { id: number; reason: string }) =>
    call(billing.runs[':id'].void.$post({ ...ofId(id), json: { reason } })),
)

export const creditRun = defineMutation(
  'Die Gutschrift konnte nicht eingetragen werden',
  ({ id, day }: { id: number; day: Day | null }) =>
    call(billing.runs[':id'].credited.$post({ ...ofId(id), json: { day } })),
)

export const submitRun = defineMutation(
  'Der Tag der Einreichung konnte nicht eingetragen werden',
  ({ id, day }: { id: number; day: Day | null }) =>
    call(billing.runs[':id'].submitted.$post({ ...ofId(id), json: { day } })),
)

export type AdoptedRun = Json<typeof billing.runs.adopt.$post>
export const adoptRun = defineMutation(
  'Die Datei konnte nicht nachgetragen werden',
  (json: AdoptedRun) => call(billing.runs.adopt.$post({ json })),
)

export type WriteLettersBody = Json<typeof billing.letters.$post>
export const writeLetters = defineMutation(
  'Die Schreiben konnten nicht vermerkt werden',
  (json: WriteLettersBody) => call(billing.letters.$post({ json })),
)

const textOf = billing['letter-texts'][':kind']
export type LetterTextBody = Json<typeof textOf.$put>
export const saveLetterText = (kind: LetterTextKind) =>
  defineMutation('Der Text konnte nicht gespeichert werden', (json: LetterTextBody) =>
    call(textOf.$put({ param: { kind }, json })),
  )

export const resetLetterText = (kind: LetterTextKind) =>
  defineMutation('Der Text konnte nicht zurückgesetzt werden', () =>
    call(textOf.$delete({ param: { kind } })),
  )

export const voidLetters = defineMutation(
  'Die Schreiben konnten nicht zurückgenommen werden',
  (json: { ids: number[]; voided: boolean }) => call(billing.letters.void.$post({ json })),
)

/** The SEPA file to load: of a stored run, or the preview for a due date (null = the guild's lead days from today). */
type FileOf = { run: number } | { dueDate: Day | null }

/** Loads the SEPA file. A mutation although it only reads, because a click starts the call. */
export const loadFile = (year: number) =>
  defineMutation(
    fileNotMade,
    (asked: FileOf) => callForFile(fees.xml.$get({ ...ofYear(year), query: fileQuery(asked) })),
    { changes: [] },
  )

export const loadReport = (year: number) =>
  defineMutation(
    'Die Beitragsabrechnung konnte nicht geladen werden',
    () => callForFile(billing.years[':year']['report.csv'].$get(ofYear(year))),
    { changes: [] },
  )

function fileQuery(asked: FileOf) {
  if ('run' in asked) return { run: String(asked.run) }
  return asked.dueDate ? { dueDate: asked.dueDate } : {}
}
