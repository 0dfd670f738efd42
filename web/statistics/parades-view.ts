import { readStored, writeStored } from '#web/lib/storage.ts'

export const paradesViews = ['all', 'honored'] as const
export type ParadesView = (typeof paradesViews)[number]

export const viewLabels: Record<ParadesView, string> = {
  all: 'Gesamtauswertung',
  honored: 'Auswertung für Ehrungen',
}

/** Spec §9: the choice of parades per member is remembered. */
const storageKey = 'parades-per-member-view'

export function readView(): ParadesView {
  const stored = readStored(storageKey)
  return paradesViews.find((view) => view === stored) ?? 'all'
}

export const rememberView = (view: ParadesView) => writeStored(storageKey, view)
