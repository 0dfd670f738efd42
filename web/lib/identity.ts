import { useSyncExternalStore } from 'react'

/** A call waits until whoever is signed in has shown that it is them. */
export type IdentityQuestion = { answer: (isShown: boolean) => void }

type Asked = IdentityQuestion & { answered: Promise<boolean> }

let asked: Asked | null = null

const listeners = new Set<() => void>()

/** Asks who it is, once for all calls that wait. False: nobody said so, and the call stays refused. */
export function askIdentity(): Promise<boolean> {
  // Nobody there who could ask: the shell of those who are signed in does.
  if (listeners.size === 0) return Promise.resolve(false)
  asked ??= newQuestion()
  tell()
  return asked.answered
}

/** null as long as no call waits. */
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
      tell()
    },
  }
  return question
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // Signed out meanwhile: the call ends.
    if (listeners.size === 0) asked?.answer(false)
  }
}

function tell(): void {
  for (const listener of listeners) listener()
}
