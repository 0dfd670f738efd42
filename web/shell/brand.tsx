import { Link, type LinkProps } from 'react-router'
import { useGuildName } from '#web/lib/guild-name.ts'
import { brandLook, GuildName } from '#web/ui/brand-name.tsx'
import { cn } from '#web/ui/cn.ts'
import { GuildMark } from '#web/ui/guild-mark.tsx'

type BrandProps = Pick<LinkProps, 'to' | 'reloadDocument' | 'className'> & {
  tone?: 'red' | 'onRed'
}

export function Brand({ tone = 'red', className, ...link }: BrandProps) {
  const name = useGuildName()
  return (
    <Link
      {...link}
      className={cn(brandLook, tone === 'red' ? 'text-foreground' : 'text-white', className)}
    >
      <GuildMark tone={tone} />
      {name ? <GuildName name={name} /> : <span className="sr-only">Startseite</span>}
    </Link>
  )
}
