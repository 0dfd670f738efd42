import { ArrowLeft, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { type ChapterName, chapters } from './chapter.ts'
import { ChapterText } from './chapter-text.tsx'
import { readChapterOf } from './handbook.ts'

type HelpPanelProps = {
  shown: ChapterName | 'all'
  onShow: (chapter: ChapterName | 'all') => void
  onClose: () => void
}

/**
 * A chapter beside the page, which stays in use: its steps are done there. On the phone it takes the lower
 * half of the screen.
 */
export function HelpPanel({ shown, onShow, onClose }: HelpPanelProps) {
  const chapter = shown === 'all' ? null : readChapterOf(shown)
  const title = useFocusOn(shown)
  const cameFrom = useFocusGivenBack()
  const close = () => {
    cameFrom()
    onClose()
  }
  return (
    <aside
      id="hilfe"
      aria-label="Hilfe"
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && close()}
      className="fixed top-16 right-0 bottom-0 z-40 flex w-88 max-w-full animate-fade flex-col border-border-strong border-l bg-popover text-popover-foreground shadow-lg max-md:inset-x-0 max-md:top-auto max-md:h-[55dvh] max-md:w-auto max-md:rounded-t-[1.25rem] max-md:border-t max-md:border-l-0 print:hidden"
    >
      <div className="flex flex-none items-center gap-1 border-b py-2 ps-6 pe-3 max-md:ps-5">
        {chapter ? (
          <Button variant="ghost" size="sm" className="-ms-3" onClick={() => onShow('all')}>
            <ArrowLeft aria-hidden="true" />
            Alle Kapitel
          </Button>
        ) : (
          <span className="text-muted-foreground text-sm">Handbuch</span>
        )}
        <Button
          variant="ghost"
          size="icon-sm"
          className="ms-auto"
          aria-label="Hilfe schließen"
          data-hint="Hilfe schließen"
          onClick={close}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
      <div
        ref={makeStop}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pt-4 pb-8 max-md:px-5"
      >
        <h2 ref={title} tabIndex={-1} className="text-xl outline-none">
          {chapter ? chapter.title : 'Alle Kapitel'}
        </h2>
        {chapter ? (
          <ChapterText chapter={chapter} onShow={onShow} />
        ) : (
          <AllChapters onShow={onShow} />
        )}
      </div>
    </aside>
  )
}

/** What scrolls is a stop for the keyboard: Safari lets nobody scroll it otherwise. */
function makeStop(scroller: HTMLElement | null): void {
  if (scroller) scroller.tabIndex = 0
}

function AllChapters({ onShow }: { onShow: (chapter: ChapterName) => void }) {
  const all = chapters.map((name) => ({ name, ...readChapterOf(name) }))
  const byAudience = Map.groupBy(all, ({ audience }) => audience)
  return [...byAudience].map(([audience, ofThem]) => (
    <section key={audience} className="mt-5">
      <h3 className="text-muted-foreground text-sm">{audience}</h3>
      <ul className="mt-1">
        {ofThem.map(({ name, title }) => (
          <li key={name}>
            <button
              type="button"
              className="-mx-2 block min-h-9 w-full rounded-md px-2 py-1.5 text-start text-link hover:bg-accent max-md:min-h-11"
              onClick={() => onShow(name)}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** Whatever is shown next is read from its title on. */
function useFocusOn(shown: string) {
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each chapter
  useEffect(() => title.current?.focus(), [shown])
  return title
}

/** Closed by its own button, the focus goes back to whatever opened it. */
function useFocusGivenBack() {
  const before = useRef<Element | null>(null)
  before.current ??= document.activeElement
  return () => before.current instanceof HTMLElement && before.current.focus()
}
