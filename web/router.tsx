import type { RouteObject } from 'react-router'
import { can } from '#worker/domain/rights.ts'
import { IdentityLayer } from './auth/identity-layer.tsx'
import { SharedDeviceLayer } from './auth/shared-device-layer.tsx'
import { loadChunk } from './lib/load-chunk.ts'
import { currentUser } from './lib/session.ts'
import { page } from './page-route.ts'
import { paths } from './paths.ts'
import { requireLogin } from './shell/guards.tsx'
import { Root } from './shell/root.tsx'
import { NoFallback, RouteError, ShellError, StaffShellFallback } from './shell/shell-fallbacks.tsx'

// All pages are loaded lazily. The public pages are not part of this app.

const accountPages: RouteObject[] = [
  page(paths.home, () => import('./home/home-page.tsx'), 'HomePage', { title: 'Übersicht' }),
  page(paths.profile, () => import('./auth/profile-page.tsx'), 'ProfilePage', {
    title: 'Mein Account',
  }),
  page(paths.users, () => import('./auth/users-page.tsx'), 'UsersPage', {
    title: 'Zugänge',
    needs: 'manage',
  }),
]

const memberPages: RouteObject[] = [
  page(paths.members, () => import('./members/members-page.tsx'), 'MembersPage', {
    title: 'Mitgliederliste',
    needs: 'read',
  }),
  page(paths.memberCreate, () => import('./members/member-create-page.tsx'), 'MemberCreatePage', {
    title: 'Neues Mitglied anlegen',
    needs: 'keepMembers',
    task: true,
  }),
  page(paths.memberEdit(':id'), () => import('./members/member-edit-page.tsx'), 'MemberEditPage', {
    title: 'Mitglied bearbeiten',
    needs: 'changeMembers',
    task: true,
  }),
  page(
    paths.member(':id'),
    () => import('./members/member-details-page.tsx'),
    'MemberDetailsPage',
    {
      title: 'Mitglied',
      needs: 'read',
    },
  ),
]

const mergePages: RouteObject[] = [
  page(paths.duplicates, () => import('./members/duplicates-page.tsx'), 'DuplicatesPage', {
    title: 'Doppelte Einträge',
    needs: 'manage',
  }),
  page(paths.memberMerge(':id', ':b'), () => import('./members/merge-page.tsx'), 'MergePage', {
    title: 'Einträge zusammenführen',
    needs: 'manage',
    task: true,
  }),
]

const letterPages: RouteObject[] = [
  page(paths.labels, () => import('./letters/labels-page.tsx'), 'LabelsPage', {
    title: 'Etiketten',
    needs: 'read',
  }),
  page(paths.circulars, () => import('./letters/circulars-page.tsx'), 'CircularsPage', {
    title: 'Rundmails',
    needs: 'keepMembers',
  }),
  page(
    paths.circularCreate,
    () => import('./letters/circular-create-page.tsx'),
    'CircularCreatePage',
    { title: 'Neue Rundmail', needs: 'keepMembers', task: true },
  ),
  page(paths.circular(':id'), () => import('./letters/circular-page.tsx'), 'CircularPage', {
    title: 'Rundmail',
    needs: 'keepMembers',
  }),
]

const costumePages: RouteObject[] = [
  page(paths.costumes, () => import('./costumes/costumes-page.tsx'), 'CostumesPage', {
    title: 'Kleider',
    needs: 'read',
  }),
  page(
    paths.costumeCreate,
    () => import('./costumes/costume-create-page.tsx'),
    'CostumeCreatePage',
    { title: 'Neues Kleid anlegen', needs: 'keepCostumes', task: true },
  ),
  page(
    paths.costumeEdit(':id'),
    () => import('./costumes/costume-edit-page.tsx'),
    'CostumeEditPage',
    { title: 'Kleid bearbeiten', needs: 'keepCostumes', task: true },
  ),
  page(
    paths.costume(':id'),
    () => import('./costumes/costume-details-page.tsx'),
    'CostumeDetailsPage',
    { title: 'Kleid', needs: 'read' },
  ),
]

const paradePages: RouteObject[] = [
  page(paths.parades, () => import('./parades/parades-page.tsx'), 'ParadesPage', {
    title: 'Umzüge',
    needs: 'read',
  }),
  page(paths.paradeHosts, () => import('./parades/hosts-page.tsx'), 'HostsPage', {
    title: 'Gastgeberzunft-Suche',
    needs: 'read',
  }),
  page(paths.paradeCreate, () => import('./parades/parade-create-page.tsx'), 'ParadeCreatePage', {
    title: 'Neuer Umzug',
    needs: 'keepParades',
    task: true,
  }),
  page(paths.paradeEdit(':id'), () => import('./parades/parade-edit-page.tsx'), 'ParadeEditPage', {
    title: 'Umzug bearbeiten',
    needs: 'keepParades',
    task: true,
  }),
  page(
    paths.parade(':id'),
    () => import('./parades/parade-details-page.tsx'),
    'ParadeDetailsPage',
    {
      title: 'Umzug',
      needs: 'read',
    },
  ),
]

