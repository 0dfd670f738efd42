import {
  type BuiltInDuty,
  type Duty,
  duties,
  type HonorType,
  honorTypes,
  isBuiltInHonor,
  type MembershipState,
  membershipStates,
} from '#worker/domain/codes.ts'
import { dutyLabels, honorLabels, membershipStateLabels } from '#worker/domain/labels.ts'
import { normaliseName } from '#worker/domain/names.ts'
import type { KnownCode } from './types.ts'

/** The form in which words are compared and remembered: "Passiv." equals "passiv". */
export function wordKey(word: string): string {
  const key = normaliseName(word).replace(/[^a-z0-9†✓✔×+]/g, '')
  return key || normaliseName(word)
}

const stateWords: Record<MembershipState, readonly string[]> = {
  Active: ['a', 'akt', 'aktiv', 'aktive', 'aktiver', 'aktives', 'active'],
  Passive: ['p', 'pass', 'passiv', 'passive', 'passiver', 'passives'],
  Left: [
    'ausg',
    'ausgetr',
    'ausgesch',
    'ausgetreten',
    'ausgetretene',
    'ausgetretener',
    'ausgeschieden',
    'austritt',
    'gekuendigt',
    'gek',
    'kuendigung',
    'ehem',
    'ehemalig',
    'ehemalige',
    'ehemaliger',
    'ehemaliges',
    'left',
  ],
  Died: ['verst', 'verstorben', 'verstorbene', 'verstorbener', 'gestorben', 'tot', '†', 'died'],
}

const stateByWord = new Map(
  membershipStates.flatMap((state) =>
    [...stateWords[state], state, membershipStateLabels[state]].map(
      (word) => [wordKey(word), state] as const,
    ),
  ),
)

/** The membership state that a word means; null when the user has to be asked. */
export function stateMeantBy(word: string): MembershipState | null {
  const key = wordKey(word)
  // "Aktivmitglied" becomes "aktiv", "passives Mitglied" becomes "passives".
  const bare = key.replace(/mitgl(ied(er|schaft)?)?$/, '')
  if (/^foerder/.test(bare)) return 'Passive'
  return stateByWord.get(key) ?? stateByWord.get(bare) ?? null
}

const yes = ['ja', 'j', 'x', '1', 'true', 'wahr', 'yes', 'y', '✓', '✔', '×']
const no = ['nein', 'n', '0', 'false', 'falsch', 'no']
const payingYes = [
  's',
  'sepa',
  'lastschrift',
  'einzug',
  'bankeinzug',
  'abbuchung',
  'einzugsermaechtigung',
]
const payingNo = [
  'b',
  'r',
  'bar',
  'barzahlung',
  'barzahler',
  'rechnung',
  'ueberweisung',
  'dauerauftrag',
  'selbstzahler',
]

/** Whether a mark in a list means that the person attended ("ja", "x", "0"); null when the user has to be asked. */
export function readTickMark(word: string): boolean | null {
  const key = wordKey(word)
  if (no.includes(key)) return false
  return yes.includes(key) ? true : null
}

/** Whether a word means yes ("ja", "x", also "Basislastschrift"); null when the user has to be asked. */
export function readYesOrNo(word: string): boolean | null {
  const key = wordKey(word)
  if (payingNo.includes(key)) return false
  if (payingYes.includes(key)) return true
  const isDebit = key.endsWith('lastschrift') && !/^(?:kein|ohne|nicht)/.test(key)
  return isDebit ? true : readTickMark(word)
}

/** The words of an honor's or duty's name, without `fillIns`, each replaced by its base form in `sameWord`. */
function tokensOf(text: string): string[] {
  const tokens = normaliseName(text).match(/\d+|[a-z]+/g) ?? []
  return tokens.flatMap((token) => {
    if (fillIns.includes(token)) return []
    return [sameWord[token] ?? token]
  })
}

const fillIns = [
  'er',
  'fuer',
  'die',
  'der',
  'das',
  'den',
  'des',
  'zum',
  'zur',
  'im',
  'in',
  'als',
  'und',
]

