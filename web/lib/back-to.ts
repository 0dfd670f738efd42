/** The state of a link to the sign-in: the page to return to. */
export const backTo = (path: string) => ({ backTo: path })

/**
 * Like `backTo`, with whether the device has unsent acts; the sign-in page then says that they are
 * kept.
 */
export const backToWithUnsent = (path: string, waits: boolean) => ({ ...backTo(path), waits })

export function hasUnsentActs(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Reflect.get(state, 'waits') === true
}

/** The page to return to; null when the state has none. */
export function returnPathOf(state: unknown): string | null {
  const path = typeof state === 'object' && state !== null ? Reflect.get(state, 'backTo') : null
  return typeof path === 'string' && path.startsWith('/') ? path : null
}
