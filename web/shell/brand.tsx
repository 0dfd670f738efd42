import { Link, type LinkProps } from 'react-router'
import { useGuildName } from '#web/lib/guild-name.ts'
import { brandLook, GuildName } from '#web/ui/brand-name.tsx'
import { cn } from '#web/ui/cn.ts'
import { GuildMark } from '#web/ui/guild-mark.tsx'

type BrandProps = Pick<LinkProps, 'to' | 'reloadDocument' | 'className'>

export function Brand({ className, ...link }: BrandProps) {
  const name = useGuildName()
  return (
    <Link {...link} className={cn(brandLook, 'text-foreground', className)}>
      <GuildMark />
      {name ? <GuildName name={name} /> : <span className="sr-only">Startseite</span>}
    </Link>
  )
}
