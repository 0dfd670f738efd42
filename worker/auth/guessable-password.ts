import { DomainError } from '#worker/domain/errors.ts'
import { passwordProblem } from '#worker/domain/password.ts'
import type { LoginUser } from './auth.queries.ts'

/** Words that an attacker knows: names of guild, town and person. */
export type KnownWords = readonly string[]

type Named = Pick<LoginUser, 'firstName' | 'lastName' | 'emailAddress'>

export function knownWordsOf(user: Named & { guildWords: string }): KnownWords {
  const [local = ''] = user.emailAddress.split('@')
  return [user.guildWords, user.firstName, user.lastName, local]
}

/** @throws DomainError PasswordRule with the field of the password */
export function assertPasswordRule(password: string, field = 'newPassword'): void {
  throwIfProblem(passwordProblem(password), field)
}

/** @throws DomainError PasswordRule with the field of the password */
export async function assertNotGuessable(
  password: string,
  known: KnownWords,
  field = 'newPassword',
): Promise<void> {
  throwIfProblem(await guessProblem(password, known), field)
}

function throwIfProblem(problem: string | null, field: string): void {
  if (problem) throw new DomainError('PasswordRule', problem, { [field]: problem })
}

/**
 * Whether a password is among the most used or consists of known words, ignoring digits and symbols around
 * them. Only checked on the server: the list is too large for a browser.
 * @returns the German reason; null when the password is accepted
 */
export async function guessProblem(password: string, known: KnownWords): Promise<string | null> {
  const { commonPasswords } = await import('./common-passwords.ts')
  lists ??= listsOf(commonPasswords)
  const own = new Set(known.flatMap(wordsOf))
  const written = password.normalize('NFKC').toLowerCase()
  // The password as typed, and without the digits and symbols that people put around a word to comply with the rule.
  const bare = [written, ...edges.map((edge) => written.replace(edge, ''))]
  // Five and more digits in a row are hard to guess, unless they are a date or in the list.
  if (digitRuns(written).some((run) => !isTrivial(run, lists?.asWritten))) return null
  if (bare.some((text) => text.length >= 4 && lists?.asWritten.has(text))) return commonSentence
  const spelled = new Set(bare.flatMap((text) => leet.map((signs) => lettersOf(text, signs))))
  for (const letters of spelled) {
    const rest = removeWords(letters, own)
    if (rest !== letters && isWeakRemainder(rest, lists.words)) return ownSentence
    if (letters.length > 2 && isWeakRemainder(letters, lists.words)) return commonSentence
  }
  return null
}

const commonSentence =
  'Dieses Passwort ist leicht zu erraten: Es ist ein oft benutztes Wort, auch mit Zahlen und Zeichen davor oder dahinter. Nimm ein anderes.'
const ownSentence =
  'Dieses Passwort ist leicht zu erraten: Es besteht aus dem Namen der Zunft, dem Ort oder Deinem Namen. Nimm ein anderes.'

type Lists = { asWritten: ReadonlySet<string>; words: ReadonlySet<string> }

let lists: Lists | undefined

function listsOf(text: string): Lists {
  const asWritten = new Set(text.split(' '))
  const words = [...asWritten, ...localWords].map((one) => lettersOf(one, {}))
  return { asWritten, words: new Set(words.filter((one) => one.length >= 4)) }
}

/** Words that are missing in the international list and likely around a guild. */
const localWords =
  `fasnet fasnacht fasching fastnacht karneval narren narrenzunft narrenverein zunft verein umzug
  helau alaaf schmotziger aschermittwoch rosenmontag kappenabend narrensprung häs maske hexe hexen
  passwort kennwort qwertz qwertzui geheim hallo willkommen anmelden zugang verwaltung vorstand kasse kassier helfer leser
  deutschland schwaben heimat schatz liebling sonne
  frühling sommer herbst winter januar februar märz april mai juni juli august september oktober november
  dezember montag dienstag mittwoch donnerstag freitag samstag sonntag weihnachten ostern`.split(
    /\s+/,
  )

const edges = [
  /[\d\W_]+$/u,
  /^[\d\W_]+/u,
  /^[\d\W_]+|[\d\W_]+$/gu,
  /[\d!?.,;:#*+_-]+$/u,
  /[^\p{L}\p{N}]+$/u,
]

/** Symbols used for letters; some stand for several letters. */
const leet: Readonly<Record<string, string>>[] = [
  {},
  {
    '@': 'a',
    '4': 'a',
    '3': 'e',
    '€': 'e',
    '1': 'i',
    '!': 'i',
    '0': 'o',
    $: 's',
    '5': 's',
    '7': 't',
    '+': 't',
    '8': 'b',
  },
  {
    '@': 'a',
    '4': 'a',
    '3': 'e',
    '€': 'e',
    '1': 'l',
    '|': 'l',
    '0': 'o',
    $: 's',
    '5': 's',
    '7': 't',
    '9': 'g',
    '6': 'g',
  },
]

/** The letters a-z in lower case, without accents; everything else is removed. */
function lettersOf(text: string, signs: Readonly<Record<string, string>>): string {
  const read = [...text.toLowerCase()].map((sign) => signs[sign] ?? sign).join('')
  return read
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[^a-z]/g, '')
}

/** The words of a name, once with "a" and once with "ae" for each "ä", likewise for "ö" and "ü". */
function wordsOf(name: string): string[] {
  const asTwo = name.toLowerCase().replace(/[äöü]/g, (sign) => `${sign.normalize('NFD')[0]}e`)
  return [name, asTwo]
    .flatMap((text) => text.split(/[^\p{L}]+/u))
    .map((word) => lettersOf(word, {}))
    .filter((word) => word.length >= 3)
}

function removeWords(letters: string, own: ReadonlySet<string>): string {
  const longestFirst = [...own].sort((a, b) => b.length - a.length)
  return longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), letters)
}

/** Whether the letters are at most two, one letter repeated, a word of the list, or such a word twice. */
function isWeakRemainder(letters: string, words: ReadonlySet<string>): boolean {
  if (letters.length <= 2 || words.has(letters) || /^(.)\1*$/.test(letters)) return true
  const half = letters.slice(0, letters.length / 2)
  return letters === half + half && words.has(half)
}

function digitRuns(text: string): string[] {
  return text.match(/\d+/g) ?? []
}

function isTrivial(digits: string, known: ReadonlySet<string> | undefined): boolean {
  if (digits.length <= 4 || known?.has(digits)) return true
  return /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)?\d\d$/.test(digits)
}
