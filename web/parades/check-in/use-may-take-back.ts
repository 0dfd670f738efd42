import { hasRole, useUser } from '#web/lib/session.ts'

/** Helpers take back what is their own, the management anything. */
export function useMayTakeBack(): (isMine: boolean) => boolean {
  const isManagement = hasRole(useUser(), 'management')
  return (isMine) => isMine || isManagement
}
