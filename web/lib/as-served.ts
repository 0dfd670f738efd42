/**
 * Props of an element whose content stays as the server has drawn it: React neither reads nor changes what
 * stands in it, and the code that draws it need not come along.
 */
export const asServed = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true }
