import { call, client } from '#web/lib/api.ts'
import { defineMutation, defineQuery } from '#web/lib/query.ts'
import type { Change } from '#web/lib/use-submit-form.ts'
import type { GivenParadeFields, ParadeFields } from '#worker/parades/parades.contract.ts'
import { idParam } from './id-param.ts'

const { parade, parades } = client.api
const one = parade[':id']

export const paradesOfYearQuery = (year: number) =>
  defineQuery(
    ['parades', 'year', year],
    `Die Umzüge für ${year} konnten nicht geladen werden`,
    () => call(parade.year[':year'].$get({ param: { year: String(year) } })),
  )

export const paradeQuery = (id: number) =>
  defineQuery(['parades', id], 'Der Umzug konnte nicht geladen werden', () =>
    call(one.$get(idParam(id))),
  )

export const participantsQuery = (paradeId: number) =>
  defineQuery(
    ['parades', paradeId, 'participants'],
    'Die Teilnehmer konnten nicht geladen werden',
    () => call(one.participation.$get(idParam(paradeId))),
  )

/** The next free parade number, which the form suggests; the form also works without a suggestion. */
export const nextParadeNumberQuery = defineQuery(
  ['parades', 'number'],
  'Die nächste Umzugsnummer konnte nicht geladen werden',
  () => call(parade.number.$get()),
)

/** The distinct hosts of all parades, suggested by the form. */
export const hostsQuery = defineQuery(
  ['parades', 'hosts'],
  'Die Gastgeber konnten nicht geladen werden',
  () => call(parade.hosts.$get()),
)

export const titlesQuery = defineQuery(
  ['parades', 'titles'],
  'Die Beschreibungen konnten nicht geladen werden',
  () => call(parade.titles.$get()),
)

/** Parades whose host, title or town contain the text. */
export const foundParadesQuery = (search: string) =>
  defineQuery(
    ['parades', 'found', search],
    'Es konnte nicht nach Gastgeberzünfte gesucht werden',
    () => call(parades.hosts.$get({ query: { search } })),
  )

export const todaysParadeQuery = defineQuery(
  ['parades', 'today'],
  'Der Umzug konnte nicht geladen werden',
  () => call(parade.today.$get()),
)

/** The body of the form; a day may be missing (null), which the server rejects. */
export type ParadeBody = Omit<GivenParadeFields, ParadeDay> & Record<ParadeDay, string | null>
export type ParadeDay = 'date' | 'dateEnrolmentStart' | 'dateEnrolmentEnd'

/** @param draftId the proposal that the parade is made from; creating the parade deletes it */
export const createParade = (draftId?: number) =>
  defineMutation(
    'Der Umzug konnte nicht angelegt werden. Prüfe, ob alle Werte korrekt eingegeben wurden.',
    (json: ParadeBody) => call(parade.$post({ json: { ...json, draftId } })),
  )

/** The proposed parades of the coming season. */
export const draftsQuery = defineQuery(
  ['parades', 'drafts'],
  'Die Vorschläge konnten nicht geladen werden',
  () => call(parade.drafts.$get()),
)

export const proposeDrafts = defineMutation(
  'Die Umzüge der letzten Saison konnten nicht übernommen werden',
  () => call(parade.drafts.$post()),
)

export const discardDraft = defineMutation(
  'Der Vorschlag konnte nicht verworfen werden',
  (id: number) => call(parade.drafts[':id'].$delete(idParam(id))),
)

type Moment = { date: string; time: string | null }

/** Sets the enrolment window of all parades with these ids, or of none. */
export const openEnrolments = (ids: () => readonly number[]) =>
  defineMutation(
    'Die Anmeldung konnte nicht geöffnet werden',
    (json: { from: Moment; until?: Moment }) =>
      call(parades['enrolment-window'].$post({ json: { ...json, ids: [...ids()] } })),
  )

/** Changes prices or departures of all parades with these ids, or of none. */
export const changeParades = (ids: () => readonly number[]) =>
  defineMutation(
    'Die Umzüge konnten nicht geändert werden',
    (
      json: Partial<
        Pick<ParadeFields, 'priceForAdultsInCent' | 'priceForChildrenInCent' | 'departures'>
      >,
    ) => call(parades.change.$post({ json: { ...json, ids: [...ids()] } })),
  )

export const saveParade = (id: number) =>
  defineMutation('Der Umzug konnte nicht gespeichert werden', (json: Change<ParadeBody>) =>
    call(one.$put({ ...idParam(id), json })),
  )

export const cancelParade = (id: number) =>
  defineMutation('Der Umzug konnte nicht abgesagt werden', (json: { reason: string }) =>
    call(one.cancel.$post({ ...idParam(id), json })),
  )

export const reinstateParade = (id: number) =>
  defineMutation('Die Absage konnte nicht zurückgenommen werden', () =>
    call(one.reinstate.$post(idParam(id))),
  )

export const deleteParade = (id: number) =>
  defineMutation('Der Umzug konnte nicht gelöscht werden', () => call(one.$delete(idParam(id))), {
    later: ['parades', id],
  })
