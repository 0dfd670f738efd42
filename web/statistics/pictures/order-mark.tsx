type OrderMarkProps = {
  /** The horizontal centre, and the upper edge. */
  x: number
  y: number
}

/** The gold tongue of an honor, 12 wide and 14 high. */
export function OrderMark({ x, y }: OrderMarkProps) {
  return (
    <path
      d={`M${x - 6} ${y}h12v8a6 6 0 0 1-12 0z`}
      className="fill-gold stroke-[oklch(0.5_0.1_75/0.6)] [print-color-adjust:exact]"
    />
  )
}

type OrderLineProps = { x1: number; x2: number; y1: number; y2: number }

/** The dotted line at an honor's step. */
export function OrderLine(ends: OrderLineProps) {
  return (
    <line
      {...ends}
      strokeWidth={1.75}
      strokeDasharray="2 4"
      className="stroke-gold-soft-foreground forced-colors:stroke-[CanvasText]"
    />
  )
}
