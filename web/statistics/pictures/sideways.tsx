import type { ComponentProps } from 'react'

/** What is too wide for the phone scrolls in here, with the finger and with the arrow keys. */
export function Sideways({ label, ...rest }: ComponentProps<'div'> & { label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups what it shows, not the fields of a form.
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: else the arrow keys could not reach it.
      tabIndex={0}
      className="overflow-x-auto focus-visible:-outline-offset-2 print:overflow-visible"
      {...rest}
    />
  )
}
