import { later, useLater } from '#web/lib/later.ts'

const viewDialogs = later(() => import('./later.ts'))

export const useViewDialogs = (isNeeded: boolean) => useLater(viewDialogs, isNeeded)
