import { CircleAlert } from 'lucide-react'
import type { MouseEvent, RefObject } from 'react'
import { useFaulty } from '#web/components/faulty-fields.tsx'
import { cn } from '#web/lib/cn.ts'
import { type SectionId, sections } from './member-sections.ts'
import { useSectionInView } from './use-section-in-view.ts'

const [first, ...others] = sections.map(({ id }) => id)
const ids: [SectionId, ...SectionId[]] = [first ?? 'allgemein', ...others]

/** The long form's parts; on narrow screens one scrolls. */
export function FormToc({ form }: { form: RefObject<HTMLElement | null> }) {
  const faulty = useFaulty(form, sectionsOf)
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
            'flex min-h-10 items-center gap-2 border-l-2 px-3.5 no-underline',
            id === inView
              ? 'border-link font-[650] text-link'
              : 'border-border font-medium text-muted-foreground hover:text-foreground',
          )}
        >
          <span className="flex-1">{title}</span>
          {faulty.includes(id) && (
            <>
              <CircleAlert aria-hidden="true" className="size-4 flex-none text-destructive" />
              <span className="sr-only">, hier stimmt etwas nicht</span>
            </>
          )}
        </a>
      ))}
    </nav>
  )
}

function sectionsOf(fields: readonly HTMLElement[]): string[] {
  return ids.filter((id) => fields.some((field) => field.closest(`#${id}`)))
}

// Within the page, without an entry in the browser's history for each section.
function goTo(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  const section = document.querySelector<HTMLElement>(event.currentTarget.hash)
  section?.scrollIntoView({ block: 'start' })
  section?.focus({ preventScroll: true })
}
