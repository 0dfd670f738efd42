import { Link, type LinkProps } from 'react-router'
import { brandLook, GuildMark, GuildName } from '#web/brand/guild-mark.tsx'
import { cn } from '#web/lib/cn.ts'
import { useGuildName } from '#web/lib/guild-name.ts'

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
