import { call, callForFile, client } from '#web/lib/api.ts'

export const loadMembers = () => call(client.api.member.$get())
export const membersNotLoaded = 'Die Mitglieder konnten nicht geladen werden'

export const downloadMembers = () => callForFile(client.api.members.download.$get())
export const membersNotDownloaded = 'Die Mitgliederliste konnte nicht heruntergeladen werden'
