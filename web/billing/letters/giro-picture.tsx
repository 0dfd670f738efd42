import { encodeQR } from 'qr'
import { useMemo } from 'react'

/** The code that a banking app reads, with the margin it needs. */
export function GiroPicture({ code }: { code: string }) {
  const { size, path } = useMemo(() => pictureOf(code), [code])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="GiroCode"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function pictureOf(code: string): { size: number; path: string } {
  const rows = encodeQR(code, 'raw', { ecc: 'medium', border: 4 })
  const path = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return { size: rows.length, path: path.join('') }
}
