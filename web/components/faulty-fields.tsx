import { type MouseEvent, type RefObject, useEffect, useState } from 'react'

/**
 * Derives values from a form's invalid fields (`aria-invalid`) and follows their changes, for example after
 * a rejected save or a correction.
 * @param derive must be a stable function
 */
export function useInvalidFields<T>(
  form: RefObject<HTMLElement | null>,
  derive: (fields: readonly HTMLElement[]) => readonly T[],
): readonly T[] {
  const [derived, setDerived] = useState<readonly T[]>([])
  useEffect(() => {
    const within = form.current
    if (!within) return
    const update = () => {
      const next = derive([...within.querySelectorAll<HTMLElement>('[aria-invalid="true"]')])
      setDerived((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next))
    }
    update()
    const observer = new MutationObserver(update)
    observer.observe(within, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] })
    return () => observer.disconnect()
  }, [form, derive])
  return derived
}

type Faulty = { id: string; label: string }

/** Links to the invalid fields of a long form; corrected fields are removed. */
export function FaultyFields({ form }: { form: RefObject<HTMLElement | null> }) {
  const faulty = useInvalidFields(form, labelled)
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
    // In a group of rows, the row's name is added: "Zeitraum 2, Von".
    const row = field.closest('[role="group"][aria-label]')?.getAttribute('aria-label')
    const label = own && row ? `${row}, ${own}` : own
    return field.id && label ? [{ id: field.id, label }] : []
  })
}

/** The label without the asterisk of required fields. */
function labelOf(field: HTMLElement): string {
  const label = document.querySelector(`label[for="${CSS.escape(field.id)}"]`)?.cloneNode(true)
  if (!(label instanceof HTMLElement)) return ''
  for (const hidden of label.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
  return label.textContent.trim()
}

// Scrolls to the field itself: following the link would add an entry to the browser's history.
function goTo(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  const field = document.getElementById(event.currentTarget.hash.slice(1))
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
