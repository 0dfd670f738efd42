// A spreadsheet keeps a telephone number as a number: what stood before its first digit is gone, a 0, a
// +, or 00.

/** How many digits a number has with the code of its country, from there and to there. */
const lengths: Readonly<Record<string, readonly [least: number, most: number]>> = {
  49: [8, 13],
  41: [11, 11],
  43: [10, 13],
  33: [11, 11],
  39: [11, 13],
  31: [11, 11],
  32: [10, 11],
  34: [11, 11],
  36: [10, 11],
  40: [11, 11],
  44: [12, 12],
  45: [10, 10],
  46: [10, 11],
  47: [10, 10],
  48: [11, 11],
  90: [12, 12],
  351: [12, 12],
  352: [11, 11],
  381: [11, 12],
  385: [11, 12],
  386: [11, 11],
  387: [11, 11],
  420: [12, 12],
  421: [12, 12],
  423: [10, 10],
}

/** German codes of places that begin as the code of the country does: 0491 is Leer, 04971 Esens. */
const placesOf49 = /^49(?:1|0[23]|2\d|3[1-689]|4[1-8]|5\d|6[1-8]|7[1-7])/

const mobile: Readonly<Record<string, RegExp>> = {
  49: /^491[567]\d{8,9}$/,
  41: /^417[4-9]\d{7}$/,
  43: /^436[5-9]\d{7,10}$/,
  33: /^33[67]\d{8}$/,
  39: /^393\d{8,9}$/,
  423: /^4237\d{6}$/,
}

/** 0 is lost: a mobile number, or one with the code of its place. */
function isNational(digits: string): boolean {
  if (/^1/.test(digits)) return /^1(?:[567]\d{8,9}|[3-489]\d{5,9})$/.test(digits)
  if (!/^[2-9]\d{6,10}$/.test(digits)) return false
  return !digits.startsWith('49') || placesOf49.test(digits)
}

/** The code of the country in front; null = it cannot be one. */
function codeOf(digits: string): string | null {
  const code = Object.keys(lengths).find((one) => {
    const [least, most] = lengths[one] ?? [0, 0]
    return digits.startsWith(one) && digits.length >= least && digits.length <= most
  })
  // Behind +49 stands no 0, and a mobile number or one with the code of its place.
  if (code === '49' && !/^49(?:1[3-9]\d{6,}|[2-9]\d{5,10}$)/.test(digits)) return null
  return code ?? null
}

export type ReadPhone = 'country' | 'national' | 'short' | null | 'either'

/**
 * What stood in front.
 * @param isMobile it stands among mobile numbers
 * @param country where its owner lives, when that is sure
 * @returns short: a 0, or there was no code at all; null = no telephone number
 */
export function phoneInFront(
  digits: string,
  isMobile: boolean,
  country: 'DE' | 'CH' | 'AT' | null,
): ReadPhone {
  const code = codeOf(digits)
  const national = isNational(digits)
  if (code === null) return national ? 'national' : digits.length <= 6 ? 'short' : null
  if (!national) return 'country'
  const ofHome = { CH: '41', AT: '43', DE: '' }
  const isOfHome = country !== null && code === ofHome[country]
  const isMobileAbroad = isMobile && (mobile[code]?.test(digits) ?? false)
  return isOfHome || isMobileAbroad ? 'country' : 'either'
}