const sameWord: Readonly<Record<string, string>> = {
  orden: 'sprungorden',
  umzuege: 'spruenge',
  umzuegen: 'spruenge',
  umzug: 'spruenge',
  sprung: 'spruenge',
  spruengen: 'spruenge',
  jahr: 'jahre',
  jahren: 'jahre',
  jaehrige: 'jahre',
  jaehriges: 'jahre',
  jaehriger: 'jahre',
  j: 'jahre',
  mitglied: 'mitgliedschaft',
  ehrenmitgliedschaft: 'ehrenmitglied',
  ehrenkassierer: 'ehrenkassier',
  ehrenkassiererin: 'ehrenkassier',
  ehrenkassierin: 'ehrenkassier',
  ehrenelferraetin: 'ehrenelferrat',
  ehrenpraesidentin: 'ehrenpraesident',
  ehrenvizepraesidentin: 'ehrenvizepraesident',
  ehrenschriftfuehrerin: 'ehrenschriftfuehrer',
  ehrenprotokollfuehrerin: 'ehrenprotokollfuehrer',
  ehrennaerrin: 'ehrennarr',
  obernaerrin: 'obernarr',
}

type HonorName = { type: HonorType; isOwn: boolean; key: string; tokens: readonly string[] }
/** The guild's honors, by which words and headings are recognised. */
export type Honors = readonly Pick<KnownCode<HonorType>, 'code' | 'label'>[]

export const builtInHonors: readonly KnownCode<HonorType>[] = honorTypes.map((code, index) => ({
  code,
  label: honorLabels[code],
  position: index + 1,
}))
export const builtInOffices: readonly KnownCode<Duty>[] = duties.map((code, index) => ({
  code,
  label: dutyLabels[code],
  position: index + 1,
}))

const honorNames = new WeakMap<Honors, readonly HonorName[]>()

/** The default names and the guild's own names of honors, split into words once instead of for every row. */
function namesOfHonors(honors: Honors): readonly HonorName[] {
  const known = honorNames.get(honors)
  if (known) return known
  const nameOf = (type: HonorType, name: string, isOwn: boolean) => ({
    type,
    isOwn,
    key: normaliseName(name),
    tokens: tokensOf(name),
  })
  const names = honors.flatMap(({ code, label }) => [
    nameOf(code, label, true),
    ...(isBuiltInHonor(code) ? [nameOf(code, honorLabels[code], false)] : []),
  ])
  honorNames.set(honors, names)
  return names
}

/** The honors that a word may mean; with several or none the user is asked. */
export function honorsMeantBy(word: string, honors: Honors = builtInHonors): HonorType[] {
  const asCode = honors.find(({ code }) => code === word.trim())
  if (asCode) return [asCode.code]
  const names = namesOfHonors(honors)
  const key = normaliseName(word)
  const wanted = tokensOf(word)
  const alike = names.filter((name) => name.key === key)
  const ofGuild = alike.filter(({ isOwn }) => isOwn)
  const exact = ofGuild.length > 0 ? ofGuild : alike
  const found =
    exact.length > 0 || wanted.length === 0
      ? exact
      : names.filter(({ tokens }) => wanted.every((token) => tokens.includes(token)))
  return [...new Set(found.map(({ type }) => type))]
}

const dutyWords: Record<BuiltInDuty, readonly string[]> = {
  _1_Praesident: ['1praesident', '1praesidentin', 'ersterpraesident', 'erstepraesidentin'],
  _2_Praesident: [
    '2praesident',
    '2praesidentin',
    'zweiterpraesident',
    'zweitepraesidentin',
    'vizepraesident',
    'vizepraesidentin',
  ],
  Einkauf: ['einkaeufer', 'einkaeuferin'],
  Elferratsmitglied: ['elferraetin', 'elferratsmitglied', 'elferraete', 'elfer'],
  Gardeleiter: ['gardeleiter', 'gardeleiterin'],
  Geschaeftsfuehrer: ['geschaeftsfuehrerin', 'geschaeftsfuehrung'],
  Gruendungsmitglied: ['gruender', 'gruenderin'],
  Kassenpruefer: ['kassenprueferin', 'kassenpruefung', 'rechnungspruefer', 'rechnungsprueferin'],
  Kassier: ['kassierer', 'kassiererin', 'kassierin', 'kassenwart', 'kassenwartin', 'kasse'],
  Kleiderchef: ['kleiderchefin', 'kleiderwart', 'kleiderwartin'],
  Protokollfuehrer: ['protokollfuehrerin', 'protokoll'],
  Schriftfuehrer: ['schriftfuehrerin'],
  Zunftraumverwalter: ['zunftraumverwalter', 'zunftraumverwalterin'],
}