const checkInPages: RouteObject[] = [
  page(paths.checkInToday, () => import('./parades/check-in/today-page.tsx'), 'CheckInTodayPage', {
    title: 'Umzugsteilnahme',
    needs: 'checkIn',
    bare: true,
  }),
  page(paths.checkIn(':id'), () => import('./parades/check-in/check-in-page.tsx'), 'CheckInPage', {
    title: 'Umzugsteilnahme',
    needs: 'checkIn',
    bare: true,
  }),
]

/** The route of the address in a person's code, opened mostly by phone cameras. */
const personCode: RouteObject = {
  lazy: async () => {
    const { SignInShell } = await loadChunk(() => import('./shell/sign-in-shell.tsx'))
    return { Component: SignInShell }
  },
  HydrateFallback: NoFallback,
  children: [
    page(
      paths.personCode(':code'),
      () => import('./parades/check-in/person-code-page.tsx'),
      'PersonCodePage',
      { title: 'Code für den Umzug' },
    ),
  ],
}

const enrolmentPages: RouteObject[] = [
  page(
    paths.internalParadeEnrolment,
    () => import('./enrolment/internal/internal-enrolment-page.tsx'),
    'InternalEnrolmentPage',
    { title: 'Umzugsanmeldung im Stall', needs: 'keepParades', task: true },
  ),
  page(
    paths.enrolmentDataCleanup,
    () => import('./enrolment/correction/data-correction-page.tsx'),
    'DataCorrectionPage',
    { title: 'Datenkorrektur nach Anmeldung', needs: 'keepParades' },
  ),
]

const statisticsPages: RouteObject[] = [
  page(paths.statistics, () => import('./statistics/statistics-page.tsx'), 'StatisticsPage', {
    title: 'Auswertungen',
    needs: 'read',
  }),
  page(
    paths.paradesPerMember,
    () => import('./statistics/parades-per-member-page.tsx'),
    'ParadesPerMemberPage',
    { title: 'Anzahl Sprünge', needs: 'read' },
  ),
  page(
    paths.upcomingBirthdays,
    () => import('./statistics/upcoming-birthdays-page.tsx'),
    'UpcomingBirthdaysPage',
    { title: 'Anstehende Geburtstage', needs: 'read' },
  ),
  page(
    paths.upcomingHonors,
    () => import('./statistics/upcoming-honors-page.tsx'),
    'UpcomingHonorsPage',
    { title: 'Anstehende Ehrungen', needs: 'read' },
  ),
  page(paths.duties, () => import('./statistics/duties-page.tsx'), 'DutiesPage', {
    title: 'Auswertung der Ämter',
    needs: 'read',
  }),
  page(paths.dutyHolders, () => import('./statistics/duty-holders-page.tsx'), 'DutyHoldersPage', {
    title: 'Auswertung des Dienstbuchs',
    needs: 'read',
  }),
  page(
    paths.honorHolders,
    () => import('./statistics/honor-holders-page.tsx'),
    'HonorHoldersPage',
    { title: 'Auswertung der Ehrungen', needs: 'read' },
  ),
  page(
    paths.enrolmentPerParades,
    () => import('./statistics/enrolments-per-parade-page.tsx'),
    'EnrolmentsPerParadePage',
    {
      title: 'Auswertung der Umzugsanmeldungen',
      needs: 'seeParades',
    },
  ),
  page(paths.pictures, () => import('./statistics/pictures/pictures-page.tsx'), 'PicturesPage', {
    title: 'Zahlen in Bildern',
    needs: 'read',
  }),
]

const assemblyPages: RouteObject[] = [
  page(paths.assembly, () => import('./assembly/assembly-page.tsx'), 'AssemblyPage', {
    title: 'Generalversammlung',
    needs: 'read',
  }),
  page(paths.callUpList, () => import('./assembly/call-up-list-page.tsx'), 'CallUpListPage', {
    title: 'Aufrufliste',
    needs: 'read',
  }),
  page(
    paths.assemblyInvitations,
    () => import('./assembly/invitations-page.tsx'),
    'InvitationsPage',
    { title: 'Einladungen', needs: 'read' },
  ),
  page(paths.certificates, () => import('./assembly/certificates-page.tsx'), 'CertificatesPage', {
    title: 'Urkunden',
    needs: 'read',
  }),
  page(
    paths.assemblyOrders,
    () => import('./assembly/assembly-orders-page.tsx'),
    'AssemblyOrdersPage',
    {
      title: 'Bestellte Ehrungen',
      needs: 'read',
    },
  ),
  page(
    paths.assemblyReport,
    () => import('./assembly/report/assembly-report-page.tsx'),
    'AssemblyReportPage',
    {
      title: 'Jahresbericht',
      needs: 'read',
    },
  ),
]

