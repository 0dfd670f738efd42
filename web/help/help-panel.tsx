import { ArrowLeft, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import {
  type Block,
  type Chapter,
  type ChapterName,
  chapterOf,
  chapters,
  type Inline,
} from './chapter.ts'
import { readChapterOf } from './handbook.ts'

type HelpPanelProps = {
  shown: ChapterName | 'all'
  onShow: (chapter: ChapterName | 'all') => void
  onClose: () => void
}

/** A chapter beside the page, which stays usable; below 1200 px a sheet in the lower half of the window. */
export function HelpPanel({ shown, onShow, onClose }: HelpPanelProps) {
  const chapter = shown === 'all' ? null : readChapterOf(shown)
  const title = useFocusOn(shown)
  const cameFrom = useFocusRestore()
  const close = () => {
    cameFrom()
    onClose()
  }
  return (
    <aside
      id="hilfe"
      aria-label="Hilfe"
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && close()}
      className="fixed top-16 right-0 bottom-0 z-40 flex w-88 max-w-full animate-fade flex-col border-border-strong border-l bg-popover text-popover-foreground shadow-lg max-[75rem]:inset-x-0 max-[75rem]:top-auto max-[75rem]:h-[55dvh] max-[75rem]:w-auto max-[75rem]:rounded-t-[1.25rem] max-[75rem]:border-t max-[75rem]:border-l-0 print:hidden"
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

/** Makes the scrolling area focusable: in Safari it could not be scrolled by keyboard otherwise. */
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

/** Focuses the title of the next chapter. */
function useFocusOn(shown: string) {
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each chapter
  useEffect(() => title.current?.focus(), [shown])
  return title
}

/** Returns a function that gives the focus back to the element that had it before the panel opened. */
function useFocusRestore() {
  const before = useRef<Element | null>(null)
  before.current ??= document.activeElement
  return () => before.current instanceof HTMLElement && before.current.focus()
}

type ChapterTextProps = { chapter: Chapter; onShow: (chapter: ChapterName) => void }

function ChapterText({ chapter, onShow }: ChapterTextProps) {
  return (
    <div className="mt-3 grid gap-3 leading-relaxed">
      {chapter.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chapter never changes
        <BlockText key={index} block={block} onShow={onShow} />
      ))}
    </div>
  )
}

type Shows = Pick<ChapterTextProps, 'onShow'>

function BlockText({ block, onShow }: { block: Block } & Shows) {
  switch (block.kind) {
    case 'heading':
      return (
        <h3 className="mt-3 text-base">
          <Inlines text={block.text} onShow={onShow} />
        </h3>
      )
    case 'paragraph':
      return (
        <p>
          <Inlines text={block.text} onShow={onShow} />
        </p>
      )
    case 'steps':
      return (
        <ol className="grid list-decimal gap-2 ps-6 marker:font-bold marker:text-muted-foreground">
          <Items items={block.items} onShow={onShow} />
        </ol>
      )
    case 'list':
      return (
        <ul className="grid list-disc gap-2 ps-6 marker:text-muted-foreground">
          <Items items={block.items} onShow={onShow} />
        </ul>
      )
  }
}

function Items({ items, onShow }: { items: Inline[][] } & Shows) {
  return items.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a chapter never changes
    <li key={index}>
      <Inlines text={text} onShow={onShow} />
    </li>
  ))
}

function Inlines({ text, onShow }: { text: Inline[] } & Shows) {
  return text.map((inline, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a chapter never changes
    <InlineText key={index} inline={inline} onShow={onShow} />
  ))
}

function InlineText({ inline, onShow }: { inline: Inline } & Shows) {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'shown':
      return <strong className="font-bold">{inline.text}</strong>
    case 'link': {
      const chapter = chapterOf(inline.to)
      if (!chapter) return <Link to={inline.to}>{inline.text}</Link>
      return (
        <button type="button" className="text-link underline" onClick={() => onShow(chapter)}>
          {inline.text}
        </button>
      )
    }
  }
}
