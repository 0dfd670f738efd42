/**
 * Props of an element that keeps its server-rendered content: React does not hydrate it, so the
 * code that renders it need not be loaded.
 */
export const keepServedContent = {
  dangerouslySetInnerHTML: { __html: '' },
  suppressHydrationWarning: true,
}
