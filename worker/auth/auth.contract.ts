import { z } from 'zod'
import type { Role } from '#worker/domain/codes.ts'

export const loginBody = z.object({ emailAddress: z.string(), password: z.string() })

export const passwordBody = z.object({ currentPassword: z.string(), newPassword: z.string() })

/** The current user as stored now. */
export type CurrentUser = {
  firstName: string
  lastName: string
  emailAddress: string
  roles: Role[]
}

/** The login response; the browser keeps it under the key `user` (Spec §3). */
export type LoginResult = CurrentUser & { accessToken: string }
