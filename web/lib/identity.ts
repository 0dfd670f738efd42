import { useSyncExternalStore } from 'react'

/** An open question for proof of identity, for which calls wait; `answer(false)` refuses and lets them fail. */
export type IdentityQuestion = { answer: (isShown: boolean) => void }

type Asked = IdentityQuestion & { answered: Promise<boolean> }

let asked: Asked | null = null

const listeners = new Set<() => void>()

/**
 * Asks for proof of identity, once for all waiting calls. False when the user refuses: the calls then fail.
 */
export function askIdentity(): Promise<boolean> {
  // Without a listener the staff's shell, which shows the question, is not on the page.
  if (listeners.size === 0) return Promise.resolve(false)
  asked ??= newQuestion()
  notifyListeners()
  return asked.answered
}

/** The question to show; null while no call waits for proof. */
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
    // When the shell disappears, for example by signing out, the waiting calls fail.
    if (listeners.size === 0) asked?.answer(false)
  }
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}
