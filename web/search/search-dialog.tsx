import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import {
  CornerDownLeft,
  FileText,
  Flag,
  type LucideIcon,
  ReceiptEuro,
  Search,
  Shirt,
  User,
  X,
} from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { costumesQuery } from '#web/data/costumes.ts'
import { membersQuery } from '#web/data/members.ts'
import { searchIndexQuery } from '#web/data/search.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { cn } from '#web/lib/cn.ts'
import { prefetch } from '#web/lib/query.ts'
import type { StoredUser } from '#web/lib/session.ts'
import { useFocusReturn } from '#web/lib/use-focus-return.ts'
import type { Marked } from '#web/lib/word-search.ts'
import { paths } from '#web/paths.ts'
import { can } from '#worker/domain/rights.ts'
import {
  type Findable,
  findableCostumes,
  findableMembers,
  findableOrders,
  findablePages,
  findableParades,
  type Hit,
  noHits,
  type SearchHits,
} from './find.ts'
import { pagesFor } from './page-links.ts'

type SearchDialogProps = { user: StoredUser; open: boolean; onClose: () => void }

/** A search over all lists, computed in the browser. */
export function SearchDialog({ user, open, onClose }: SearchDialogProps) {
  const focus = useFocusReturn()
  return (
    <Primitive.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay
          data-slot="dialog-overlay"
          className="fixed inset-0 z-50 grid animate-fade place-items-start justify-items-center overflow-hidden bg-overlay p-6 pt-18 max-md:p-0"
        >
          <Primitive.Content
            data-slot="dialog-content"
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              focus.remember()
              if (event.target instanceof HTMLElement) event.target.querySelector('input')?.focus()
            }}
            onCloseAutoFocus={focus.giveBack}
            className="flex max-h-full w-full max-w-[40rem] animate-rise flex-col overflow-hidden rounded-2xl bg-popover text-popover-foreground shadow-lg outline-none max-md:h-full max-md:max-w-none max-md:rounded-none forced-colors:border"
          >
            <Primitive.Title className="sr-only">Suchen</Primitive.Title>
            <Inside user={user} onClose={onClose} />
          </Primitive.Content>
        </Primitive.Overlay>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

type Group = {
  title: string
  icon: LucideIcon
  found: SearchHits
  /** Why the group has no hits, or none yet. */
  note: string
}

/** The groups with an exact name, then by their closest hit; those that match equally well stay in their fixed order. */
function closestFirst(groups: readonly Group[]): Group[] {
  const rankOf = ({ found }: Group) => found.level - Number(found.isExact)
  return groups.toSorted((a, b) => rankOf(a) - rankOf(b))
}

function Inside({ user, onClose }: Omit<SearchDialogProps, 'open'>) {
  const [typed, setTyped] = useState('')
  const groups = useGroups(user, typed)
  const total = groups.reduce((sum, { found }) => sum + found.total, 0)
  const isNothing = total === 0 && groups.every(({ note }) => note === '')
  return (
    <Command
      ref={nameChosen}
      label="Suchen"
      shouldFilter={false}
      vimBindings={false}
      onKeyDown={openChosen}
      className="flex min-h-0 flex-col outline-none max-md:h-full"
    >
      <div className="grid flex-none grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 border-b pr-4 pl-5 max-md:gap-2 max-md:pr-2 max-md:pl-4">
        <Search aria-hidden="true" className="size-5 text-muted-foreground" />
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          aria-label="Suchen"
          placeholder="Name, Nummer, Straße, Telefon, Seite …"
          enterKeyHint="go"
          className="min-h-15 w-full min-w-0 bg-transparent text-lg outline-none! placeholder:text-muted-foreground placeholder:opacity-100"
        />
        <button
          type="button"
          onClick={onClose}
          data-hint="Suche schließen"
          className="grid place-items-center rounded-md max-md:size-11"
        >
          <span className="sr-only">Suche schließen</span>
          <Kbd className="max-md:hidden">Esc</Kbd>
          <X aria-hidden="true" className="md:hidden" />
        </button>
      </div>
      {isNothing && (
        <p className="px-5 pt-5 pb-3 text-muted-foreground max-md:px-4">Nichts gefunden</p>
      )}
      <Command.List
        label="Treffer"
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-2"
      >
        {closestFirst(groups).map((group) => (
          <GroupOfHits key={group.title} group={group} onOpen={onClose} />
        ))}
      </Command.List>
      <div className="flex flex-none items-center gap-5 border-t px-5 py-2.5 text-muted-foreground text-sm max-md:px-4">
        <span aria-hidden="true" className="flex items-center gap-1 max-md:hidden">
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> wählen
        </span>
        <span aria-hidden="true" className="flex items-center gap-1 max-md:hidden">
          <Kbd>Enter</Kbd> öffnen
        </span>
        <span role="status" className="ms-auto">
          {typed.trim() !== '' && `${total.toLocaleString('de')} Treffer`}
        </span>
      </div>
    </Command>
  )
}

