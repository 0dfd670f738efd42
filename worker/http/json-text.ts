import type { Context } from 'hono'
import type { AppEnv } from './factory.ts'

declare const content: unique symbol

/** JSON that somebody else has written, and what it says. */
export type JsonText<T> = string & { readonly [content]: T }

export function jsonText<T>(text: string): JsonText<T> {
  return text as JsonText<T>
}

export function readJsonText<T>(text: JsonText<T>): T {
  return JSON.parse(text)
}

/** `c.json` for what is a text already: the typed client reads the same of it. */
export function answerText<T>(c: Context<AppEnv>, text: JsonText<T>) {
  const response = c.body(text, 200, { 'Content-Type': 'application/json' })
  return response as unknown as ReturnType<typeof c.json<T, 200>>
}
