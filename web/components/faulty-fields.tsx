import { type MouseEvent, type RefObject, useEffect, useState } from 'react'

/**
 * What of a form's faulty fields matters, as it changes: by a refusal, by somebody who mends one. Each field
 * says by itself that something is wrong with it (`aria-invalid`), whoever found it.
 * @param tell stays the same function
 */
export function useFaulty<T>(
  form: RefObject<HTMLElement | null>,
  tell: (fields: readonly HTMLElement[]) => readonly T[],
): readonly T[] {
  const [told, setTold] = useState<readonly T[]>([])
  useEffect(() => {
    const within = form.current
    if (!within) return
    const look = () => {
      const next = tell([...within.querySelectorAll<HTMLElement>('[aria-invalid="true"]')])
      setTold((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next))
    }
    look()
    const observer = new MutationObserver(look)
    observer.observe(within, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] })
    return () => observer.disconnect()
  }, [form, tell])
  return told
}

type Faulty = { id: string; label: string }

/** Where to look, for a form that is long: shorter with each field that is mended. */
export function FaultyFields({ form }: { form: RefObject<HTMLElement | null> }) {
  const faulty = useFaulty(form, labelled)
  if (faulty.length === 0) return null
  return (
    <p className="mt-1">
      Sieh hier nach:{' '}
      {faulty.map(({ id, label }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <a href={`#${id}`} onClick={goTo} className="text-inherit">
            {label}
          </a>
        </span>
      ))}
      .
    </p>
  )
}

function labelled(fields: readonly HTMLElement[]): Faulty[] {
  return fields.flatMap((field) => {
    const own = field.getAttribute('aria-label') ?? labelOf(field)
    // A row of several is named: "Zeitraum 2, Von".
    const row = field.closest('[role="group"][aria-label]')?.getAttribute('aria-label')
    const label = own && row ? `${row}, ${own}` : own
    return field.id && label ? [{ id: field.id, label }] : []
  })
}

/** Without the star of a field that has to be filled. */
function labelOf(field: HTMLElement): string {
  const label = document.querySelector(`label[for="${CSS.escape(field.id)}"]`)?.cloneNode(true)
  if (!(label instanceof HTMLElement)) return ''
  for (const hidden of label.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
  return label.textContent.trim()
}

// Within the page, without an entry in the browser's history.
function goTo(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  const field = document.getElementById(event.currentTarget.hash.slice(1))
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
