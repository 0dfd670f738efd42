import { call, client } from '#web/lib/api.ts'
import type { CostumeDraft } from '#worker/costumes/costumes.contract.ts'

const { costume } = client.api

const byId = (id: number) => ({ param: { id: String(id) } })

export const loadCostumes = () => call(costume.info.$get())
export const costumesNotLoaded = 'Die Kleider konnten nicht geladen werden'

export const loadCostume = (id: number) => call(costume[':id'].$get(byId(id)))
export const costumeNotLoaded = 'Das Kostüm konnte nicht geladen werden'

export const createCostume = (json: CostumeDraft) => call(costume.$post({ json }))
export const costumeNotCreated =
  'Das Kleid konnte nicht angelegt werden. Prüfe, ob alle Werte korrekt eingegeben wurden.'

export const saveCostume = (id: number, json: Partial<CostumeDraft>) =>
  call(costume[':id'].$put({ ...byId(id), json }))
export const costumeNotSaved = 'Das Kleid konnte nicht gespeichert werden'

export const deleteCostume = (id: number) => call(costume[':id'].$delete(byId(id)))
export const costumeNotDeleted = 'Das Kleid konnte nicht gelöscht werden'
