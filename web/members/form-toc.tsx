import type { MouseEvent } from 'react'
import { cn } from '#web/ui/cn.ts'
import { type SectionId, sections } from './member-sections.ts'
import { useSectionInView } from './use-section-in-view.ts'

const [first, ...others] = sections.map(({ id }) => id)
const ids: [SectionId, ...SectionId[]] = [first ?? 'allgemein', ...others]

/** The long form's parts; on narrow screens one scrolls. */
export function FormToc() {
  const inView = useSectionInView(ids)
  return (
    <nav aria-label="Abschnitte" className="sticky top-24 grid max-lg:hidden">
      {sections.map(({ id, title }) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === inView ? 'true' : undefined}
          onClick={goTo}
          className={cn(
            'flex min-h-10 items-center border-l-2 px-3.5 no-underline',
            id === inView
              ? 'border-link font-[650] text-link'
              : 'border-border font-medium text-muted-foreground hover:text-foreground',
          )}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}

// Within the page, without an entry in the browser's history for each section.
function goTo(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  const section = document.querySelector<HTMLElement>(event.currentTarget.hash)
  section?.scrollIntoView({ block: 'start' })
  section?.focus({ preventScroll: true })
}