const billingPages: RouteObject[] = [
  page(paths.treasury, () => import('./billing/treasury-page.tsx'), 'TreasuryPage', {
    title: 'Kasse',
    needs: 'read',
  }),
  page(
    paths.membershipFees,
    () => import('./billing/membership-fees-page.tsx'),
    'MembershipFeesPage',
    { title: 'Mitgliedsbeiträge', needs: 'read' },
  ),
  page(
    paths.feeStatement,
    () => import('./billing/statement/statement-page.tsx'),
    'StatementPage',
    { title: 'Kontoauszug', needs: 'keepTreasury' },
  ),
  page(paths.feeReport, () => import('./billing/report/fee-report-page.tsx'), 'FeeReportPage', {
    title: 'Beitragsabrechnung',
    needs: 'read',
  }),
  page(paths.feeLetters, () => import('./billing/letters/letters-page.tsx'), 'FeeLettersPage', {
    title: 'Schreiben zum Beitrag',
    needs: 'read',
  }),
  page(
    paths.letterTexts,
    () => import('./billing/letters/letter-texts-page.tsx'),
    'LetterTextsPage',
    { title: 'Texte der Schreiben', needs: 'keepTreasury', task: true },
  ),
]

const orderPages: RouteObject[] = [
  page(paths.orders, () => import('./orders/orders-page.tsx'), 'OrdersPage', {
    title: 'Zahlungen',
    needs: 'read',
  }),
  page(
    paths.paymentSetup,
    () => import('./orders/setup/payment-setup-page.tsx'),
    'PaymentSetupPage',
    { title: 'Einrichtung der Zahlung', needs: 'keepTreasury' },
  ),
  page(paths.enrolmentEvening, () => import('./orders/evening/evening-page.tsx'), 'EveningPage', {
    title: 'Anmeldeabend',
    needs: 'keepParades',
  }),
  page(paths.order(':id'), () => import('./orders/order-details-page.tsx'), 'OrderDetailsPage', {
    title: 'Zahlung',
    needs: 'read',
  }),
  page(
    paths.paradeRefunds(':id'),
    () => import('./orders/parade-refunds/parade-refunds-page.tsx'),
    'ParadeRefundsPage',
    { title: 'Gebühren erstatten', needs: 'read' },
  ),
]

const historyPages: RouteObject[] = [
  page(paths.history, () => import('./history/history-page.tsx'), 'HistoryPage', {
    title: 'Verlauf',
    needs: 'manage',
  }),
]

const guildPages: RouteObject[] = [
  page(paths.settings, () => import('./guild/settings-page.tsx'), 'SettingsPage', {
    title: 'Einstellungen',
    needs: 'read',
  }),
]

const importPages: RouteObject[] = [
  page(paths.imports, () => import('./imports/imports-page.tsx'), 'ImportsPage', {
    title: 'Daten übernehmen',
    needs: 'manage',
  }),
  page(paths.import(':id'), () => import('./imports/import-page.tsx'), 'ImportPage', {
    title: 'Daten übernehmen',
    needs: 'manage',
  }),
]

const privacyPages: RouteObject[] = [
  page(paths.retention, () => import('./privacy/retention-page.tsx'), 'RetentionPage', {
    title: 'Aufbewahrung',
    needs: 'read',
  }),
]

const notFound = page('*', () => import('./shell/not-found-page.tsx'), 'NotFoundPage', {
  title: 'Seite nicht gefunden',
})

const signIn: RouteObject = {
  lazy: async () => {
    const { SignInShell } = await loadChunk(() => import('./shell/sign-in-shell.tsx'))
    return { Component: SignInShell }
  },
  HydrateFallback: NoFallback,
  children: [
    page(paths.login, () => import('./auth/login-page.tsx'), 'LoginPage', { title: 'Anmelden' }),
    page(paths.setup, () => import('./auth/setup-page.tsx'), 'SetupPage', {
      title: 'Zunft einrichten',
    }),
  ],
}

const staffPages: RouteObject = {
  lazy: async () => {
    const { StaffShell } = await loadChunk(() => import('./shell/staff-shell.tsx'))
    loadListsWhenIdle()
    return { Component: StaffShell }
  },
  HydrateFallback: StaffShellFallback,
  children: [
    {
      Component: IdentityLayer,
      ErrorBoundary: RouteError,
      children: [
        ...accountPages,
        ...memberPages,
        ...mergePages,
        ...letterPages,
        ...costumePages,
        ...paradePages,
        ...checkInPages,
        ...enrolmentPages,
        ...statisticsPages,
        ...assemblyPages,
        ...billingPages,
        ...orderPages,
        ...guildPages,
        ...importPages,
        ...historyPages,
        ...privacyPages,
        notFound,
      ],
    },
  ],
}

/** Preloads the code of the member list after the sign-in. Helpers have no access to the list. */
function loadListsWhenIdle(): void {
  if (!can(currentUser(), 'read')) return
  // Safari has no idle callback; there the list's code loads when the list is opened.
  globalThis.requestIdleCallback?.(() => {
    import('./members/members-page.tsx').catch(() => {})
  })
}

const staffArea: RouteObject = {
  middleware: [requireLogin],
  Component: SharedDeviceLayer,
  children: [staffPages],
}

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ShellError,
    children: [signIn, personCode, staffArea],
  },
]