const dutyByWord = new Map(
  duties.flatMap((duty) =>
    [...dutyWords[duty], duty, dutyLabels[duty]].map((word) => [wordKey(word), duty] as const),
  ),
)

/** The duty that a word means: the guild's own name for it, or a known word; null when the user has to be asked. */
export function dutyMeantBy(word: string, offices = builtInOffices): Duty | null {
  const key = wordKey(word)
  const named =
    offices.find(({ code }) => code === word.trim()) ??
    offices.find(({ label }) => wordKey(label) === key)
  return named?.code ?? dutyByWord.get(key) ?? null
}

/** How other guilds name the duties of the specification. */
const likelyDuties: Partial<Record<BuiltInDuty, RegExp>> = {
  Kassier:
    /^(?:haupt)?(?:(?:zunft|narren|vereins)?(?:schatz|saeckel)meister|saeckler|zunftsaeckler|kassenverwalter|kassenfuehrer|finanzvorstand|finanzen|rechner|kassier(?:er)?)(?:in)?$/,
  Schriftfuehrer:
    /^(?:(?:schrift|zunft|narren|vereins)(?:wart|schreiber)|schreiber|schriftleiter|sekretaer)(?:in)?$/,
  Protokollfuehrer: /^(?:protokollant|protokollschreiber)(?:in)?$/,
  Kassenpruefer: /^(?:kassen|rechnungs)?revisor(?:in)?$|^kassenpruefung$/,
  Kleiderchef:
    /^(?:haes|kleider|masken|kostuem|gewand|zeug|larven)(?:wart|meister|verwalter|verwaltung|kammer|warte?)(?:in)?$/,
  Zunftraumverwalter:
    /^(?:(?:zunft|vereins|narren)?(?:heim|stuben|raum|haus|huetten))(?:wart|wirt|verwalter|verwaltung|meister)(?:in)?$/,
  Gardeleiter: /^(?:garde|tanz|tanzgarden?)(?:trainer|chef|leiter|leitung|uebungsleiter)(?:in)?$/,
  Geschaeftsfuehrer: /^geschaefts(?:stelle|stellenleiter|stellenleiterin|leitung)$/,
  Einkauf: /^(?:einkaufs(?:wart|leiter)|beschaffung|wareneinkauf)(?:in)?$/,
  Elferratsmitglied: /^(?:mitglied(?:im|des)elferrate?s?|elferraetinnen|elferratsmitglieder)$/,
  Gruendungsmitglied: /^gruendungsmitglieder$/,
}

const second = /^(?:2|ii|zweite[rs]?|stellv(?:ertretende[rs]?)?|stv|vize|vertretende[rs]?)/
const heads =
  /^(?:vorsitz(?:ende[rn]?)?|vorsitzendin|vors|vorstands?(?:vorsitz(?:ende[rn]?)?)?|(?:ober|haupt)?(?:zunft|narren|gilde)(?:meister|praesident|vogt)(?:in)?|praesident(?:in)?|obmann|obfrau|vereinsvorsitz(?:ende[rn]?)?)$/

/** The duty that a word most likely means, to be confirmed by the user; null when it is unclear. */
export function likelyDuty(word: string): BuiltInDuty | null {
  const key = wordKey(word.replace(/\([^)]{4,}\)/g, ''))
  const bare = key.replace(/^(?:1|i(?!i)|erste[rs]?)/, '')
  // "Vorstand" without a number is no sign of the president: any member of the board is one.
  const isOne = bare !== key || bare !== 'vorstand'
  if (isOne && heads.test(bare)) return '_1_Praesident'
  if (second.test(key) && heads.test(key.replace(second, ''))) return '_2_Praesident'
  return dutyByWord.get(bare) ?? duties.find((duty) => likelyDuties[duty]?.test(bare)) ?? null
}

const guildAsOwner = [
  'verein',
  'zunft',
  'vereinshaes',
  'zunfthaes',
  'leihhaes',
  'vereinskleid',
  'vereinseigentum',
  'leihkleid',
  'kleiderkammer',
  'fundus',
  'lager',
  'frei',
  'niemand',
]

/** Whether the owner is the guild itself. */
export function isGuildItself(owner: string): boolean {
  return guildAsOwner.includes(wordKey(owner))
}

/** Whether a German number is mobile: 015 to 017, also as +49 (0)171. */
export function isMobile(phone: string): boolean {
  return /^(?:\+49|0049|0)[\s/.-]*(?:\(0\))?[\s/().-]*1[567]/.test(phone)
}
