import type { Day } from '#worker/domain/dates.ts'
import { maxLength } from '#worker/domain/limits.ts'
import { germanEuro, parseTypedEuro } from '#worker/domain/money.ts'
import { endOfDay, startOfDay } from '#worker/domain/parade.ts'
import { isPrintable, isPrintableLine } from '#worker/domain/text.ts'
import { type Departure, parseDepartures, parseTypedTime, type Time } from '#worker/domain/times.ts'
import { oneLine, quoted, severalLines, unreadableReason } from './cells.ts'
import { type DayRules, mayBeMonthFirst, type ReadSpan, readDay, readSpan } from './days.ts'
import { factsOf, provenOrder } from './facts.ts'
import { headingKey } from './headings.ts'
import { knownHeadings } from './known-headings.ts'
import {
  convertedToDayMessage,
  dayInNumber,
  digitsLostMessage,
  offersFor,
  partsOfDay,
  wholeNumber,
} from './lost.ts'
import {
  type AddedCode,
  type Answers,
  type Cell,
  type DayOrder,
  type Known,
  newAnswer,
  type OpenWord,
  type RowError,
  type RowNote,
  type Sheet,
  type SheetFacts,
  type SheetRow,
} from './types.ts'
import { readYesOrNo, wordKey } from './words.ts'

const notPrintable = 'Dieser Text enthält Zeichen, die nicht gespeichert werden können.'
/** The longest line of a cell; longer lines are rejected, since no field is that long. */
const longestLine = 500
const tooLong = 'Das ist zu lang.'
/** The longest unknown word; longer words are rejected, since a question could not show them. */
const longestWord = 200

type Columns = ReadonlyMap<string, readonly number[]>

const columnsOfSheet = new WeakMap<Sheet['columns'], Columns>()

/** The columns of each field; `nameOrLastName` is the last name if the file has a first name, else the whole name. */
function columnsOf({ columns }: Sheet): Columns {
  const known = columnsOfSheet.get(columns)
  if (known) return known
  const found = new Map<string, number[]>()
  const hasFirstName = columns.includes('firstName')
  columns.forEach((target, column) => {
    if (target === null) return
    const field = target === 'nameOrLastName' ? (hasFirstName ? 'lastName' : 'fullName') : target
    found.set(field, [...(found.get(field) ?? []), column])
  })
  columnsOfSheet.set(columns, found)
  return found
}

/**
 * Reads a row field by field with the user's corrections and answers, and collects errors, notes and questions.
 */
export class RowReader {
  readonly errors: RowError[] = []
  readonly notes: RowNote[] = []
  readonly open: OpenWord[] = []
  readonly chosen: OpenWord[] = []
  readonly facts: SheetFacts
  readonly answers: Answers
  readonly today: Day
  readonly known: Known
  readonly columns: Columns
  private readonly sheet: Sheet
  private readonly row: SheetRow

  constructor(sheet: Sheet, answers: Answers, row: SheetRow, today: Day, known: Known) {
    this.sheet = sheet
    this.answers = answers
    this.row = row
    this.today = today
    this.known = known
    this.columns = columnsOf(sheet)
    this.facts = sheet.facts ?? factsOf(sheet.columns, [row], today)
  }

  /** Adds an error, at most one per field, and none while the field has an open question. */
  error(field: string | null, text: string, offers?: readonly string[]): undefined {
    if (field !== null && this.hasError(field)) return
    this.errors.push({ field, text, ...(offers?.length && { offers }) })
  }

  missing(field: string, text: string): undefined {
    if (this.hasError(field)) return
    this.errors.push({ field, text, unlessStored: true })
  }

  /** Whether the field has an error or an open question, so that its missing value is unknown and not empty. */
  hasError(field: string): boolean {
    return (
      this.errors.some((error) => error.field === field) ||
      this.open.some(({ about }) => about === field)
    )
  }

  /**
   * The user's answer for the whole column of a field; without an answer the question is added to `open`.
   * @param name the name of the choice
   * @param sample the text of this row's cell
   */
  choice<Value extends string>(
    field: string,
    name: string,
    values: readonly Value[],
    sample: string,
  ): Value | undefined {
    const given = Object.hasOwn(this.answers.choices, name) ? this.answers.choices[name] : undefined
    const value = values.find((one) => one === given)
    const word: OpenWord = { place: 'choices', field: name, word: '', about: field, sample }
    if (value === undefined) return this.ask(word)
    this.chosen.push(word)
    return value
  }

