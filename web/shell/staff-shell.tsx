import { QueryClientProvider } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { HelpButton } from '#web/components/help-button.tsx'
import { Wrap } from '#web/components/page.tsx'
import { ToastProvider } from '#web/components/toast.tsx'
import { TooltipLayer } from '#web/components/tooltip-layer.tsx'
import { FirstVisit } from '#web/help/first-visit.tsx'
import { HelpLayer } from '#web/help/help-layer.tsx'
import { cn } from '#web/lib/cn.ts'
import { queryClient } from '#web/lib/query.ts'
import { type StoredUser, useUser } from '#web/lib/session.ts'
import { VisitsProvider } from '#web/lib/way-back.tsx'
import { paths } from '#web/paths.ts'
import { SearchButton } from '#web/search/search-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Brand } from './brand.tsx'
import { MainContent, SkipLink } from './main-content.tsx'
import { MainNav } from './main-nav.tsx'
import { usePageHandle } from './page-handle.ts'
import { PageOutlet } from './page-outlet.tsx'
import { useOfflineCopy } from './use-offline-copy.ts'
import { useSharedDevice } from './use-shared-device.ts'

/** Everything behind the sign-in. */
export function StaffShell() {
  const user = useUser()
  const { bare, task } = usePageHandle()
  const isPageThere = useSharedDevice()
  useOfflineCopy()
  // Signed out, in this tab or in another one (Spec §2).
  if (!user) return <Navigate to={paths.login} replace />
  if (!isPageThere) return null
  return (
    <QueryClientProvider client={queryClient}>
      {/* Of what one person has typed nothing is there for another. */}
      <ToastProvider key={user.emailAddress}>
        <HelpLayer>
          <SkipLink />
          <TopBar user={user} isTask={task === true} isBare={bare === true} />
          <MainContent
            className={cn(
              'flex-1',
              bare ? filled : 'pt-8 pb-16 max-md:pt-5',
              phoneEnd(bare, task),
              besideHelp,
            )}
          >
            <VisitsProvider>
              <FirstVisit isBare={bare === true} isBelow={false} />
              <PageOutlet />
              <FirstVisit isBare={bare === true} isBelow />
            </VisitsProvider>
          </MainContent>
          <TooltipLayer />
        </HelpLayer>
      </ToastProvider>
    </QueryClientProvider>
  )
}

// Where there is room, the page moves aside; on the phone its end can be scrolled out from under the help.
const besideHelp = 'min-[90rem]:[body:has(#hilfe)_&]:pe-88 max-md:[body:has(#hilfe)_&]:pb-[60dvh]!'

// A bare page has the whole screen below the top bar.
const filled = 'grid grid-cols-1'

// The tab bar covers the end of the page; a task's own bar stands in the flow.
function phoneEnd(bare = false, task = false): string {
  if (bare) return ''
  return task ? 'max-md:pb-0' : 'max-md:pb-26'
}

type TopBarProps = { user: StoredUser; isTask: boolean; isBare: boolean }

function TopBar({ user, isTask, isBare }: TopBarProps) {
  return (
    <header
      className={cn(
        'z-30 border-b bg-card print:hidden',
        isBare ? 'max-md:hidden roomy:stuck-top' : 'stuck-top',
      )}
    >
      <Wrap className="flex min-h-16 flex-wrap items-stretch gap-1 max-md:min-h-14 max-md:justify-between max-[24rem]:gap-0 max-[24rem]:[&>button]:me-0">
        <Brand
          to={paths.home}
          className="me-7 max-lg:me-3 max-md:me-0 max-md:max-w-[max(8.5rem,100%-8.75rem)]"
        />
        <MainNav user={user} hiddenOnPhone={isTask} />
        <SearchButton user={user} />
        <HelpButton className="me-3 max-lg:me-1" />
        <AccountMenu user={user} />
      </Wrap>
    </header>
  )
}
