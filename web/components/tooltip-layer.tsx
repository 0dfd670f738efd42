import { useState } from 'react'
import { hintOf, useTooltipTarget } from './use-tooltip-target.ts'

type Drawing = typeof import('#web/ui/tooltip.tsx')

/** Shows the names of buttons without words. What draws them is loaded for the first of them. */
export function TooltipLayer() {
  const [button, setButton] = useState<Element | null>(null)
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  useTooltipTarget((pointedAt) => {
    setButton(pointedAt)
    // Without a network the button has no tooltip, and that is all.
    if (pointedAt && !drawing) import('#web/ui/tooltip.tsx').then(setDrawing, () => {})
  })
  if (!button || !drawing) return null
  return <drawing.Tooltip of={button} text={hintOf(button)} />
}
