import {
  Activity,
  ClipboardList,
  ListChecks,
  type LucideIcon,
  ReceiptEuro,
  Ticket,
  UserCheck,
  Users,
} from 'lucide-react'
import { paths } from '#web/paths.ts'
import type { Role } from '#worker/domain/codes.ts'

export type HomeTile = {
  to: string
  /** It is no page of this app: the browser goes there. */
  isOutside?: boolean
  title: string
  icon: LucideIcon
  roles: Role[]
}

/** Spec §2, Home: titles, targets and roles to the letter; the payments and the evening come after. */
export const homeTiles: readonly HomeTile[] = [
  {
    to: paths.paradeEnrolment,
    isOutside: true,
    title: 'Umzugsanmeldung',
    icon: Ticket,
    roles: ['management'],
  },
  {
    to: paths.internalParadeEnrolment,
    title: 'Umzugsanmeldung (im Stall)',
    icon: Users,
    roles: ['management'],
  },
  {
    to: paths.enrolmentDataCleanup,
    title: 'Datenkorrektur nach Anmeldung',
    icon: UserCheck,
    roles: ['management'],
  },
  {
    to: paths.checkInToday,
    title: 'Umzugsteilnahme abhaken',
    icon: ListChecks,
    roles: ['helper'],
  },
  {
    to: paths.enrolmentPerParades,
    title: 'Auswertung der Umzugsanmeldungen',
    icon: ClipboardList,
    roles: ['helper', 'management'],
  },
  { to: paths.orders, title: 'Zahlungen', icon: ReceiptEuro, roles: ['management'] },
  { to: paths.enrolmentEvening, title: 'Anmeldeabend', icon: Activity, roles: ['management'] },
]
