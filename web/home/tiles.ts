import {
  Activity,
  ClipboardList,
  ListChecks,
  ReceiptEuro,
  Ticket,
  UserCheck,
  Users,
} from 'lucide-react'
import { paths } from '#web/paths.ts'
import type { Tile } from '#web/ui/tile-group.tsx'
import type { Role } from '#worker/domain/codes.ts'

type HomeTile = Tile & { roles: Role[] }

/** Spec §2, Home: titles, targets and roles to the letter; the payments and the evening come after. */
export const tileGroups: { title: string; tiles: HomeTile[] }[] = [
  {
    title: 'Am Umzugstag',
    tiles: [
      {
        to: paths.checkInToday,
        title: 'Umzugsteilnahme abhaken',
        text: 'Wer heute dabei ist',
        icon: ListChecks,
        tone: 'red',
        roles: ['helper'],
      },
      {
        to: paths.enrolmentPerParades,
        title: 'Auswertung der Umzugsanmeldungen',
        text: 'Anmeldungen je Umzug und Kleidertyp',
        icon: ClipboardList,
        roles: ['helper', 'management'],
      },
    ],
  },
  {
    title: 'Anmeldung',
    tiles: [
      {
        to: paths.paradeEnrolment,
        isOutside: true,
        title: 'Umzugsanmeldung',
        text: 'Die öffentliche Anmeldung öffnen',
        icon: Ticket,
        roles: ['management'],
      },
      {
        to: paths.internalParadeEnrolment,
        title: 'Umzugsanmeldung (im Stall)',
        text: 'Mitglieder vor Ort anmelden',
        icon: Users,
        roles: ['management'],
      },
      {
        to: paths.enrolmentDataCleanup,
        title: 'Datenkorrektur nach Anmeldung',
        text: 'Angemeldete einem Mitglied zuordnen',
        icon: UserCheck,
        roles: ['management'],
      },
      {
        to: paths.orders,
        title: 'Zahlungen',
        text: 'Bezahlt, offen, erstattet',
        icon: ReceiptEuro,
        roles: ['management'],
      },
      {
        to: paths.enrolmentEvening,
        title: 'Anmeldeabend',
        text: 'Was gerade an der Anmeldung geschieht',
        icon: Activity,
        roles: ['management'],
      },
    ],
  },
]
