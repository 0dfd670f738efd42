/** Back from the payment page the browser may show this page just as it was left. */
export function onReturn(listener: () => void): () => void {
  const shown = (event: PageTransitionEvent) => event.persisted && listener()
  window.addEventListener('pageshow', shown)
  return () => window.removeEventListener('pageshow', shown)
}
