import { ArrowLeft } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { useBackLink } from '#web/lib/back-link.tsx'
import { cn } from '#web/lib/cn.ts'

export function Wrap({
  narrow = false,
  className,
  ...rest
}: ComponentProps<'div'> & { narrow?: boolean }) {
  return (
    <div
      className={cn(
        narrow ? 'max-w-4xl' : 'max-w-7xl',
        'mx-auto w-full px-8 max-lg:px-6 max-md:px-4 print:max-w-none print:p-0',
        className,
      )}
      {...rest}
    />
  )
}

type PageHeadProps = {
  title: ReactNode
  lead?: ReactNode
  /** True prints `lead` too; by default only the title is printed. */
  printsLead?: boolean
  back?: { to: string; label: string }
  /** Buttons beside the title; the primary action comes last. */
  actions?: ReactNode
  badge?: ReactNode
}

export function PageHead({ title, lead, printsLead, back, actions, badge }: PageHeadProps) {
  return (
    <>
      {back && <BackLink {...back} />}
      <div className="mb-6 flex flex-wrap items-end gap-x-6 gap-y-3 max-md:mb-5 max-md:flex-col max-md:flex-nowrap max-md:items-stretch max-md:gap-4">
        <div className="min-w-0 flex-[1_1_18rem] max-md:flex-none">
          <h1>
            {/* On the phone the badge often wraps to a new line and must start at its edge. */}
            {title}{' '}
            {badge && <span className="ms-2 inline-flex align-middle max-md:ms-0">{badge}</span>}
          </h1>
          {lead && (
            <p
              className={cn(
                'mt-1.5 max-w-[62ch] text-pretty text-muted-foreground',
                !printsLead && 'print:hidden',
              )}
            >
              {lead}
            </p>
          )}
        </div>
        {actions && (
          <div className="flex flex-wrap items-center gap-3 max-md:[&>*]:flex-auto print:hidden">
            {actions}
          </div>
        )}
      </div>
    </>
  )
}

function BackLink({ to, label }: { to: string; label: string }) {
  const backLink = useBackLink(to)
  return (
    <Link
      {...backLink}
      className="-mt-2 mb-1 -ml-2 inline-flex min-h-9 items-center gap-1.5 rounded-md px-2 font-[550] text-muted-foreground text-sm no-underline hover:bg-accent hover:text-foreground max-md:min-h-11 print:hidden"
    >
      <ArrowLeft />
      {label}
    </Link>
  )
}
