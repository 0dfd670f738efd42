import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useLoaderData, useSearchParams } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { FormTextarea } from '#web/components/form-fields.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { SubmitForm } from '#web/components/submit-form.tsx'
import {
  letterTextsQuery,
  openClaimsQuery,
  resetLetterText,
  saveLetterText,
} from '#web/data/billing.ts'
import { settingsQuery } from '#web/data/guild.ts'
import { membersQuery } from '#web/data/members.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { prefetch } from '#web/lib/query.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { FeeClaim, OwnLetterText } from '#worker/billing/billing.contract.ts'
import { type FeeLetterKind, type LetterTextKind, letterTextKinds } from '#worker/domain/codes.ts'
import { addDays, berlinDay, type Day } from '#worker/domain/dates.ts'
import {
  defaultLetterTexts,
  type LetterText,
  letterPlaceholders,
} from '#worker/domain/fee-letter-words.ts'
import { letterTextLabels } from '#worker/domain/labels.ts'
import { isOrganization } from '#worker/domain/names.ts'
import { findUnknownPlaceholders } from '#worker/domain/placeholders.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'
import { FeeLetterSheet, type LetterSender, type PrintedLetter } from './fee-letter-sheet.tsx'

export function loader() {
  prefetch(letterTextsQuery, settingsQuery, membersQuery, openClaimsQuery)
  return { today: berlinDay(new Date()) }
}

export const shouldRevalidate = unlessOnlySearchChanged

