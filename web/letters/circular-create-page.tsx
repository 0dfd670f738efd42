import { useQuery } from '@tanstack/react-query'
import { BookmarkPlus, Mail, Send } from 'lucide-react'
import { useRef, useState } from 'react'
import { FormProvider, useFormContext, useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Failure } from '#web/components/failure.tsx'
import { FormInput, useFieldError } from '#web/components/form-fields.tsx'
import { LeaveGuard } from '#web/components/leave-guard.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { circularPreviewQuery, sendCircular, testCircular } from '#web/data/circulars.ts'
import { membersQuery } from '#web/data/members.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { counted } from '#web/lib/german-count.ts'
import { prefetch } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { PdfFile } from '#worker/domain/attachments.ts'
import { placeholders } from '#worker/domain/circular.ts'
import { fullName } from '#worker/domain/names.ts'
import { isBlank } from '#worker/domain/text.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'
import { CopyAddresses } from './acts.tsx'
import { AttachmentsField } from './attachments-field.tsx'
import { useChosenMembers } from './chosen-members.ts'
import {
  CircularPreview,
  type CircularText,
  readStoredText,
  useStoreText,
} from './circular-preview.tsx'
import { NoMembersChosen } from './no-members-chosen.tsx'
import { TemplatesDialog } from './templates-dialog.tsx'

export function loader() {
  prefetch(membersQuery)
  return null
}

/** A mail to the chosen members, one for each address. */
export function CircularCreatePage() {
  const { ids, query, membersOf } = useChosenMembers()
  if (ids.length === 0) return <NoMembersChosen title="Rundmail" />
  return (
    <Wrap>
      <PageHead
        back={{ to: paths.members, label: 'Mitgliederliste' }}
        title="Rundmail"
        lead={
          <>
            Jede Adresse bekommt eine eigene <span className="whitespace-nowrap">E-Mail</span>, eine
            Familie mit gemeinsamer Adresse eine zusammen.
          </>
        }
      />
      <QuerySection query={query} waiting={<PageSpinner />}>
        {(rows) => <CircularForm memberIds={ids} members={membersOf(rows)} />}
      </QuerySection>
    </Wrap>
  )
}

type CircularFormProps = { memberIds: number[]; members: readonly MemberRow[] }

function CircularForm({ memberIds, members }: CircularFormProps) {
  const navigate = useNavigate()
  const [initial] = useState(readStoredText)
  const [isAsked, setAsked] = useState(false)
  const [isSent, setSent] = useState(false)
  const [files, setFiles] = useState<readonly PdfFile[]>([])
  const [isChoosing, setChoosing] = useState(false)
  const recipients = useRecipients(memberIds)
  const submitting = useSubmitForm({
    mutation: sendCircular,
    initial,
    read: (words: CircularText) => ({ body: { ...words, memberIds, attachments: files } }),
    onSuccess: ({ id }) => {
      setSent(true)
      toast('Rundmail ist unterwegs')
      void navigate(paths.circular(id), { replace: true })
    },
  })
  const { form, submit, isPending, failure } = submitting
  useStoreText(form)
  const isDirty = !isSent && (form.formState.isDirty || initial.subject !== '' || files.length > 0)
  const preview = recipients.data
  const cannotSend = preview && (!preview.canSend || preview.count === 0)
  const ask = () => {
    // Without a text there is no question: the server reports what is missing.
    const { subject, body } = form.getValues()
    if (isBlank(subject) || isBlank(body)) void submit()
    else setAsked(true)
  }
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          ask()
        }}
        className="grid gap-6 *:min-w-0"
      >
        {failure && <Failure failure={failure} detail={detailOf(failure)} focusOnMount />}
        {preview && !preview.canSend && <NoSender members={members} />}
        <QuerySection query={recipients} waiting={null}>
          {(known) => <Counts chosen={memberIds.length} preview={known} />}
        </QuerySection>
        <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
          <Card bleed aria-labelledby="words">
            <CardHead
              id="words"
              title="Was Du schreibst"
              actions={
                <Button variant="ghost" size="sm" onClick={() => setChoosing(true)}>
                  <BookmarkPlus />
                  Vorlagen
                </Button>
              }
            />
            <CardBody className="grid gap-4">
              <FormInput<CircularText> name="subject" label="Betreff" required />
              <BodyField />
              <AttachmentsField
                files={files}
                onChange={setFiles}
                error={failure?.error?.fields?.attachments}
              />
            </CardBody>
          </Card>
          <CircularPreview recipients={preview?.recipients ?? []} />
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <TestButton disabled={preview?.canSend === false} attachments={files} />
          <Button
            type="submit"
            variant="primary"
            busy={isPending}
            disabled={!preview || cannotSend}
          >
            <Send />
            Senden …
          </Button>
        </div>
      </form>
      {preview && (
        <ConfirmDialog
          open={isAsked}
          onOpenChange={setAsked}
          title={`Rundmail an ${counted(preview.count, 'Adresse', 'Adressen')} schicken?`}
          confirmLabel={counted(preview.count, 'E-Mail senden', 'E-Mails senden')}
          icon={Send}
          onConfirm={() => {
            setAsked(false)
            void submit()
          }}
        >
          {files.length > 0 && `Mit ${counted(files.length, 'Anhang', 'Anhängen')}. `}
          Sie geht gleich hinaus. Was noch nicht verschickt ist, kannst Du danach anhalten.
        </ConfirmDialog>
      )}
      {isChoosing && (
        <TemplatesDialog
          text={form.getValues()}
          onClose={() => setChoosing(false)}
          onChoose={({ subject, body, name }) => {
            const before = form.getValues()
            form.setValue('subject', subject, { shouldDirty: true })
            form.setValue('body', body, { shouldDirty: true })
            setChoosing(false)
            toast(`Vorlage „${name}“ übernommen`)
            if (isBlank(before.subject)) form.setFocus('subject')
          }}
        />
      )}
      <LeaveGuard when={isDirty && !isPending} />
    </FormProvider>
  )
}

