import { later, useLater } from '#web/lib/later.ts'

const viewDialogs = later(() => import('./view-form-dialogs.tsx'))

export const useViewDialogs = (isNeeded: boolean) => useLater(viewDialogs, isNeeded)
