import type { ImportAnswers, ImportQuestion } from '#worker/imports/imports.contract.ts'
import type { LikenessKind } from '#worker/members/likeness.ts'

// Rows that may be about a stored member or about the person of another row. The user answers all rows of a
// kind at once, or each row separately.

export type DoubtKind =
  | Exclude<LikenessKind, 'likeBirthday' | 'otherBirthday' | 'otherFirstName'>
  | 'several'
  | 'number'

/** How staff may answer for all rows with the same doubt: all are new members, or all are the possible member. */
const answersForAll = ['new', 'same'] as const
export type AnswerForAll = (typeof answersForAll)[number]

/** `isInFile`: the possible person is in another row of the file. */
export type Doubt = { kind: DoubtKind; isInFile: boolean }

const nameOf = ({ kind, isInFile }: Doubt) => `doubt:${isInFile ? 'row' : 'member'}:${kind}`

export function answerForAll(
  { choices }: Pick<ImportAnswers, 'choices'>,
  doubt: Doubt,
): AnswerForAll | null {
  return answersForAll.find((one) => one === choices[nameOf(doubt)]) ?? null
}

const likeWhat: Record<DoubtKind, string> = {
  sameNameAndBirthday: 'Gleicher Name und Geburtstag, andere Nummer',
  withoutBirthday: 'Gleicher Name, ein Geburtstag fehlt',
  likeName: 'Gleicher Geburtstag, ähnlicher Name',
  swappedNames: 'Gleicher Geburtstag, Vor- und Nachname vertauscht',
  otherLastName: 'Gleicher Geburtstag, anderer Nachname',
  several: 'Gleicher Name und Geburtstag wie mehrere',
  number: 'Die Mitgliedsnummer gehört zu einem anderen Namen',
}

/** One question per kind of doubt that more than one row has. */
export function doubtQuestions(
  rows: readonly { doubt: Doubt | null; candidates: readonly unknown[] }[],
  answers: Pick<ImportAnswers, 'choices'>,
): ImportQuestion[] {
  const asked = rows.flatMap(({ doubt, candidates }) =>
    doubt ? [{ doubt, isOfOne: candidates.length === 1 }] : [],
  )
  const kinds = Map.groupBy(asked, ({ doubt }) => nameOf(doubt))
  return [...kinds].flatMap(([field, of]): ImportQuestion[] => {
    const [first] = of
    const answer = first ? answerForAll(answers, first.doubt) : null
    if (!first || (of.length < 2 && answer === null)) return []
    const matched = of.filter(({ isOfOne }) => isOfOne).length
    const left = of.length - matched
    // A member number that is taken cannot be given to a new member.
    const canBeNew = first.doubt.kind !== 'number'
    if (!canBeNew && matched === 0) return []
    const where = first.doubt.isInFile
      ? 'eine andere Zeile der Datei'
      : 'ein Mitglied, das schon da ist'
    const question = `${likeWhat[first.doubt.kind]}: ${of.length} Zeilen sind vielleicht ${where}.`
    return [
      {
        place: 'choices',
        field,
        word: '',
        rows: of.length,
        question,
        options: [
          ...(canBeNew ? [{ value: 'new', label: `Alle als neu (${of.length})` }] : []),
          ...(matched > 0 ? [{ value: 'same', label: `Alle zusammenführen (${matched})` }] : []),
        ],
        hint:
          left > 0 && matched > 0
            ? `${left === 1 ? 'Eine Zeile passt' : `${left} Zeilen passen`} zu mehreren und ${left === 1 ? 'bleibt' : 'bleiben'} beim Zusammenführen offen.`
            : 'Einzelne Zeilen kannst Du unten anders entscheiden.',
        answer,
      },
    ]
  })
}
