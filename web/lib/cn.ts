import { type ClassValue, clsx } from 'clsx'

/** Joins class lists. None may undo another's class: what differs is said by a prop (tests/web/setup). */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes)
}
