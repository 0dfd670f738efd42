import { Printer } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

/** Prints the page; placed beside the page's list. */
export function PrintButton(
  props: Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'disabled' | 'onClick'>,
) {
  return (
    <Button onClick={() => window.print()} {...props}>
      <Printer />
      Drucken
    </Button>
  )
}
