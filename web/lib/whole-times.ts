/** A no-break space before each "Uhr", so that a time and its unit stay on one line. */
export const wholeTimes = (text: string): string => text.replaceAll(' Uhr', '\u00a0Uhr')
