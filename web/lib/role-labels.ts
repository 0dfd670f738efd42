import type { Role } from '#worker/domain/codes.ts'

export const roleLabels: Record<Role, string> = {
  management: 'Verwaltung',
  treasurer: 'Kasse',
  secretary: 'Mitglieder',
  costumes: 'Kleider',
  parades: 'Umzüge',
  readonly: 'Lesen',
  helper: 'Helfer',
}
