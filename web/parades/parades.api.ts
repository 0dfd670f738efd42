import { call, client } from '#web/lib/api.ts'
import type { ParadeFields } from '#worker/parades/parades.contract.ts'

const { parade } = client.api

export const loadParadesOfYear = (year: number) =>
  call(parade.year[':year'].$get({ param: { year: String(year) } }))
export const paradesOfYearNotLoaded = (year: number) =>
  `Die Umzüge für ${year} konnten nicht geladen werden`

export const loadParade = (id: number) => call(parade[':id'].$get({ param: { id: String(id) } }))
export const paradeNotLoaded = 'Der Umzug konnte nicht geladen werden'

export const loadParticipants = (id: number) =>
  call(parade[':id'].participation.$get({ param: { id: String(id) } }))
export const participantsNotLoaded = 'Die Teilnehmer konnten nicht geladen werden'

export const loadCostumeTypes = () => call(client.api.costumeType.$get())
export const costumeTypesNotLoaded = 'Die Kleidertypen konnten nicht geladen werden'

export const loadNextNumber = () => call(parade.number.$get())

export const loadHosts = () => call(parade.hosts.$get())
export const hostsNotLoaded = 'Die Gastgeber konnten nicht geladen werden'

export const findHosts = (search: string) =>
  call(client.api.parades.hosts.$get({ query: { search } }))
export const hostsNotFound = 'Es konnte nicht nach Gastgeberzünfte gesucht werden'

export const loadTitles = () => call(parade.titles.$get())
export const titlesNotLoaded = 'Die Beschreibungen konnten nicht geladen werden'

/** As a form sends it: the server says which day is missing. */
export type ParadeBody = Omit<ParadeFields, ParadeDay> & Record<ParadeDay, string | null>
export type ParadeDay = 'date' | 'dateEnrolmentStart' | 'dateEnrolmentEnd'

export const createParade = (json: ParadeBody) => call(parade.$post({ json }))
export const paradeNotCreated =
  'Der Umzug konnte nicht angelegt werden. Prüfe, ob alle Werte korrekt eingegeben wurden.'

export const saveParade = (id: number, json: Partial<ParadeBody>) =>
  call(parade[':id'].$put({ param: { id: String(id) }, json }))
export const paradeNotSaved = 'Der Umzug konnte nicht gespeichert werden'

export const deleteParade = (id: number) =>
  call(parade[':id'].$delete({ param: { id: String(id) } }))
export const paradeNotDeleted = 'Der Umzug konnte nicht gelöscht werden'
