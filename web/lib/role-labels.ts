import type { Role } from '#worker/domain/codes.ts'

export const roleLabels: Record<Role, string> = {
  management: 'Verwaltung',
  readonly: 'Lesen',
  helper: 'Helfer',
}