/** Names the active hit for screen readers: cmdk does so before new hits render, and would name an old one. */
function nameChosen(root: HTMLElement | null) {
  const field = root?.querySelector('input')
  if (!root || !field) return
  const name = () => {
    const id = root.querySelector('[cmdk-item][aria-selected="true"]')?.id ?? ''
    if ((field.getAttribute('aria-activedescendant') ?? '') === id) return
    if (id) field.setAttribute('aria-activedescendant', id)
    else field.removeAttribute('aria-activedescendant')
  }
  const changes = new MutationObserver(name)
  changes.observe(root, {
    subtree: true,
    childList: true,
    attributeFilter: ['aria-selected', 'aria-activedescendant'],
  })
  name()
  return () => changes.disconnect()
}

/** Enter opens the hit like a click, Strg+Enter in a new tab. Ignored during input composition. */
function openChosen(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  if (event.target instanceof HTMLButtonElement) {
    // Enter on a button presses only the button; cmdk would open the active hit, too.
    event.stopPropagation()
    return
  }
  event.preventDefault()
  const chosen = event.currentTarget.querySelector('[cmdk-item][aria-selected="true"]')
  if (!(chosen instanceof HTMLAnchorElement)) return
  if (event.ctrlKey || event.metaKey) window.open(chosen.href, '_blank', 'noopener')
  else chosen.click()
}

function GroupOfHits({ group, onOpen }: { group: Group; onOpen: () => void }) {
  const { title, icon, found, note } = group
  const { hits, total } = found
  if (hits.length === 0 && note === '') return null
  const more = total > hits.length ? `${hits.length} von ${total.toLocaleString('de')}` : ''
  return (
    <Command.Group
      heading={
        <>
          {title}
          {more && <span className="font-normal"> · {more}</span>}
        </>
      }
      value={title}
      className="[&>[cmdk-group-heading]]:px-5 [&>[cmdk-group-heading]]:pt-3.5 [&>[cmdk-group-heading]]:pb-1 [&>[cmdk-group-heading]]:font-semibold [&>[cmdk-group-heading]]:text-muted-foreground [&>[cmdk-group-heading]]:text-sm"
    >
      {note && (
        <Command.Item
          disabled
          value={`note-${title}`}
          className="px-5 py-2 text-muted-foreground text-sm"
        >
          {note}
        </Command.Item>
      )}
      {hits.map((hit) => (
        <HitLine key={hit.key} hit={hit} icon={icon} onOpen={onOpen} />
      ))}
    </Command.Group>
  )
}

type HitLineProps = { hit: Hit; icon: LucideIcon; onOpen: () => void }

function HitLine({ hit, icon: Icon, onOpen }: HitLineProps) {
  const stays = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => ctrlKey || metaKey || shiftKey
  return (
    <Command.Item asChild value={hit.key}>
      <Link
        to={hit.to}
        reloadDocument={hit.isOutside ?? false}
        tabIndex={-1}
        onClick={(event) => stays(event) || onOpen()}
        className="group mx-2 grid min-h-12 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5 rounded-md px-3 py-1.5 text-inherit no-underline outline-none aria-selected:bg-secondary-soft aria-selected:text-secondary-soft-foreground forced-colors:aria-selected:outline"
      >
        <Icon
          aria-hidden="true"
          className="text-muted-foreground group-aria-selected:text-inherit"
        />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <Pieces pieces={hit.title} />
          {hit.notes.length > 0 && (
            <span className={cn('ms-2 max-md:ms-0 max-md:block', small)}>
              {hit.notes.map((note, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: notes have no identity but their index.
                <span key={index}>
                  {index > 0 && ', '}
                  <Pieces pieces={note} />
                </span>
              ))}
            </span>
          )}
        </span>
        <span className="flex items-center gap-3 whitespace-nowrap">
          {hit.end && <span className={small}>{hit.end}</span>}
          <CornerDownLeft
            aria-hidden="true"
            className="hidden group-aria-selected:block max-md:group-aria-selected:hidden"
          />
        </span>
      </Link>
    </Command.Item>
  )
}