  note(field: string, text: string): undefined {
    this.notes.push({ field, text })
  }

  ask(word: OpenWord): undefined {
    const same = (one: OpenWord) => one.field === word.field && one.word === word.word
    if (!this.open.some(same)) this.open.push(word)
  }

  isMapped(field: string): boolean {
    return this.columns.has(field)
  }

  /** The heading of the field's first column. */
  headingOf(field: string): string {
    return this.sheet.headings[this.columns.get(field)?.[0] ?? -1] ?? ''
  }

  isCorrected(field: string): boolean {
    return Object.hasOwn(this.row.values ?? {}, field)
  }

  /** The field's corrected cell, else its first cell that is not empty, else the user's value for empty cells. */
  cell(field: string): Cell {
    const written = this.written(field)
    if (this.isCorrected(field) || oneLine(written) !== '') return this.orError(field, written)
    return this.forEmpty(field)
  }

  /** Like `cell`, without the value for empty cells. */
  inFile(field: string): Cell {
    return this.orError(field, this.written(field))
  }

  private written(field: string): Cell {
    if (this.isCorrected(field)) return this.row.values?.[field] ?? null
    const columns = this.columns.get(field) ?? []
    const cells = columns.map((column) => this.row.cells[column] ?? null)
    return cells.find((cell) => oneLine(cell) !== '') ?? null
  }

  /** The cell; for an unreadable cell null and an error at the field. */
  private orError(field: string, cell: Cell): Cell {
    const reason = unreadableReason(cell)
    if (reason === null) return cell
    this.error(field, reason)
    return null
  }

  forEmpty(field: string): string | null {
    return Object.hasOwn(this.answers.empty, field) ? (this.answers.empty[field] ?? null) : null
  }

  at(field: string, column: number): Cell {
    return this.orError(field, this.row.cells[column] ?? null)
  }

  line(field: string): string {
    const cell = this.cell(field)
    const typed = oneLine(cell)
    if (typed.length > longestLine || !isPrintableLine(typed)) {
      this.error(field, typed.length > longestLine ? tooLong : notPrintable)
      return ''
    }
    const day = dayOfCell(cell) ?? dayInNumber(field, typed)
    if (day && typed !== '') {
      const offers = offersFor(field, day)
      this.error(field, convertedToDayMessage(typed, offers), offers)
      return ''
    }
    const text = wholeNumber(field, typed)
    if (text === null) this.error(field, digitsLostMessage(typed))
    else if (text !== typed) this.noteOnce(field, `${quoted(typed)} ist ${text}`)
    return text ?? ''
  }

  private noteOnce(field: string, text: string): void {
    if (this.notes.some((one) => one.field === field && one.text === text)) return
    this.note(field, text)
  }

  /** The text if it is at most `max` characters long; else '' and an error. */
  fitting(field: string, text: string, max: number): string {
    if (text.length <= max) return text
    this.error(field, `Höchstens ${max} Zeichen.`)
    return ''
  }

  text(field: string, max: number = maxLength.line): string | undefined {
    return this.fitting(field, this.line(field), max) || undefined
  }

  /** The comment: the texts of its columns, each behind its heading, and then `more`. */
  comment(more: readonly string[] = []): string | undefined {
    const columns = this.isCorrected('comment') ? [] : (this.columns.get('comment') ?? [])
    const texts = columns.map((column) => {
      const text = severalLines(this.at('comment', column))
      const heading = oneLine(this.sheet.headings[column] ?? '')
      return text && heading && !isComment(heading) ? `${heading}: ${text}` : text
    })
    const own = this.isCorrected('comment') ? [severalLines(this.cell('comment'))] : texts
    const parts = [...own, ...more].filter(Boolean)
    const text = (parts.length > 0 ? parts : [severalLines(this.forEmpty('comment'))]).join('\n')
    if (isPrintable(text)) return this.fitting('comment', text, maxLength.comment) || undefined
    return this.error('comment', notPrintable)
  }

  day(field: string, rules: DayRules = {}): Day | undefined {
    const cell = this.cell(field)
    return this.dayOf(field, cell, rules)
  }

