import { call, client } from '#web/lib/api.ts'
import { reading, writing } from '#web/lib/query.ts'
import type { CostumeDraft } from '#worker/costumes/costumes.contract.ts'
import { byId } from './by-id.ts'

const { costume, costumeType } = client.api
const one = costume[':id']

/** The whole register. */
export const costumesQuery = reading(
  ['costumes', 'list'],
  'Die Kleider konnten nicht geladen werden',
  () => call(costume.info.$get()),
)

export const costumeQuery = (id: number) =>
  reading(['costumes', id], 'Das Kostüm konnte nicht geladen werden', () =>
    call(one.$get(byId(id))),
  )

export const ownershipsQuery = (id: number) =>
  reading(['costumes', id, 'ownerships'], 'Die Besitzer konnten nicht geladen werden', () =>
    call(one.ownerships.$get(byId(id))),
  )

export const createCostume = writing(
  'Das Kleid konnte nicht angelegt werden. Prüfe, ob alle Werte korrekt eingegeben wurden.',
  (json: CostumeDraft) => call(costume.$post({ json })),
)

export const saveCostume = (id: number) =>
  writing('Das Kleid konnte nicht gespeichert werden', (json: Partial<CostumeDraft>) =>
    call(one.$put({ ...byId(id), json })),
  )

export const deleteCostume = (id: number) =>
  writing('Das Kleid konnte nicht gelöscht werden', () => call(one.$delete(byId(id))), {
    later: ['costumes', id],
  })

/** `null` gives the costume back to the guild. */
export const changeOwner = (id: number) =>
  writing('Das Mitglied konnte nicht geändert werden', (json: { newMemberId: number | null }) =>
    call(one.owner.$post({ ...byId(id), json })),
  )

export const costumeTypesQuery = reading(
  ['costume-types'],
  'Die Kleidertypen konnten nicht geladen werden',
  () => call(costumeType.$get()),
)

export const createCostumeType = writing(
  'Der Kleidertyp konnte nicht angelegt werden',
  (json: { name: string }) => call(costumeType.$post({ json })),
)

export const renameCostumeType = (id: number) =>
  writing('Der Kleidertyp konnte nicht umbenannt werden', (json: { name: string }) =>
    call(costumeType[':id'].$put({ ...byId(id), json })),
  )

export const deleteCostumeType = (id: number) =>
  writing('Der Kleidertyp konnte nicht gelöscht werden', () =>
    call(costumeType[':id'].$delete(byId(id))),
  )
