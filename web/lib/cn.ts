import { type ClassValue, clsx } from 'clsx'

/**
 * Joins class lists. No two classes may set the same property, since only their order in the style
 * sheet would decide; tests/support/web-setup.ts fails on it. Use a prop for a variant.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes)
}
