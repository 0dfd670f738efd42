/** State of a link to the sign-in: the page of ours to go on at afterwards. */
export const backTo = (path: string) => ({ backTo: path })

/** The same from where something waits on the device to be sent: the sign-in says that it is kept. */
export const backToWaiting = (path: string, waits: boolean) => ({ ...backTo(path), waits })

export function isWaiting(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Reflect.get(state, 'waits') === true
}

/** What such a link has said; null = nothing. */
export function placeToGoOn(state: unknown): string | null {
  const said = typeof state === 'object' && state !== null ? Reflect.get(state, 'backTo') : null
  return typeof said === 'string' && said.startsWith('/') ? said : null
}
