import { Link } from 'react-router'
import { useGuildName } from '#web/lib/guild-name.ts'
import { brandLook, GuildName } from '#web/ui/brand-name.tsx'
import { cn } from '#web/ui/cn.ts'
import { GuildMark } from '#web/ui/guild-mark.tsx'

type BrandProps = { to: string; tone?: 'red' | 'onRed'; className?: string }

export function Brand({ to, tone = 'red', className }: BrandProps) {
  const name = useGuildName()
  return (
    <Link
      to={to}
      className={cn(brandLook, tone === 'red' ? 'text-foreground' : 'text-white', className)}
    >
      <GuildMark tone={tone} />
      {name ? <GuildName name={name} /> : <span className="sr-only">Startseite</span>}
    </Link>
  )
}
