import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, Navigate, useLoaderData } from 'react-router'
import { isNotFound } from '#web/components/missing-page.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import {
  hostsQuery,
  type ParadeBody,
  paradeQuery,
  saveParade,
  titlesQuery,
} from '#web/data/parades.ts'
import { asDay, asEuro, asNumber, type FieldWords } from '#web/lib/conflict-words.ts'
import { prefetch, queryOnce } from '#web/lib/query.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toast.tsx'
import { paradeUnits } from '#worker/domain/conflicts.ts'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import { extrasList } from '#worker/domain/extras.ts'
import { departureList } from '#worker/domain/times.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import { draftOf, readParadeForm } from './parade-draft.ts'
import { ParadeForm } from './parade-form.tsx'
import { ParadeMissing } from './parade-missing.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  const parade = queryOnce(paradeQuery(id))
  prefetch(parade, hostsQuery, titlesQuery)
  return { id, today: berlinDay(new Date()), parade }
}

export function ParadeEditPage() {
  const { id, today, ...opened } = useLoaderData<typeof loader>()
  const parade = useQuery(opened.parade)
  if (isNotFound(parade)) return <ParadeMissing />
  return (
    <Wrap narrow>
      <PageHead back={{ to: paths.parade(id), label: 'Umzug' }} title="Umzug bearbeiten" />
      <QuerySection query={parade} waiting={<PageSpinner />}>
        {(stored) => <EditForm stored={stored} today={today} />}
      </QuerySection>
    </Wrap>
  )
}

const asAgeRule = (age: number | null) => (age === null ? 'wie die Zunft' : `${age} Jahre`)

/** The fields in the conflict dialog, in the form's words and order. */
export const paradeWords: FieldWords<ParadeBody> = {
  title: { label: 'Beschreibung' },
  date: { label: 'Datum', show: asDay },
  paradeNumber: { label: 'Umzugsnummer', show: asNumber },
  isChildParade: { label: 'Kinderumzug' },
  comment: { label: 'Kommentar' },
  departures: { label: 'Abfahrt', show: departureList },
  timeStart: { label: 'Beginn des Umzugs' },
  lineUpNumber: { label: 'Aufstellungsnummer' },
  lineUpPlace: { label: 'Aufstellungsort' },
  host: { label: 'Gastgeber' },
  hostPlz: { label: 'PLZ' },
  hostTown: { label: 'Ort' },
  dateEnrolmentStart: { label: 'Anmeldung von', show: asDay },
  timeEnrolmentStart: { label: 'Uhrzeit am ersten Tag' },
  dateEnrolmentEnd: { label: 'Anmeldung bis', show: asDay },
  timeEnrolmentEnd: { label: 'Uhrzeit am letzten Tag' },
  extras: { label: 'Zusätze', show: extrasList },
  capacity: {
    label: 'Plätze',
    show: (capacity) => (capacity === null ? 'unbegrenzt' : String(capacity)),
  },
  minAge: { label: 'Mindestalter', show: asAgeRule },
  guardianBelow: { label: 'Begleitung nötig unter', show: asAgeRule },
  priceForAdultsInCent: { label: 'Preis Erwachsene', show: asEuro },
  priceForChildrenInCent: { label: 'Preis Kinder', show: asEuro },
}

function offeredWords(places: number): string {
  if (!places) return ''
  return places === 1
    ? '. 1 Platz wurde der Warteliste angeboten.'
    : `. ${places} Plätze wurden der Warteliste angeboten.`
}

const shared = { units: paradeUnits, words: paradeWords, draftOf }

function EditForm({ stored, today }: { stored: Parade; today: Day }) {
  const [isSaved, setSaved] = useState(false)
  const submitting = useSubmitForm({
    initial: draftOf(stored),
    stored,
    shared,
    read: readParadeForm,
    mutation: saveParade(stored.id),
    onSuccess: ({ offeredPlaces }, _body, undoAction) => {
      toast(`Umzug gespeichert${offeredWords(offeredPlaces)}`, undoAction)
      setSaved(true)
    },
  })
  const details = paths.parade(stored.id)
  if (isSaved) return <Navigate to={details} replace />
  return <ParadeForm submitting={submitting} stored={stored} today={today} cancelTo={details} />
}
