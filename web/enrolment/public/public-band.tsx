import type { ComponentProps, ReactNode } from 'react'
import { Hem } from '#web/brand/felt-bands.tsx'
import { cn } from '#web/lib/cn.ts'

export function PublicWrap({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={cn('mx-auto w-full max-w-[70rem] px-8 max-lg:px-6 max-md:px-4', className)}
      {...rest}
    />
  )
}

type PublicBandProps = { title?: string; lead?: ReactNode }

/** The rest of the red band below the bar, with the page's only hem. */
export function PublicBand({ title, lead }: PublicBandProps) {
  return (
    <div className={cn('on-red', !title && 'print:hidden')}>
      {/* Printed without the red ground. */}
      <div className="bg-(--fleck-3) text-white print:bg-white print:text-black">
        <PublicWrap className="pb-7 max-md:pb-4 print:px-0 print:pb-4">
          {title && (
            <h1 className="pt-9 text-[min(clamp(2rem,1.5rem+2.2vw,2.875rem),8.4vw)] hyphens-auto max-md:pt-6">
              {title}
            </h1>
          )}
          {lead && (
            <p className="mt-2 max-w-[62ch] text-pretty text-[1.0625rem] text-white/92 max-md:text-base print:text-black">
              {lead}
            </p>
          )}
        </PublicWrap>
      </div>
      <Hem />
    </div>
  )
}
