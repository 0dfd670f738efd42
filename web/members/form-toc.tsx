import { CircleAlert } from 'lucide-react'
import { type MouseEvent, type RefObject, useEffect, useMemo, useState } from 'react'
import { useInvalidFields } from '#web/components/faulty-fields.tsx'
import { cn } from '#web/lib/cn.ts'
import { useUser } from '#web/lib/session.ts'
import { memberParts } from '#worker/domain/member.ts'
import { changeableParts } from '#worker/domain/member-rights.ts'

/** The table of contents of the long form; hidden on narrow screens. */
export function FormToc({ form }: { form: RefObject<HTMLElement | null> }) {
  const user = useUser()
  const parts = useMemo(() => changeableParts(user), [user])
  const faulty = useInvalidFields(form, sectionsOf)
  const inView = useSectionInView(parts)
  const shown = memberParts.filter(({ id }) => parts.includes(id))
  return (
    <nav aria-label="Abschnitte" className="sticky top-24 grid max-lg:hidden">
      {shown.map(({ id, title }) => (
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
  return memberParts
    .map(({ id }) => id)
    .filter((id) => fields.some((field) => field.closest(`#${id}`)))
}

// Scrolls without an entry in the browser's history.
function goTo(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  const section = document.querySelector<HTMLElement>(event.currentTarget.hash)
  section?.scrollIntoView({ block: 'start' })
  section?.focus({ preventScroll: true })
}

/** The share of the window's height at which a section counts as reached. */
const reachedAt = 0.4

/** The id of the section that contains the focus; without a focus in the form, of the section in view. */
function useSectionInView<Id extends string>(ids: readonly Id[]): Id | undefined {
  const [inView, setInView] = useState(ids[0])
  useEffect(() => {
    const updateSection = () => setInView(findInView(ids))
    updateSection()
    window.addEventListener('scroll', updateSection, { passive: true })
    document.addEventListener('focusin', updateSection)
    return () => {
      window.removeEventListener('scroll', updateSection)
      document.removeEventListener('focusin', updateSection)
    }
  }, [ids])
  return inView
}

function findInView<Id extends string>(ids: readonly Id[]): Id | undefined {
  const { clientHeight, scrollHeight } = document.documentElement
  const focused = document.activeElement
  const top = focused?.getBoundingClientRect().top ?? 0
  const isInView = top > 0 && top < clientHeight
  const written = ids.find((id) => document.getElementById(id)?.contains(focused))
  if (written && isInView) return written
  if (window.scrollY === 0) return ids[0]
  // At the end of the page the last section counts: it may be too short to reach `reachedAt`.
  if (window.scrollY + clientHeight >= scrollHeight - 2) return ids.at(-1) ?? ids[0]
  const reached = ids.filter((id) => {
    const place = document.getElementById(id)?.getBoundingClientRect()
    return place && place.top < clientHeight * reachedAt
  })
  return reached.at(-1) ?? ids[0]
}