const small = 'text-muted-foreground text-sm group-aria-selected:text-inherit'

function Pieces({ pieces }: { pieces: readonly Marked[] }) {
  return pieces.map(({ text, isMarked }, index) =>
    isMarked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text keep their order.
      <mark key={index} className="bg-transparent font-bold text-inherit">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}

function Kbd({ children, className }: { children: string; className?: string }) {
  return (
    <kbd
      className={cn(
        'inline-block min-w-6 rounded-sm bg-muted px-1.5 text-center font-medium font-sans text-muted-foreground text-sm leading-6',
        className,
      )}
    >
      {children}
    </kbd>
  )
}

const notYet = 'Wird geladen …'

/** The hits of each list, in a fixed order; helpers get only parades and pages. */
function useGroups(user: StoredUser, typed: string): Group[] {
  const isReader = can(user, 'read')
  const members = useQuery({ ...membersQuery, enabled: isReader })
  const costumes = useQuery({ ...costumesQuery, enabled: isReader })
  const index = useQuery(searchIndexQuery)
  // Retries queries that failed when the dialog was opened before.
  useEffect(() => {
    prefetch(searchIndexQuery)
    if (isReader) prefetch(membersQuery, costumesQuery)
  }, [isReader])

  const membersToFind = usePrepared(members.data, findableMembers)
  const costumesToFind = usePrepared(costumes.data, findableCostumes)
  const paradesToFind = usePrepared(index.data?.parades, isReader ? paradePages : paradeCheckIns)
  const ordersToFind = usePrepared(index.data?.orders, findableOrders)
  const pagesToFind = useMemo(() => findablePages(pagesFor(user)), [user])

  const isTyped = typed.trim() !== ''
  const group = (
    title: string,
    icon: LucideIcon,
    findable: Findable | null,
    { error }: Pick<UseQueryResult<unknown, CallFailure>, 'error'>,
  ): Group => ({
    title,
    icon,
    found: isTyped && findable ? findable.find(typed) : noHits,
    note: isTyped && !findable ? (error?.message ?? notYet) : '',
  })
  const pages = { title: 'Seiten', icon: FileText, found: pagesToFind.find(typed), note: '' }
  const parades = group('Umzüge', Flag, paradesToFind, index)
  if (!isReader) return [parades, pages]
  return [
    group('Mitglieder', User, membersToFind, members),
    group('Kleider', Shirt, costumesToFind, costumes),
    parades,
    group('Zahlungen', ReceiptEuro, ordersToFind, index),
    pages,
  ]
}

const paradePages = (parades: Parameters<typeof findableParades>[0]) =>
  findableParades(parades, paths.parade)
const paradeCheckIns = (parades: Parameters<typeof findableParades>[0]) =>
  findableParades(parades, paths.checkIn)

const known = new WeakMap<readonly unknown[], { by: unknown; findable: Findable }>()

/** The list with its prepared texts, kept until the list changes, also while the dialog is closed. */
function usePrepared<Row>(
  rows: readonly Row[] | undefined,
  prepare: (rows: readonly Row[]) => Findable,
): Findable | null {
  const findable = useMemo(() => {
    if (!rows) return null
    const made = known.get(rows)
    if (made?.by === prepare) return made.findable
    const findable = prepare(rows)
    known.set(rows, { by: prepare, findable })
    return findable
  }, [rows, prepare])
  // The texts are prepared after the dialog has rendered, before the first key press.
  useEffect(() => {
    const later = setTimeout(() => findable?.prepare())
    return () => clearTimeout(later)
  }, [findable])
  return findable
}
