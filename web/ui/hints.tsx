import { useState } from 'react'
import { hintOf, usePointedAt } from './use-pointed-at.ts'

type Drawing = typeof import('./tooltip.tsx')

/** Shows the names of buttons without words. What draws them is loaded for the first of them. */
export function Hints() {
  const [button, setButton] = useState<Element | null>(null)
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  usePointedAt((pointedAt) => {
    setButton(pointedAt)
    // Without a network the button has no tooltip, and that is all.
    if (pointedAt && !drawing) import('./tooltip.tsx').then(setDrawing, () => {})
  })
  if (!button || !drawing) return null
  return <drawing.Tooltip of={button} text={hintOf(button)} />
}
