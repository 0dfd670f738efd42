import {
  type Duty,
  duties,
  type HonorType,
  honorTypes,
  type MembershipState,
  membershipStates,
} from '#worker/domain/codes.ts'
import { dutyLabels, honorLabels, membershipStateLabels } from '#worker/domain/labels.ts'
import { normaliseName } from '#worker/domain/names.ts'

/** The form in which words are compared and remembered: "Passiv." and "passiv" are one. */
export function wordKey(word: string): string {
  const key = normaliseName(word).replace(/[^a-z0-9†✓✔×+]/g, '')
  return key || normaliseName(word)
}

const stateWords: Record<MembershipState, readonly string[]> = {
  Active: ['a', 'akt', 'aktiv', 'aktive', 'aktiver', 'aktives', 'active'],
  Passive: ['p', 'pass', 'passiv', 'passive', 'passiver', 'passives'],
  Left: [
    'ausg',
    'ausgetreten',
    'ausgetretene',
    'ausgetretener',
    'ausgeschieden',
    'austritt',
    'gekuendigt',
    'ehemalig',
    'ehemalige',
    'ehemaliger',
    'ehemaliges',
    'left',
  ],
  Died: ['verst', 'verstorben', 'verstorbene', 'verstorbener', 'gestorben', 'tot', '†', 'died'],
}

/** What a word says of the membership; null = it has to be asked. */
export function stateOf(word: string): MembershipState | null {
  const key = wordKey(word)
  const state = membershipStates.find((one) => one === word)
  if (state) return state
  // "Aktivmitglied", "passives Mitglied"
  const bare = key.replace(/mitglied(er|schaft)?$/, '')
  if (/^foerder/.test(bare)) return 'Passive'
  return (
    membershipStates.find((one) => {
      const words = [...stateWords[one], wordKey(membershipStateLabels[one])]
      return words.includes(key) || (bare !== '' && words.includes(bare))
    }) ?? null
  )
}

const yes = ['ja', 'j', 'x', '1', 's', 'true', 'wahr', 'yes', 'y', '✓', '✔', '×', 'ok']
const no = ['nein', 'n', '0', 'b', 'r', 'bar', 'false', 'falsch', 'no']
const payingYes = [
  'sepa',
  'lastschrift',
  'einzug',
  'bankeinzug',
  'abbuchung',
  'einzugsermaechtigung',
]
const payingNo = [
  'barzahlung',
  'barzahler',
  'rechnung',
  'ueberweisung',
  'dauerauftrag',
  'selbstzahler',
]

/** null = it has to be asked. "Basislastschrift" and "SEPA-Lastschrift" are Lastschrift. */
export function yesOrNo(word: string): boolean | null {
  const key = wordKey(word)
  if (no.includes(key) || payingNo.includes(key)) return false
  if (/^(kein|ohne|nicht)/.test(key)) return null
  if (yes.includes(key) || payingYes.includes(key) || key.endsWith('lastschrift')) return true
  return null
}

/** The words of an honor or an office: without fill-ins, female forms as the plain one. */
function tokensOf(text: string): string[] {
  const tokens = normaliseName(text).match(/\d+|[a-z]+/g) ?? []
  return tokens.flatMap((token) => {
    if (fillIns.includes(token)) return []
    return [sameWord[token] ?? token]
  })
}

const fillIns = ['fuer', 'die', 'der', 'das', 'den', 'des', 'zum', 'zur', 'im', 'in', 'als', 'und']

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

/**
 * The honors that a word may mean: one = that, several or none = it has to be asked.
 * @param labels as the guild has named them
 */
export function honorOf(
  word: string,
  labels: Partial<Record<HonorType, string>> = {},
): HonorType[] {
  const asCode = honorTypes.find((type) => type === word.trim())
  if (asCode) return [asCode]
  const wanted = tokensOf(word)
  const namesOf = (type: HonorType) => [honorLabels[type], labels[type] ?? ''].filter(Boolean)
  const key = normaliseName(word)
  const exact = honorTypes.filter((type) =>
    namesOf(type).some((name) => normaliseName(name) === key),
  )
  if (exact.length > 0) return exact
  if (wanted.length === 0) return []
  return honorTypes.filter((type) =>
    namesOf(type).some((name) => {
      const tokens = tokensOf(name)
      return wanted.every((token) => tokens.includes(token))
    }),
  )
}

const dutyWords: Record<Duty, readonly string[]> = {
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

/** null = it has to be asked. */
export function dutyOf(word: string): Duty | null {
  const key = wordKey(word)
  return (
    duties.find((one) => one === word.trim()) ??
    duties.find((one) => wordKey(dutyLabels[one]) === key || dutyWords[one].includes(key)) ??
    null
  )
}

const nobody = [
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

/** An owner that is the guild itself. */
export function isNobody(owner: string): boolean {
  return nobody.includes(wordKey(owner))
}

/** 015 to 017, also as +49 (0)171. */
export function isMobile(phone: string): boolean {
  return /^(?:\+49|0049|0)[\s/.-]*(?:\(0\))?[\s/().-]*1[567]/.test(phone)
}
