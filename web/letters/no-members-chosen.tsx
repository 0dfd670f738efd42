import { Link } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'

/** Shown when the page was opened directly, without chosen members. */
export function NoMembersChosen({ title }: { title: string }) {
  return (
    <Wrap>
      <PageHead back={{ to: paths.members, label: 'Mitgliederliste' }} title={title} />
      <Card bleed>
        <Empty
          title="Niemand ist ausgewählt"
          level="h2"
          action={
            <Button asChild variant="primary">
              <Link to={paths.members}>Zur Mitgliederliste</Link>
            </Button>
          }
        >
          Hake in der Mitgliederliste an, wer gemeint ist.
        </Empty>
      </Card>
    </Wrap>
  )
}
