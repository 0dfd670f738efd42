import { call, client } from '#web/lib/api.ts'

const { costumeType } = client.api

export const loadCostumeTypes = () => call(costumeType.$get())
export const costumeTypesNotLoaded = 'Die Kleidertypen konnten nicht geladen werden'

export const createCostumeType = (name: string) => call(costumeType.$post({ json: { name } }))
export const costumeTypeNotCreated = 'Der Kleidertyp konnte nicht angelegt werden'

export const renameCostumeType = (id: number, name: string) =>
  call(costumeType[':id'].$put({ param: { id: String(id) }, json: { name } }))
export const costumeTypeNotRenamed = 'Der Kleidertyp konnte nicht umbenannt werden'

export const deleteCostumeType = (id: number) =>
  call(costumeType[':id'].$delete({ param: { id: String(id) } }))
export const costumeTypeNotDeleted = 'Der Kleidertyp konnte nicht gelöscht werden'
