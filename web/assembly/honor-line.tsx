import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useHonorLabels } from '#web/data/guild.ts'
import { HonorLabel } from '#web/members/shared/honor-label.tsx'
import { paths } from '#web/paths.ts'
import type { HonorType } from '#worker/domain/codes.ts'
import { listName } from '#worker/domain/names.ts'

type HonorLineProps = {
  member: { id: number; firstName: string; lastName: string }
  type: HonorType
  /** In a quiet line below the honor. */
  note: ReactNode
  /** At the right; on the phone below. */
  children?: ReactNode
}

/** An honor of somebody outside the list itself. */
export function HonorLine({ member, type, note, children }: HonorLineProps) {
  const labels = useHonorLabels()
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1.5 border-t py-2.5 first:border-t-0">
      <Link
        to={paths.member(member.id)}
        className="wrap-anywhere font-semibold text-inherit no-underline hover:underline max-md:w-full md:w-[22%]"
      >
        {listName(member)}
      </Link>
      <div className="min-w-0 flex-[1_1_14rem]">
        <HonorLabel>{labels[type]}</HonorLabel>
        {note && (
          <span className="block ps-[1.375rem] text-muted-foreground text-sm wrap-anywhere">
            {note}
          </span>
        )}
      </div>
      {children}
    </li>
  )
}
