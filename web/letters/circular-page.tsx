import { useQuery } from '@tanstack/react-query'
import { CirclePause, CirclePlay, Paperclip } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { isNotFound, MissingPage } from '#web/components/missing-page.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import {
  type Circular,
  circularQuery,
  continueCircular,
  stopCircular,
} from '#web/data/circulars.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { counted } from '#web/lib/german-count.ts'
import { prefetch } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import { megabytes } from '#worker/domain/attachments.ts'
import { germanInstant } from '#worker/domain/dates.ts'
import { fullName } from '#worker/domain/names.ts'
import { CircularBadge, openCount, recipientCount } from './circular-badge.tsx'

const askedEveryMs = 3000

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  prefetch(circularQuery(id))
  return { id }
}

/** The progress of a circular, with a button to stop it. */
export function CircularPage() {
  const { id } = useLoaderData<typeof loader>()
  const circular = useQuery({
    ...circularQuery(id),
    refetchInterval: ({ state: { data } }) =>
      data && openCount(data) > 0 && !data.stoppedAt ? askedEveryMs : false,
  })
  const { data } = circular
  if (isNotFound(circular)) {
    return (
      <MissingPage title="Diese Rundmail gibt es nicht (mehr)" to={paths.circulars} way="Rundmails">
        Nach zwölf Monaten werden sie gelöscht.
      </MissingPage>
    )
  }
  return (
    <Wrap narrow>
      <PageHead
        back={{ to: paths.circulars, label: 'Rundmails' }}
        title={data ? <span className="wrap-anywhere">{data.subject}</span> : 'Rundmail'}
        badge={data && <CircularBadge circular={data} />}
        lead={data && `${germanInstant(data.createdAt)}, ${data.createdBy}`}
      />
      <QuerySection query={circular} waiting={<PageSpinner />}>
        {(known) => (
          <div className="grid gap-6 *:min-w-0">
            <Progress circular={known} />
            {known.failures.length > 0 && <Failures failures={known.failures} />}
            <Card bleed aria-labelledby="text">
              <CardHead id="text" title="Text" />
              <CardBody>
                <p className="wrap-anywhere whitespace-pre-line">{known.body}</p>
                {known.attachments.length > 0 && (
                  <ul aria-label="Anhänge" className="mt-4 grid gap-1 border-t pt-3">
                    {known.attachments.map(({ name, byteCount }) => (
                      <li key={name} className="flex items-center gap-2">
                        <Paperclip aria-hidden="true" className="flex-none" />
                        <span className="wrap-anywhere">{name}</span>
                        <span className="text-muted-foreground text-sm">
                          {megabytes(byteCount)}
                        </span>
                      </li>
                    ))}
                  </ul>
                )}
              </CardBody>
            </Card>
          </div>
        )}
      </QuerySection>
    </Wrap>
  )
}

function Progress({ circular }: { circular: Circular }) {
  const { counts, pausedUntil, stoppedAt } = circular
  const count = recipientCount(circular)
  const open = openCount(circular)
  const words = [
    `${counts.sent} von ${counted(count, 'E-Mail', 'E-Mails')} verschickt`,
    open > 0 && `${open} ${open === 1 ? 'wartet' : 'warten'}`,
    counts.failed > 0 && `${counts.failed} nicht angekommen`,
    counts.skipped > 0 && `${counts.skipped} ausgelassen`,
  ].filter(Boolean)
  return (
    <Card bleed aria-labelledby="progress">
      <CardHead id="progress" title="Versand" actions={open > 0 && <Hold circular={circular} />} />
      <CardBody className="grid gap-3">
        <progress
          aria-labelledby="progress"
          max={Math.max(count, 1)}
          value={count - open}
          className={bar}
        />
        <p className="tabular-nums">{words.join(', ')}</p>
        {open > 0 && !stoppedAt && pausedUntil && (
          <Alert tone="info">
            Für heute nimmt der Anbieter keine E-Mails mehr an. Es geht von selbst weiter:{' '}
            {germanInstant(pausedUntil)}.
          </Alert>
        )}
        {open > 0 && stoppedAt && (
          <Alert tone="warn">
            Angehalten {germanInstant(stoppedAt)}. Was noch wartet, geht erst hinaus, wenn Du
            fortsetzt; niemand bekommt sie zweimal.
          </Alert>
        )}
        {counts.skipped > 0 && (
          <p className="text-muted-foreground text-sm">
            Ausgelassen: wer inzwischen abbestellt hat oder gelöscht ist.
          </p>
        )}
      </CardBody>
    </Card>
  )
}

/** The progress bar in the guild's colors, since the browser's own ignores the dark scheme. */
const bar =
  'mt-1 block h-3 w-full appearance-none overflow-hidden rounded-full border-0 bg-border forced-colors:border [&::-moz-progress-bar]:bg-success [&::-webkit-progress-bar]:bg-border [&::-webkit-progress-value]:rounded-r-full [&::-webkit-progress-value]:bg-success'

function Hold({ circular: { id, stoppedAt } }: { circular: Circular }) {
  const stopping = useSubmit(stopCircular(id), () => toast('Rundmail angehalten'))
  const going = useSubmit(continueCircular(id), () => toast('Rundmail geht weiter'))
  // One button for both states, so that it keeps the focus; a failure is cleared by success.
  const [act, words, Icon] = stoppedAt
    ? ([going, 'Fortsetzen', CirclePlay] as const)
    : ([stopping, 'Anhalten', CirclePause] as const)
  return (
    <>
      {act.failure && <Failure failure={act.failure} detail={detailOf(act.failure)} focusOnMount />}
      <Button
        variant={stoppedAt ? 'primary' : 'outline'}
        busy={act.isPending}
        onClick={() => void act.submit()}
      >
        <Icon />
        {words}
      </Button>
    </>
  )
}

function Failures({ failures }: { failures: Circular['failures'] }) {
  return (
    <Card bleed aria-labelledby="failures">
      <CardHead id="failures" title="Nicht angekommen" tally={failures.length} />
      <ul className="divide-y border-t">
        {failures.map(({ emailAddress, members }) => (
          <li
            key={emailAddress}
            className="wrap-anywhere flex flex-wrap justify-between gap-x-4 px-6 py-2 max-md:px-4"
          >
            <span className="flex flex-wrap gap-x-4">
              {members.map(({ id, firstName, lastName }) => (
                <Link
                  key={id}
                  to={paths.member(id)}
                  className="inline-flex min-h-8 items-center max-md:min-h-11"
                >
                  {fullName({ firstName, lastName })}
                </Link>
              ))}
            </span>
            <span className="inline-flex items-center text-muted-foreground">{emailAddress}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
