import { type ClassValue, clsx } from 'clsx'

/** Joins class lists. A class must not override another: variants are props instead (tests/web/setup). */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes)
}