  dayOf(field: string, cell: Cell, rules: DayRules = {}): Day | undefined {
    const text = wholeYear(oneLine(cell))
    const read = this.inOrder(
      field,
      text,
      (order) => readDay(cell, text, this.today, { ...rules, order }),
      ({ error }) => error === undefined,
    )
    if (!read) return undefined
    const { day, note, error } = read
    if (error) return this.error(field, error)
    if (note) this.note(field, note)
    return day
  }

  /** The period in a cell; null when there is none. */
  span(field: string, text: string): ReadSpan | null {
    const read = this.inOrder(
      field,
      text,
      (order) => readSpan(text, this.today, order),
      (span) => span !== null,
    )
    return read ?? null
  }

  /**
   * Reads a text with the day first or the month first. If both orders are valid, the column decides, by what its
   * cells prove or by the user's answer.
   */
  private inOrder<Read>(
    field: string,
    text: string,
    read: (order: DayOrder) => Read,
    isRead: (read: Read) => boolean,
  ): Read | undefined {
    const dayFirst = read('dayFirst')
    if (!mayBeMonthFirst(text)) return dayFirst
    const monthFirst = read('monthFirst')
    if (!isRead(monthFirst) || JSON.stringify(dayFirst) === JSON.stringify(monthFirst)) {
      return dayFirst
    }
    if (!isRead(dayFirst)) return monthFirst
    const order = this.orderOf(field, text)
    return order && (order === 'dayFirst' ? dayFirst : monthFirst)
  }

  private orderOf(field: string, text: string): DayOrder | undefined {
    const facts = this.facts.days.get(field)
    const proven = facts && provenOrder(facts)
    if (proven) return proven
    // Eight digits without proof, as in 01021958, are German: the day stands first.
    if (/^\d{8}$/.test(text)) return 'dayFirst'
    return this.choice(field, `dayOrder:${field}`, ['dayFirst', 'monthFirst'], text)
  }

