import type { ReactNode } from 'react'

// The felt patches of the guild's dress, for entry pages and empty states only.

const felts = {
  '1': 'var(--fleck-1)',
  '2': 'var(--fleck-2)',
  '3': 'var(--fleck-3)',
  b: 'var(--fleck-blue)',
  g: 'var(--fleck-gold)',
  c: 'var(--fleck-cream)',
}
export type Felt = keyof typeof felts

export type PatchShape = { width: number; drop: number; seam: number; stitch: string }

/** The shape of a patch, for `<use>`: straight at the top, round at the bottom, with a seam along the edge. */
export function PatchShapeDef({ id, shape }: { id: string; shape: PatchShape }) {
  const { width, drop, seam, stitch } = shape
  const inner = width - 2 * seam
  return (
    <g id={id}>
      <path
        d={`M0 0h${width}v${drop}a${width / 2} ${width / 2} 0 0 1-${width} 0z`}
        stroke="var(--fleck-edge)"
        strokeWidth="1.25"
      />
      <path
        d={`M${seam} 0v${drop}a${inner / 2} ${inner / 2} 0 0 0 ${inner} 0v-${drop}`}
        fill="none"
        stroke="var(--stitch, var(--fleck-stitch))"
        strokeWidth="1.1"
        strokeDasharray={stitch}
        strokeLinecap="round"
      />
    </g>
  )
}

export function Patch({
  of,
  felt,
  ...place
}: {
  of: string
  felt: Felt
  [place: string]: unknown
}) {
  const isLight = felt === 'g' || felt === 'c'
  // A class, because the public pages' CSP forbids styles in attributes.
  const stitch = isLight ? '[--stitch:var(--fleck-stitch-dark)]' : undefined
  return <use href={`#${of}`} fill={felts[felt]} className={stitch} {...place} />
}

/** A row of patches side by side, starting at `x`. */
export function patchRow(of: string, row: string, width: number, x: number, y: number): ReactNode {
  return Array.from(row, (felt, column) => (
    <Patch
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change.
      key={column}
      of={of}
      felt={felt as Felt}
      x={x + column * width}
      y={y}
    />
  ))
}