/** The texts of the letters about fees, one kind at a time, with a letter to a real payer beside them. */
export function LetterTextsPage() {
  const { today } = useLoaderData<typeof loader>()
  const [search, setSearch] = useSearchParams()
  const kind = letterTextKinds.find((one) => one === search.get('kind')) ?? 'invoice'
  const texts = useQuery(letterTextsQuery)
  const settings = useQuery(settingsQuery)
  const members = useQuery(membersQuery)
  const claims = useQuery(openClaimsQuery)
  return (
    <Wrap>
      <PageHead
        title="Texte der Schreiben"
        lead="Was hier steht, gilt für neue Schreiben. Geschriebene behalten ihren Text."
        back={{ to: paths.feeLetters, label: 'Schreiben zum Beitrag' }}
      />
      <Field label="Schreiben" className="mb-4 max-w-sm">
        {(ids) => (
          <Select
            {...ids}
            value={kind}
            onChange={(event) => setSearch({ kind: event.target.value }, { replace: true })}
          >
            {letterTextKinds.map((one) => (
              <option key={one} value={one}>
                {letterTextLabels[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <QuerySection query={texts} waiting={<PageSpinner />}>
        {(own) => (
          <QuerySection query={settings} waiting={<PageSpinner />}>
            {(writer) => {
              const stored = own.find((one) => one.kind === kind) ?? null
              return (
                <TextForm
                  key={JSON.stringify([kind, stored])}
                  kind={kind}
                  stored={stored}
                  writer={writer}
                  sampleOf={(isFormal) =>
                    sampleOf(kind, members.data ?? [], claims.data ?? [], { isFormal, today })
                  }
                />
              )
            }}
          </QuerySection>
        )}
      </QuerySection>
    </Wrap>
  )
}

type TextFormProps = {
  kind: LetterTextKind
  /** null stands for the default text. */
  stored: OwnLetterText | null
  writer: LetterSender
  sampleOf: (isFormal: boolean) => PrintedLetter | null
}

function TextForm({ kind, stored, writer, sampleOf }: TextFormProps) {
  const { opening, closing, openingFormal, closingFormal } = stored ?? defaultLetterTexts[kind]
  const submitting = useSubmitForm({
    mutation: saveLetterText(kind),
    initial: { opening, closing, openingFormal, closingFormal },
    read: (text: LetterText) => ({ body: text }),
    onSuccess: (_saved, _body, undoAction) => toast('Text gespeichert', undoAction),
  })
  const resetting = useSubmit(resetLetterText(kind), (_done, _kind, undoAction) =>
    toast('Es gilt wieder der Standard', undoAction),
  )
  return (
    <SubmitForm submitting={submitting} cancelTo={paths.feeLetters}>
      {resetting.failure && (
        <Failure failure={resetting.failure} detail={detailOf(resetting.failure)} focusOnMount />
      )}
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,28rem)]">
        <div className="grid gap-4 *:min-w-0">
          <Card bleed aria-labelledby="du">
            <CardHead
              id="du"
              title="An Mitglieder"
              tally={stored ? 'eigener Text' : 'Standard'}
              actions={
                stored && (
                  <Button
                    variant="ghost"
                    size="sm"
                    busy={resetting.isPending}
                    onClick={() => void resetting.submit()}
                  >
                    <RotateCcw />
                    Auf den Standard zurücksetzen
                  </Button>
                )
              }
            />
            <CardBody className="grid gap-4">
              <FormTextarea<LetterText> name="opening" label="Vor den Beträgen" rows={3} />
              <FormTextarea<LetterText> name="closing" label="Nach den Beträgen" rows={7} />
            </CardBody>
          </Card>
          <Card bleed aria-labelledby="sie">
            <CardHead id="sie" title="An Firmen und Vereine, mit Sie" />
            <CardBody className="grid gap-4">
              <FormTextarea<LetterText> name="openingFormal" label="Vor den Beträgen" rows={3} />
              <FormTextarea<LetterText> name="closingFormal" label="Nach den Beträgen" rows={7} />
            </CardBody>
          </Card>
          <Placeholders />
        </div>
        <Preview writer={writer} sampleOf={sampleOf} />
      </div>
    </SubmitForm>
  )
}

const placeholderWords: Record<(typeof letterPlaceholders)[number], string> = {
  '{Vorname}': 'des Zahlers; bei Firmen und Vereinen nichts',
  '{Nachname}': 'des Zahlers, oder der Name der Firma',
  '{Summe}': 'aller Beiträge im Schreiben, „45,00 €“',
  '{Tag}': 'bis zu dem zu zahlen ist, oder an dem eingezogen wird',
  '{Jahr}': 'der Beiträge, „2026“ oder „2025 und 2026“',
  '{Beitrag}': '„dieser Mitgliedsbeitrag“ oder „diese Mitgliedsbeiträge“',
  '{ist}': '„ist“ oder „sind“, passend zu {Beitrag}',
  '{ihn}': '„ihn“ oder „sie“, passend zu {Beitrag}',
  '{Zunft}': 'der Name Eurer Zunft',
}

function Placeholders() {
  return (
    <Card bleed aria-labelledby="placeholders">
      <CardHead id="placeholders" title="Was sich einsetzen lässt" />
      <CardBody>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          {letterPlaceholders.map((one) => (
            <div key={one} className="contents">
              <dt className="font-semibold">{one}</dt>
              <dd className="text-muted-foreground">{placeholderWords[one]}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-muted-foreground text-sm">
          Anrede, Beträge, Konto, GiroCode und Gruß stehen immer im Schreiben. Eine leere Zeile
          beginnt einen neuen Absatz.
        </p>
      </CardBody>
    </Card>
  )
}

/** The typed text in a letter to a payer; the formal text when only its fields were changed. */
function Preview({ writer, sampleOf }: Pick<TextFormProps, 'writer' | 'sampleOf'>) {
  const typed = useWatch<LetterText>()
  const { dirtyFields } = useFormContext<LetterText>().formState
  const isFormal =
    Boolean(dirtyFields.openingFormal ?? dirtyFields.closingFormal) &&
    !dirtyFields.opening &&
    !dirtyFields.closing
  const sample = sampleOf(isFormal) ?? sampleOf(!isFormal)
  if (!sample) return null
  const [opening = '', closing = ''] = isOrganization(sample.payer)
    ? [typed.openingFormal, typed.closingFormal]
    : [typed.opening, typed.closing]
  const unknown = findUnknownPlaceholders(letterPlaceholders, `${opening}\n${closing}`)
  return (
    <section aria-labelledby="preview" className="lg:sticky lg:top-24 print:hidden">
      <h2 id="preview" className="mb-2 flex min-h-10 items-center">
        Vorschau
      </h2>
      {unknown.length > 0 && (
        <p role="status" className="mb-2 text-destructive text-sm">
          {unknown.join(', ')} gibt es nicht.
        </p>
      )}
      <div className="overflow-hidden rounded-lg border shadow-sm">
        <FeeLetterSheet letter={{ ...sample, opening, closing }} writer={writer} />
      </div>
    </section>
  )
}

const kinds: Record<LetterTextKind, { kind: FeeLetterKind; step: number }> = {
  notice: { kind: 'notice', step: 0 },
  invoice: { kind: 'invoice', step: 0 },
  reminder: { kind: 'reminder', step: 1 },
  dunning: { kind: 'reminder', step: 2 },
  lastDunning: { kind: 'reminder', step: 3 },
}

/** A letter to a payer with open fees; without one to the first member, with a fee of 20 euros. */
function sampleOf(
  text: LetterTextKind,
  members: readonly MemberRow[],
  claims: readonly FeeClaim[],
  { isFormal, today }: { isFormal: boolean; today: Day },
): PrintedLetter | null {
  const open = claims.filter(({ openInCent }) => openInCent > 0)
  const owing = new Set(open.map(({ payer }) => payer.id))
  const fitting = members.filter((one) => isOrganization(one) === isFormal)
  const payer = fitting.find(({ id }) => owing.has(id)) ?? fitting[0]
  if (!payer) return null
  const year = Number(today.slice(0, 4))
  const own = open.filter((claim) => claim.payer.id === payer.id)
  const stated = own.map(({ id, year, member, openInCent }) => ({
    claimId: id,
    year,
    member,
    openInCent,
  }))
  const made = [{ claimId: 0, year, member: payer, openInCent: 2000 }]
  return {
    ...kinds[text],
    year: own[0]?.year ?? year,
    runId: null,
    channel: 'letter',
    dueOn: addDays(today, 14),
    createdAt: `${today}T12:00:00.000Z`,
    payer,
    claims: stated.length > 0 ? stated : made,
    mandateId: null,
    ibanEnd: null,
    opening: null,
    closing: null,
  }
}
