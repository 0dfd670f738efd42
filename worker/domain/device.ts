/** The names of browsers by their user agent. Most browsers also name others in it, so the order matters. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'auf dem iPhone'],
  [/\biPad\b/, 'auf dem iPad'],
  [/\bAndroid\b/, 'unter Android'],
  [/\bWindows\b/, 'unter Windows'],
  [/\bCrOS\b/, 'unter ChromeOS'],
  [/\bMac(intosh| OS X)\b/, 'unter macOS'],
  [/\bLinux\b/, 'unter Linux'],
]

/** The device by its user agent: "Firefox unter Windows". Only these words are stored, not the user agent. */
export function deviceInWords(userAgent: string): string {
  const find = (kinds: readonly [RegExp, string][]) =>
    kinds.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  if (!browser && !system) return 'Unbekanntes Gerät'
  return [browser ?? 'Browser', system].filter(Boolean).join(' ')
}

/** How long a session on a shared device lasts after the last input. */
export const sharedWithoutInputMs = 15 * 60_000
