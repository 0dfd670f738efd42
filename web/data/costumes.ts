import { call, client } from '#web/lib/api.ts'
import { defineMutation, defineQuery } from '#web/lib/query.ts'
import type { Change } from '#web/lib/use-submit-form.ts'
import type {
  CostumeDraft,
  NewCostume,
  NewOwner,
  OwnershipChange,
} from '#worker/costumes/costumes.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { idParam } from './id-param.ts'

const { costume, costumeType } = client.api
const one = costume[':id']

export const costumesQuery = defineQuery(
  ['costumes', 'list'],
  'Die Kleider konnten nicht geladen werden',
  () => call(costume.info.$get()),
)

export const costumeQuery = (id: number) =>
  defineQuery(['costumes', id], 'Das Kostüm konnte nicht geladen werden', () =>
    call(one.$get(idParam(id))),
  )

export const ownershipsQuery = (id: number) =>
  defineQuery(['costumes', id, 'ownerships'], 'Die Besitzer konnten nicht geladen werden', () =>
    call(one.ownerships.$get(idParam(id))),
  )

export const createCostume = defineMutation(
  'Das Kleid konnte nicht angelegt werden. Prüfe, ob alle Werte korrekt eingegeben wurden.',
  (json: NewCostume) => call(costume.$post({ json })),
)

export const saveCostume = (id: number) =>
  defineMutation('Das Kleid konnte nicht gespeichert werden', (json: Change<CostumeDraft>) =>
    call(one.$put({ ...idParam(id), json })),
  )

export const deleteCostume = (id: number) =>
  defineMutation('Das Kleid konnte nicht gelöscht werden', () => call(one.$delete(idParam(id))), {
    later: ['costumes', id],
  })

/** Deregisters all costumes with these ids, or none. */
export const deregisterCostumes = (ids: () => readonly number[]) =>
  defineMutation('Die Kleider konnten nicht abgemeldet werden', (json: { registeredUntil: Day }) =>
    call(costume.deregister.$post({ json: { ...json, ids: [...ids()] } })),
  )

/** `newMemberId` null gives the costume back to the guild. */
export const changeOwner = (id: number) =>
  defineMutation('Das Mitglied konnte nicht geändert werden', (json: NewOwner) =>
    call(one.owner.$post({ ...idParam(id), json })),
  )

const ownershipParams = (id: number, ownershipId: number) => ({
  param: { id: String(id), ownershipId: String(ownershipId) },
})

export const saveOwnership = (id: number, ownershipId: number) =>
  defineMutation('Der Eintrag konnte nicht gespeichert werden', (json: OwnershipChange) =>
    call(one.ownerships[':ownershipId'].$put({ ...ownershipParams(id, ownershipId), json })),
  )

/** Removes an ownership. With `reopenPrevious` the ownership before it is extended until the next ownership begins. */
export const removeOwnership = (id: number, ownershipId: number) =>
  defineMutation('Der Eintrag konnte nicht entfernt werden', (query: { reopenPrevious: boolean }) =>
    call(
      one.ownerships[':ownershipId'].$delete({
        ...ownershipParams(id, ownershipId),
        query: { reopenPrevious: `${query.reopenPrevious}` },
      }),
    ),
  )

export const costumeTypesQuery = defineQuery(
  ['costume-types'],
  'Die Kleidertypen konnten nicht geladen werden',
  () => call(costumeType.$get()),
)

export const createCostumeType = defineMutation(
  'Der Kleidertyp konnte nicht angelegt werden',
  (json: { name: string }) => call(costumeType.$post({ json })),
)

export const renameCostumeType = (id: number) =>
  defineMutation('Der Kleidertyp konnte nicht umbenannt werden', (json: { name: string }) =>
    call(costumeType[':id'].$put({ ...idParam(id), json })),
  )

export const deleteCostumeType = (id: number) =>
  defineMutation('Der Kleidertyp konnte nicht gelöscht werden', () =>
    call(costumeType[':id'].$delete(idParam(id))),
  )