/** The text, with buttons that insert placeholders at the caret. */
function BodyField() {
  const { register, getValues, setValue } = useFormContext<CircularText>()
  const field = useRef<HTMLTextAreaElement>(null)
  const { ref, ...body } = register('body')
  const error = useFieldError<CircularText>('body')
  const insert = (placeholder: string) => {
    const area = field.current
    if (!area) return
    const { selectionStart: from, selectionEnd: to } = area
    const text = getValues('body')
    setValue('body', text.slice(0, from) + placeholder + text.slice(to), { shouldDirty: true })
    area.focus()
    area.setSelectionRange(from + placeholder.length, from + placeholder.length)
  }
  return (
    <>
      <Field
        label="Text"
        required
        error={error}
        help="Deine Signatur aus „Mein Account“ kommt darunter, am Ende ein Link zum Abbestellen."
      >
        {(ids) => (
          <Textarea
            {...ids}
            {...body}
            ref={(area) => {
              ref(area)
              field.current = area
            }}
            rows={14}
            className="min-h-60!"
          />
        )}
      </Field>
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend className="sr-only">In den Text einfügen</legend>
        {placeholders.map((placeholder) => (
          <Button
            key={placeholder}
            size="sm"
            aria-label={`${placeholder} einfügen`}
            onClick={() => insert(placeholder)}
          >
            {placeholder}
          </Button>
        ))}
      </fieldset>
    </>
  )
}

type TestButtonProps = { disabled: boolean; attachments: readonly PdfFile[] }

function TestButton({ disabled, attachments }: TestButtonProps) {
  const words = useWatch<CircularText>()
  const { submit, isPending, failure } = useSubmit(testCircular, ({ emailAddress }) =>
    toast(`Test an ${emailAddress} verschickt`),
  )
  const { subject = '', body = '' } = words
  return (
    <>
      {failure && (
        <Failure failure={failure} detail={detailOf(failure)} focusOnMount className="w-full" />
      )}
      <Button
        busy={isPending}
        disabled={disabled}
        onClick={() => void submit({ subject, body, attachments })}
      >
        <Mail />
        Test an mich
      </Button>
    </>
  )
}

function NoSender({ members }: { members: readonly MemberRow[] }) {
  return (
    <Alert
      tone="warn"
      title="Es ist kein Absender eingerichtet"
      action={<CopyAddresses members={members} />}
    >
      Von hier aus geht keine E-Mail hinaus. Kopiere die Adressen und schreibe aus Deinem eigenen
      Postfach, mit allen im Feld „Bcc“.
    </Alert>
  )
}

type Preview = NonNullable<ReturnType<typeof useRecipients>['data']>

/** "137 Mitglieder, 121 Adressen", with the names of members without an address. */
function Counts({ chosen, preview }: { chosen: number; preview: Preview }) {
  const { count, families, without } = preview
  const words = [
    counted(chosen, 'Mitglied', 'Mitglieder'),
    counted(count, 'Adresse', 'Adressen'),
    families > 0 &&
      counted(families, 'Familie bekommt eine gemeinsam', 'Familien bekommen eine gemeinsam'),
  ].filter(Boolean)
  return (
    <Card bleed aria-labelledby="readers">
      <CardHead id="readers" title="An wen" />
      <CardBody className="grid gap-1">
        <p>{words.join(', ')}</p>
        <LeftOut members={without.noAddress} why="ohne E-Mail Adresse" />
        <LeftOut members={without.optedOut} why="abbestellt" />
        <LeftOut members={without.died} why="verstorben" />
        {without.gone > 0 && <p>{without.gone} inzwischen gelöscht</p>}
      </CardBody>
    </Card>
  )
}

type LeftOutProps = { members: Preview['without']['noAddress']; why: string }

function LeftOut({ members, why }: LeftOutProps) {
  if (members.length === 0) return null
  return (
    <details>
      <summary className="min-h-8 cursor-pointer content-center max-md:min-h-11">
        {members.length} {why} <span className="text-link underline">(anzeigen)</span>
      </summary>
      <ul className="flex flex-wrap gap-x-4 pl-4">
        {members.map(({ id, firstName, lastName }) => (
          <li key={id}>
            <Link
              to={paths.member(id)}
              target="_blank"
              className="inline-flex min-h-8 items-center max-md:min-h-11"
            >
              {fullName({ firstName, lastName })}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Recipients and members without an address; the text does not matter. */
function useRecipients(memberIds: number[]) {
  return useQuery(circularPreviewQuery({ subject: '', body: '', memberIds }))
}
