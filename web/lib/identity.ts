import { useSyncExternalStore } from 'react'

/** A call waits until the user has proved their identity. */
export type IdentityQuestion = { answer: (isShown: boolean) => void }

type Asked = IdentityQuestion & { answered: Promise<boolean> }

let asked: Asked | null = null

const listeners = new Set<() => void>()

/**
 * Asks for proof of identity, once for all waiting calls. False when refused: the calls then fail.
 */
export function askIdentity(): Promise<boolean> {
  // Outside the staff's shell no component can ask.
  if (listeners.size === 0) return Promise.resolve(false)
  asked ??= newQuestion()
  notifyListeners()
  return asked.answered
}

/** null when no call is waiting. */
export function useIdentityQuestion(): IdentityQuestion | null {
  return useSyncExternalStore(subscribe, () => asked)
}

function newQuestion(): Asked {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const question: Asked = {
    answered: promise,
    answer(isShown) {
      if (asked === question) asked = null
      resolve(isShown)
      notifyListeners()
    },
  }
  return question
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // Without a listener the user has signed out, so the call fails.
    if (listeners.size === 0) asked?.answer(false)
  }
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}
