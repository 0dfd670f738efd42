import { lazy, Suspense } from 'react'
import { loadChunk } from '#web/lib/load-chunk.ts'
import type { ScanScreenProps } from './scan-screen.tsx'

const ScanScreen = lazy(async () => {
  const { ScanScreen } = await loadChunk(() => import('./scan-screen.tsx'))
  return { default: ScanScreen }
})

/** Its code comes with the first look. */
export function LazyScanScreen(props: ScanScreenProps) {
  return (
    <Suspense fallback={<div className="fixed inset-0 z-40 bg-black" />}>
      <ScanScreen {...props} />
    </Suspense>
  )
}
