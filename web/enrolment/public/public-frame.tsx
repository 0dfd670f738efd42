import type { ReactNode } from 'react'
import { brandLook, GuildMark, GuildName } from '#web/brand/guild-mark.tsx'
import { cn } from '#web/lib/cn.ts'
import { publicPaths, staffQuery } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { PublicGuild } from '#worker/guild/guild.contract.ts'
import { PublicBand, PublicWrap } from './public-band.tsx'

export type PublicFrameProps = {
  guild: PublicGuild
  /** The title in the red band; a page without one has its h1 in the content. */
  title?: string
  lead?: ReactNode
  /** True when staff have opened the page from the app: it leads back there. */
  isForStaff?: boolean
  children: ReactNode
}

/**
 * The frame of every public page, with plain links because each page is a document. In the browser
 * `ServedFrame` takes its place with the same elements in the same order.
 */
export function PublicFrame({
  guild,
  title,
  lead,
  isForStaff = false,
  children,
}: PublicFrameProps) {
  const query = isForStaff ? staffQuery : ''
  return (
    <>
      <a
        href="#inhalt"
        className="absolute -top-16 left-4 z-60 rounded-md bg-card px-4 py-3 focus:top-3 focus:shadow-lg print:hidden"
      >
        Zum Inhalt springen
      </a>
      <header className="on-red bg-(--fleck-3) pt-4 max-md:pt-3 print:hidden">
        <PublicWrap className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <a href={publicPaths.paradeEnrolment} className={cn(brandLook, 'text-white')}>
            <GuildMark tone="onRed" />
            {guild.name ? (
              <GuildName name={guild.name} />
            ) : (
              <span className="sr-only">Startseite</span>
            )}
          </a>
          <Button asChild variant="on-red">
            {isForStaff ? (
              <a href={publicPaths.home}>Zur Übersicht</a>
            ) : (
              <a href={publicPaths.login}>Login</a>
            )}
          </Button>
        </PublicWrap>
      </header>
      <main id="inhalt" tabIndex={-1} className="flex flex-1 flex-col">
        <PublicBand {...(title && { title })} lead={lead} />
        {children}
      </main>
      <footer className="pt-6 pb-[calc(2rem+env(safe-area-inset-bottom))] print:hidden">
        <nav aria-label="Rechtliches" className="flex flex-wrap justify-center gap-x-4 text-sm">
          <a href={publicPaths.imprint + query} className={legalLink}>
            Impressum
          </a>
          <a href={publicPaths.privacy + query} className={legalLink}>
            Datenschutz
          </a>
          <a href={publicPaths.accessibility + query} className={legalLink}>
            Barrierefreiheit
          </a>
        </nav>
      </footer>
    </>
  )
}

const legalLink = 'inline-flex min-h-11 items-center text-muted-foreground hover:text-foreground'
