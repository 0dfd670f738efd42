import type { Role } from '#worker/domain/codes.ts'

export type DemoUser = {
  id: number
  emailAddress: string
  firstName: string
  lastName: string
  role: Role
}

/** The password of all three users, printed at every start of the demo. */
export const demoPassword = 'Fasnet-2026!'

export const management: DemoUser = {
  id: 1,
  emailAddress: 'verwaltung@demo.example',
  firstName: 'Sabine',
  lastName: 'Kächele',
  role: 'management',
}

export const readonly: DemoUser = {
  id: 2,
  emailAddress: 'leser@demo.example',
  firstName: 'Ottmar',
  lastName: 'Hirling',
  role: 'readonly',
}

export const helper: DemoUser = {
  id: 3,
  emailAddress: 'helfer@demo.example',
  firstName: 'Jasmin',
  lastName: 'Mauch',
  role: 'helper',
}

export const demoUsers: readonly DemoUser[] = [management, readonly, helper]
