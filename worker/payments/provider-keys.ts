/** The keys say themselves whether real money moves. */
const stripeKey = /^(?:sk|rk)_(live|test)_\w+$/
const mollieKey = /^(live|test)_\w+$/

export type KeyMode = 'live' | 'test'

/** Null for what is no key of this provider. */
export function modeOfKey(provider: 'stripe' | 'mollie', key: string): KeyMode | null {
  const [, mode] = (provider === 'stripe' ? stripeKey : mollieKey).exec(key) ?? []
  return mode === 'live' || mode === 'test' ? mode : null
}

export function isLiveKey(key: string): boolean {
  return modeOfKey('stripe', key) === 'live' || modeOfKey('mollie', key) === 'live'
}