  /** The member number in a cell: `007` is 7, `M-12` is 12; undefined for 0, which stands for no number. */
  memberNumber(field: string): number | undefined {
    const text = this.line(field)
    if (text === '') return undefined
    const digits = /^(?:\p{Lu}{1,3}[-/ ]?|Nr\.? ?|#)?(\d{1,12})$/u.exec(text)?.[1]
    if (digits === undefined) return this.error(field, `${quoted(text)} ist keine Mitgliedsnummer.`)
    const number = Number(digits)
    if (number > 9_999_999) return this.error(field, 'Die Mitgliedsnummer ist zu groß.')
    if (number > 0 && text !== digits) this.note(field, `„${text}“ ist ${number}`)
    return number === 0 ? undefined : number
  }

  /**
   * The time in a cell: "20:00", "20 Uhr", or the fraction of a day in which a spreadsheet keeps a time. With
   * `endsDay` 24:00 is a time as well.
   */
  time(field: string, { endsDay = false } = {}): Time | undefined {
    const cell = this.cell(field)
    const isFraction = typeof cell === 'number' && cell > 0 && cell < 1
    const line = isFraction ? timeOfFraction(cell) : this.line(field)
    const text = line.replace(/(\d:\d\d):00(?:[.,]0+)?(?=$|\s)/, '$1')
    if (text === '') return undefined
    if (endsDay && /^24(?:[:.]00)?(?:\s?uhr)?$/i.test(text)) return endOfDay
    const time = parseTypedTime(text)
    return time ?? this.error(field, `${quoted(text)} ist keine Uhrzeit wie 20:00.`)
  }

  /** The time behind the day in a cell; undefined for midnight, which programs write when there is no time. */
  timeBehindDay(field: string): Time | undefined {
    const found = /\d(?:T|,?\s+)(\d{1,2}[:.]\d{2})(?::\d{2})?(?:\s*uhr)?$/i.exec(
      oneLine(this.cell(field)),
    )
    const time = parseTypedTime(found?.[1] ?? '')
    return time === null || time === startOfDay ? undefined : time
  }

  /** The departures in a cell: "12:15 Uhr Schulhof, 12:25 Uhr Rathaus". */
  departures(field: string): Departure[] | undefined {
    const text = severalLines(this.cell(field))
    if (text === '') return undefined
    const given = parseDepartures(text)
    if (given) return given
    const example = '12:15 Uhr Schulhof, 12:25 Uhr Rathaus'
    return this.error(field, `Schreib zu jeder Abfahrt Uhrzeit und Ort, etwa: ${example}`)
  }

  count(field: string, max: number): number | undefined {
    const text = this.line(field)
    if (text === '') return undefined
    if (!/^\d{1,12}$/.test(text)) return this.error(field, `${quoted(text)} ist keine ganze Zahl.`)
    return Number(text) > max ? this.error(field, 'Die Zahl ist zu groß.') : Number(text)
  }

  /** The price in a cell, in cents: "3,50 €", "4,--", 3.5, "frei". */
  cents(field: string, max: number): number | undefined {
    const cell = this.cell(field)
    const typed = this.line(field)
    if (typed === '') return undefined
    const cents = typeof cell === 'number' ? Math.round(cell * 100) : centsOf(typed)
    const isWhole = typeof cell !== 'number' || Math.abs(cell * 100 - (cents ?? 0)) < 1e-6
    if (cents === null || cents < 0 || !isWhole) {
      return this.error(field, `${quoted(typed)} ist kein Betrag wie ${germanEuro(350)}.`)
    }
    return cents > max ? this.error(field, 'Der Betrag ist zu hoch.') : cents
  }

  yesOrNo(field: string): boolean | undefined {
    return this.wordOf(field, this.line(field), readYesOrNo)
  }

  /**
   * The meaning of a word: the user's answer, or a known meaning; else the question is added to
   * `open`.
   */
  wordOf<Value>(
    field: string,
    text: string,
    meaning: (word: string) => Value | null,
  ): Value | undefined {
    if (text === '') return undefined
    if (text.length > longestWord) return this.error(field, `Höchstens ${longestWord} Zeichen.`)
    const answer = answerTo(this.answers, field, text)
    if (answer === '') return undefined
    const value = answer === undefined ? null : meaning(answer)
    const known = value ?? meaning(text)
    if (known !== null) return known
    return this.ask({ place: 'words', field, word: text })
  }

  /** `wordOf` for an office or honor: the user may also answer that the word is a new office or honor. */
  codeOf<Code>(
    field: string,
    text: string,
    meaning: (word: string) => Code | null,
  ): Code | AddedCode | undefined {
    const isNew = text !== '' && answerTo(this.answers, field, text) === newAnswer
    if (!isNew) return this.wordOf(field, text, meaning)
    if (text.length > maxLength.name)
      return this.error(field, `Höchstens ${maxLength.name} Zeichen.`)
    return meaning(text) ?? `new:${text}`
  }
}

const commentKeys = new Set(
  ['Kommentar', ...Object.values(knownHeadings).flatMap(({ comment }) => comment ?? [])].map(
    headingKey,
  ),
)

function isComment(heading: string): boolean {
  return commentKeys.has(headingKey(heading))
}

const answerKeys = new WeakMap<object, ReadonlyMap<string, string>>()

function dayOfCell(cell: Cell) {
  return typeof cell === 'object' && cell !== null && 'day' in cell ? partsOfDay(cell.day) : null
}

/** Removes ".0" behind a year or a day, since some programs write 1979.0. */
const wholeYear = (text: string) => text.replace(/^(\d{4}|\d{8})\.0$/, '$1')

/** The user's answer about a word; spellings with the same `wordKey` share it: "Ehrenmitglieder", "ehrenmitglieder." */
function answerTo({ words }: Answers, field: string, word: string): string | undefined {
  const given = Object.hasOwn(words, field) ? words[field] : undefined
  if (!given) return undefined
  let byKey = answerKeys.get(given)
  if (!byKey) {
    byKey = new Map(Object.entries(given).map(([key, value]) => [wordKey(key), value]))
    answerKeys.set(given, byKey)
  }
  return byKey.get(wordKey(word))
}

function centsOf(typed: string): number | null {
  if (['frei', 'kostenlos', 'gratis', 'umsonst'].includes(wordKey(typed))) return 0
  const bare = typed
    .replace(/^(?:EUR|Euro)\b|\b(?:EUR|Euro)\.?$/iu, '')
    .replace(/[\s€]/g, '')
    .replace(/[,.](?:-+|[–—]+)$/u, '')
  return parseTypedEuro(bare)
}

function timeOfFraction(fraction: number): string {
  const minutes = Math.round(fraction * 24 * 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
