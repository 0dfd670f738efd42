import { Link, Outlet } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { PublicWrap } from '#web/ui/public-band.tsx'
import { Brand } from './brand.tsx'
import { MainContent, SkipLink } from './main-content.tsx'

/** The bar of the deep red band; the page goes on with it (`PublicBand`). */
export function PublicShell() {
  return (
    <>
      <SkipLink />
      <header className="on-red bg-(--fleck-3) pt-4 max-md:pt-3 print:hidden">
        <PublicWrap className="flex items-center justify-between gap-4">
          <Brand to={paths.paradeEnrolment} tone="onRed" />
          <Button asChild variant="on-red">
            <Link to={paths.login}>Login</Link>
          </Button>
        </PublicWrap>
      </header>
      <MainContent className="flex flex-1 flex-col">
        <Outlet />
      </MainContent>
    </>
  )
}
