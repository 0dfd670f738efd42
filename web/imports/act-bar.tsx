import type { ReactNode } from 'react'

/** The end of a step, always in view: what comes of it, and the ways on. */
export function ActBar({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div className="md:stuck-bottom z-10 flex flex-wrap items-center gap-3 rounded-xl border bg-card px-6 py-3.5 shadow-md max-md:-mx-4 max-md:rounded-none max-md:border-x-0 max-md:px-4 print:hidden">
      <div className="min-w-0 flex-[1_1_18rem]">{children}</div>
      <div className="flex flex-wrap items-center gap-3 max-md:w-full max-md:[&>*]:flex-1">
        {actions}
      </div>
    </div>
  )
}
