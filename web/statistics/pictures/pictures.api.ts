import { call, client } from '#web/lib/api.ts'

export const loadPictures = () => call(client.api.statistics.pictures.$get())
export const picturesNotLoaded = 'Die Auswertung konnte nicht geladen werden'
