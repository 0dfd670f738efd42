import { normaliseName } from '#worker/domain/names.ts'

// Towns that identify the country of a four-digit postal code: 1067 Dresden lacks its zero, 8200
// Schaffhausen is complete. A town only counts with the first two digits, since there are towns of
// the same name elsewhere.

export type Country = 'DE' | 'CH' | 'AT'

/** The towns of each country by the first two digits of the code; German codes lack the leading zero. */
const towns: Record<Country, Readonly<Record<string, string>>> = {
  DE: {
    10: 'dresden',
    11: 'dresden',
    12: 'dresden',
    13: 'dresden',
    14: 'radebeul radeberg',
    15: 'riesa grossenhain',
    16: 'meissen coswig',
    17: 'freital pirna dippoldiswalde',
    18: 'heidenau',
    19: 'kamenz',
    26: 'bautzen',
    27: 'zittau loebau',
    28: 'goerlitz',
    29: 'hoyerswerda weisswasser niesky',
    30: 'cottbus',
    31: 'spremberg forst guben',
    32: 'finsterwalde luebbenau',
    41: 'leipzig',
    42: 'leipzig',
    43: 'leipzig',
    44: 'markkleeberg',
    45: 'borna',
    46: 'grimma altenburg',
    47: 'doebeln oschatz',
    48: 'torgau wurzen',
    61: 'halle',
    62: 'merseburg eisleben',
    64: 'aschersleben bernburg quedlinburg',
    65: 'sangerhausen',
    66: 'naumburg weissenfels',
    67: 'bitterfeld zeitz',
    68: 'dessau wittenberg',
    73: 'saalfeld poessneck',
    74: 'rudolstadt',
    75: 'gera',
    76: 'eisenberg hermsdorf',
    77: 'jena',
    79: 'greiz zeulenroda schleiz',
    80: 'zwickau',
    82: 'auerbach aue',
    83: 'schwarzenberg',
    84: 'crimmitschau werdau',
    85: 'plauen',
    86: 'oelsnitz',
    91: 'chemnitz',
    92: 'chemnitz limbach-oberfrohna',
    93: 'hohenstein-ernstthal',
    94: 'annaberg-buchholz',
    95: 'freiberg',
    96: 'mittweida',
  },
  CH: {
    10: 'lausanne',
    12: 'genf geneve',
    17: 'freiburg fribourg',
    25: 'biel',
    30: 'bern',
    36: 'thun',
    40: 'basel',
    41: 'binningen allschwil muttenz pratteln riehen',
    44: 'liestal',
    45: 'solothurn',
    46: 'olten',
    50: 'aarau laufenburg',
    52: 'brugg windisch',
    53: '"bad zurzach" zurzach koblenz leuggern klingnau doettingen',
    54: 'baden wettingen',
    60: 'luzern',
    63: 'zug baar',
    70: 'chur',
    80: 'zuerich',
    81: 'eglisau buelach',
    82: 'schaffhausen neuhausen kreuzlingen "stein am rhein" thayngen hallau schleitheim diessenhofen beringen ramsen steckborn ermatingen taegerwilen',
    84: 'winterthur rheinau andelfingen',
    85: 'frauenfeld weinfelden romanshorn amriswil muellheim',
    86: 'uster wetzikon rapperswil',
    87: 'glarus',
    88: 'waedenswil einsiedeln walenstadt',
    90: '"st. gallen" "sankt gallen" appenzell',
    91: 'herisau',
    92: 'gossau flawil',
    93: 'arbon',
    94: 'rorschach altstaetten heerbrugg buchs',
    95: 'wil',
  },
  AT: {
    10: 'wien',
    11: 'wien',
    12: 'wien',
    31: '"st. poelten"',
    40: 'linz',
    46: 'wels',
    50: 'salzburg',
    60: 'innsbruck',
    61: 'seefeld',
    63: 'kufstein',
    64: 'imst',
    65: 'landeck',
    66: 'reutte lermoos',
    67: 'bludenz schruns',
    68: 'feldkirch dornbirn hohenems lustenau goetzis rankweil',
    69: 'bregenz hard lochau hoerbranz wolfurt lauterach hoechst',
    80: 'graz',
    90: 'klagenfurt',
    95: 'villach',
  },
}

type Entry = { country: Country; names: readonly string[] }

const byDigits = Map.groupBy(
  Object.entries(towns).flatMap(([country, ofCountry]) =>
    Object.entries(ofCountry).map(([digits, names]) => ({
      digits,
      country: country as Country,
      names: [...names.matchAll(/"([^"]+)"|(\S+)/g)].map(
        ([, quoted, bare]) => quoted ?? bare ?? '',
      ),
    })),
  ),
  ({ digits }) => digits,
)

/** The country of a four-digit postal code with this town; null when the town does not decide it. */
export function countryOfTown(digits: string, town: string): Country | null {
  const key = normaliseName(town)
  if (key === '') return null
  const isTown = (name: string) =>
    key === name || (key.startsWith(name) && !/\p{L}/u.test(key[name.length] ?? ''))
  const found = (byDigits.get(digits.slice(0, 2)) ?? []).filter(({ names }: Entry) =>
    names.some(isTown),
  )
  const [only] = found
  return only && found.length === 1 ? only.country : null
}
