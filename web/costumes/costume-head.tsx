import { Pencil } from 'lucide-react'
import { Link } from 'react-router'
import { PageHead } from '#web/components/page.tsx'
import { hasRole, useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Costume } from '#worker/costumes/costumes.contract.ts'
import { costumeName } from './costume-columns.tsx'
import { DeleteCostume } from './delete-costume.tsx'

const back = { to: paths.costumes, label: 'Kleider' }

type CostumeHeadProps = {
  /** null until it is known: then the page has a plain title. */
  costume: Costume | null
  /** false while that is not known. */
  hadOwners: boolean
}

export function CostumeHead({ costume, hadOwners }: CostumeHeadProps) {
  const mayWrite = hasRole(useUser(), 'management')
  if (!costume) return <PageHead back={back} title="Kleid" />
  return (
    <PageHead
      back={back}
      title={costumeName(costume)}
      badge={costume.registeredUntil && <Badge>Abgemeldet</Badge>}
      actions={
        mayWrite && (
          <>
            <DeleteCostume costume={costume} hadOwners={hadOwners} />
            <Button asChild>
              <Link to={paths.costumeEdit(costume.id)}>
                <Pencil />
                Bearbeiten
              </Link>
            </Button>
          </>
        )
      }
    />
  )
}
