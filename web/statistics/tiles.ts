import {
  Award,
  Banknote,
  BookOpen,
  Briefcase,
  Cake,
  ClipboardList,
  Footprints,
  MapPin,
  Medal,
  NotebookText,
  Trophy,
} from 'lucide-react'
import { paths } from '#web/paths.ts'
import type { Tile } from './tile-group.tsx'

/** Spec §2, Statistics and billing: what the hub leads to. */
export const tileGroups = (year: string): { title: string; tiles: Tile[] }[] => [
  {
    title: 'Umzüge',
    tiles: [
      {
        to: paths.paradesPerMember,
        title: 'Anzahl Sprünge',
        text: 'Bestätigte Umzüge je Mitglied',
        icon: Footprints,
      },
      {
        to: paths.enrolmentPerParades,
        title: 'Auswertung der Umzugsanmeldungen',
        text: 'Anmeldungen je Umzug und Kleidertyp',
        icon: ClipboardList,
      },
      {
        to: paths.paradeHosts,
        title: 'Gastgeber suchen',
        text: 'Umzüge bei einer Zunft finden',
        icon: MapPin,
      },
    ],
  },
  {
    title: 'Mitglieder',
    tiles: [
      {
        to: paths.assembly,
        title: 'Generalversammlung',
        text: 'Ehrungen vorbereiten und eintragen',
        icon: Trophy,
        tone: 'gold',
      },
      {
        to: paths.upcomingHonors,
        title: 'Anstehende Ehrungen',
        text: 'Zum Tag der Generalversammlung',
        icon: Medal,
        tone: 'gold',
      },
      {
        to: paths.assemblyReport,
        title: 'Jahresbericht',
        text: 'Mitglieder, Umzüge, Ehrungen und Beiträge eines Jahres',
        icon: NotebookText,
      },
      {
        to: paths.upcomingBirthdays,
        title: 'Anstehende Geburtstage',
        text: 'Diese Woche, dieser Monat, dieses Quartal',
        icon: Cake,
      },
      {
        to: paths.membershipFees,
        title: 'Mitgliedsbeiträge',
        text: `Beiträge ${year} und SEPA-Datei`,
        icon: Banknote,
      },
    ],
  },
  {
    title: 'Dienste und Ehrungen',
    tiles: [
      {
        to: paths.duties,
        title: 'Auswertung der Ämter',
        text: 'Dienstjahre und Ehrungen je Mitglied',
        icon: Briefcase,
      },
      {
        to: paths.dutyHolders,
        title: 'Auswertung des Dienstbuchs',
        text: 'Aktive und ehemalige Amtsträger',
        icon: BookOpen,
      },
      {
        to: paths.honorHolders,
        title: 'Auswertung der Ehrungen',
        text: 'Wer eine Ehrung erhalten hat',
        icon: Award,
        tone: 'gold',
      },
    ],
  },
]
