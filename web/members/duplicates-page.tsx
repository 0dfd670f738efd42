import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { dismissDuplicate, duplicatesQuery, undoDismissDuplicate } from '#web/data/merges.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { prefetch } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { toast } from '#web/ui/toast.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import { listName } from '#worker/domain/names.ts'
import type { DuplicateMember, DuplicatePair } from '#worker/merges/merges.contract.ts'
import { MembershipStateLabel } from './shared/membership-badge.tsx'

export function loader() {
  prefetch(duplicatesQuery)
  return null
}

/** Pairs of records that may be the same person. */
export function DuplicatesPage() {
  const query = useQuery(duplicatesQuery)
  return (
    <Wrap narrow>
      <PageHead
        back={{ to: paths.members, label: 'Mitgliederliste' }}
        title="Doppelte Einträge"
        lead="Wer vielleicht zweimal in der Mitgliederliste steht. Zusammengeführt wird nur, was Du zusammenführst."
      />
      <QuerySection query={query} waiting={<PageSpinner />}>
        {({ pairs, dismissed, hasMore }) => (
          <div className="grid gap-6 *:min-w-0">
            {pairs.length === 0 ? (
              <Card bleed>
                <Empty title="Niemand steht doppelt da" level="h2">
                  Ähneln sich zwei Einträge in Name und Geburtstag, stehen sie hier nebeneinander.
                </Empty>
              </Card>
            ) : (
              <PairsCard title="Vielleicht dieselbe Person" pairs={pairs} />
            )}
            {hasMore && (
              <p className="text-muted-foreground">
                Es gibt noch mehr. Sie kommen, wenn Du diese entschieden hast.
              </p>
            )}
            {dismissed.length > 0 && (
              <PairsCard title="Kein Duplikat" pairs={dismissed} isDecided />
            )}
          </div>
        )}
      </QuerySection>
    </Wrap>
  )
}

type PairsCardProps = {
  title: string
  pairs: readonly DuplicatePair[]
  /** True for pairs that a user has marked as two different people. */
  isDecided?: boolean
}

function PairsCard({ title, pairs, isDecided = false }: PairsCardProps) {
  const titleId = useId()
  return (
    <Card bleed aria-labelledby={titleId}>
      <CardHead id={titleId} title={title} tally={pairs.length} />
      <ul>
        {pairs.map((pair) => (
          <Pair key={pair.members.map(({ id }) => id).join()} pair={pair} isDecided={isDecided} />
        ))}
      </ul>
    </Card>
  )
}

const reasons: Record<DuplicatePair['kind'], string> = {
  sameNameAndBirthday: 'Gleicher Name, gleicher Geburtstag',
  withoutBirthday: 'Gleicher Name, ein Geburtstag fehlt',
  likeBirthday: 'Gleicher Name, ähnlicher Geburtstag',
  likeName: 'Gleicher Geburtstag, ähnlicher Name',
  swappedNames: 'Gleicher Geburtstag, Namen vertauscht',
  otherLastName: 'Gleicher Geburtstag, anderer Nachname',
  otherFirstName: 'Gleicher Geburtstag, anderer Vorname',
  otherBirthday: 'Gleicher Name, anderer Geburtstag',
}

function Pair({ pair, isDecided }: { pair: DuplicatePair; isDecided: boolean }) {
  const [one, other] = pair.members
  const body = { memberId: one.id, otherId: other.id }
  const dismissal = useSubmit(dismissDuplicate, () =>
    toast('Kein Duplikat: gemerkt.', { undo: again, done: 'Zurückgenommen.' }),
  )
  const again = { ...undoDismissDuplicate, mutationFn: () => undoDismissDuplicate.mutationFn(body) }
  const asking = useSubmit(undoDismissDuplicate, () => toast('Wird wieder gefragt.'))
  const failure = dismissal.failure ?? asking.failure
  const names = `${listName(one)} und ${listName(other)}`
  return (
    <li className="mx-6 grid gap-3 border-t py-4 max-md:mx-4">
      <p className="text-muted-foreground text-sm">{reasons[pair.kind]}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Person member={one} />
        <Person member={other} />
      </div>
      <div className="flex flex-wrap gap-3">
        {isDecided ? (
          <Button
            size="sm"
            busy={asking.isPending}
            aria-label={`Doch fragen: ${names}`}
            onClick={() => void asking.submit(body)}
          >
            Doch fragen
          </Button>
        ) : (
          <>
            <Button asChild size="sm">
              <Link
                to={paths.memberMerge(one.id, other.id)}
                aria-label={`Zusammenführen: ${names}`}
              >
                Zusammenführen
              </Link>
            </Button>
            <Button
              size="sm"
              busy={dismissal.isPending}
              aria-label={`Kein Duplikat: ${names}`}
              onClick={() => void dismissal.submit(body)}
            >
              Kein Duplikat
            </Button>
          </>
        )}
      </div>
      {failure && <Failure failure={failure} detail={detailOf(failure)} focusOnMount />}
    </li>
  )
}

function Person({ member }: { member: DuplicateMember }) {
  const { id, birthday, maidenName, memberNumber, membershipState } = member
  const facts = [
    birthday ? `geboren am ${germanDate(birthday)}` : 'ohne Geburtstag',
    maidenName && `Mädchenname ${maidenName}`,
    memberNumber > 0 && `Nr. ${memberNumber}`,
  ]
  return (
    <div className="wrap-anywhere flex min-w-0 flex-wrap items-start justify-between gap-x-3 gap-y-1 rounded-md border px-4 py-3">
      <div className="min-w-0">
        <Link to={paths.member(id)} className="font-semibold">
          {listName(member)}
        </Link>
        <p className="text-muted-foreground text-sm tabular-nums">
          {facts.filter(Boolean).join(', ')}
        </p>
      </div>
      <MembershipStateLabel state={membershipState} />
    </div>
  )
}
