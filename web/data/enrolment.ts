import { call, client } from '#web/lib/api.ts'
import { defineMutation, defineQuery } from '#web/lib/query.ts'
import type { InternalEnrolBody } from '#worker/enrolment/enrolment.contract.ts'
import { idParam } from './id-param.ts'

const { enrolment, parades, participation } = client.api

/** The parades that staff enrol people for: from today on, also when the online enrolment is closed. */
export const paradesToComeQuery = defineQuery(
  ['enrolment', 'parades'],
  'Die Umzüge konnten nicht geladen werden',
  () => call(enrolment.parades.$get({ query: { door: 'internal' } })),
)

export const enrolInternally = defineMutation(
  'Der Teilnehmer konnte nicht angemeldet werden. Prüfe bitte, ob alles richtig eingegeben wurde. Es kann auch sein, dass der Teilnehmer oder eines der angegebenen Kleider bereits für einen Umzug registriert ist.',
  async (json: InternalEnrolBody) => {
    const result = await call(parades['internal-enrol'].$post({ json }))
    // Spec §8: an answer that is not successful is a failure.
    if (!result.ok || result.data?.enrolSuccessful === true) return result
    return { ok: false, failure: { type: 'UnknownError' } } as const
  },
  // An enrolment does not change the members, whose list the form keeps using for the next person.
  { later: ['members'] },
)

/** Participants without a member, one row for each person. */
export const unmatchedQuery = defineQuery(
  ['enrolment', 'unmatched'],
  'Die Teilnehmer konnten nicht geladen werden',
  () => call(participation.unmatched.$get()),
)

/** The latest matches of participants with members, the newest first; one entry for each member. */
export const matchedQuery = defineQuery(
  ['enrolment', 'matched'],
  'Die letzten Zuordnungen konnten nicht geladen werden',
  () => call(participation.matched.$get()),
)

const notMatched = 'Das Mitglied konnte nicht zugeordnet werden.'
const notUndone = 'Die Zuordnung konnte nicht rückgängig gemacht werden.'

export const matchMember = (id: number) =>
  defineMutation(notMatched, (memberId: number) =>
    call(participation[':id'].member.$post({ ...idParam(id), json: { memberId } })),
  )

/** @param instead the member that the page shows as matched; another match meanwhile is a conflict */
export const changeMatch = (id: number, instead: number | null) =>
  defineMutation('Die Zuordnung konnte nicht geändert werden.', (to: { memberId: number | null }) =>
    call(participation[':id'].member.$post({ ...idParam(id), json: { ...to, instead } })),
  )

/** @param instead the member to unmatch; another match meanwhile is a conflict */
export const undoMatch = (id: number, instead: number) =>
  defineMutation(notUndone, () =>
    call(participation[':id'].member.$post({ ...idParam(id), json: { memberId: null, instead } })),
  )

/** Marks a person as a guest, who is not offered for matching, or reverts that. */
export const markGuest = (id: number) =>
  defineMutation('Das konnte nicht vermerkt werden.', (isGuest: boolean) =>
    call(participation[':id'].guest.$post({ ...idParam(id), json: { isGuest } })),
  )

/** Loads the participants who are still without a member; null when the call has failed. */
async function loadUnmatched() {
  const result = await call(participation.unmatched.$get())
  return result.ok ? result.data : null
}

export const matchMany = defineMutation(
  notMatched,
  async (matches: { id: number; memberId: number }[]) => {
    const result = await call(participation.matches.$post({ json: { matches } }))
    if (!result.ok) return result
    return { ...result, data: { ...result.data, open: await loadUnmatched() } }
  },
)

export const undoMatchAct = defineMutation(notUndone, async (act: number) => {
  const undone = participation.matched[':act'].undo
  const result = await call(undone.$post({ param: { act: String(act) } }))
  if (!result.ok) return result
  return { ...result, data: { ...result.data, open: await loadUnmatched() } }
})

export const createMatchedMember = (id: number) =>
  defineMutation(
    'Das Mitglied konnte nicht neu angelegt werden.',
    (query: { allowDuplicate?: 'true' }) =>
      call(participation[':id'].member.create.$post({ ...idParam(id), query })),
  )
