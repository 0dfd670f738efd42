import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Wrap } from './page.tsx'

/** Whether the query has failed because its record does not exist (any more). */
export function isNotFound({ error }: { error: CallFailure | null }): boolean {
  return error?.status === 404
}

type MissingPageProps = {
  title: string
  /** The path of the list that the link leads back to. */
  to: string
  way: string
  children?: ReactNode
}

/** Shown in place of a page whose record does not exist. */
export function MissingPage({ title, to, way, children }: MissingPageProps) {
  return (
    <Wrap>
      <Card>
        <Empty
          level="h1"
          title={title}
          action={
            <Button asChild>
              <Link to={to}>{way}</Link>
            </Button>
          }
        >
          {children}
        </Empty>
      </Card>
    </Wrap>
  )
}
