import { compareValues } from '#web/lib/sort-rows.ts'
import { fullName, normaliseName } from '#worker/domain/names.ts'

/** The columns of a costume that the picker needs. */
export type PickableCostume = {
  id: number
  number: string
  type: { id: number; name: string }
  registeredUntil: string | null
  currentOwner: { id: number; firstName: string; lastName: string } | null
}

export function costumeName({ type, number }: PickableCostume): string {
  return `${type.name} ${number}`
}

/** "Annegret Gruber", or the guild when there is no owner. */
export function ownerName({ currentOwner }: PickableCostume): string {
  return currentOwner ? fullName(currentOwner) : 'bei der Zunft'
}

/** Registered costumes: the member's own first, then by type and number. */
export function offeredCostumes<C extends PickableCostume>(
  costumes: readonly C[],
  memberId: number,
): { own: C[]; all: C[] } {
  const registered = costumes
    .filter(({ registeredUntil }) => registeredUntil === null)
    .toSorted((a, b) => compareValues(costumeName(a), costumeName(b)))
  const isOwn = ({ currentOwner }: C) => currentOwner?.id === memberId
  const own = registered.filter(isOwn)
  return { own, all: [...own, ...registered.filter((costume) => !isOwn(costume))] }
}

/** Costumes where each typed word is the beginning of a word of type, number or owner. */
export function findCostumes<C extends PickableCostume>(
  costumes: readonly C[],
  typed: string,
): C[] {
  const wanted = wordsOf(typed)
  return costumes.filter((costume) => {
    const words = wordsOf(`${costumeName(costume)} ${ownerName(costume)}`)
    return wanted.every((word) => words.some((one) => one.startsWith(word)))
  })
}

function wordsOf(text: string): string[] {
  return normaliseName(text)
    .split(/[\s,·]+/)
    .filter(Boolean)
}
