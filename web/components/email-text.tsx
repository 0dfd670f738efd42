import { Fragment } from 'react'
import { cn } from '#web/lib/cn.ts'

/** A longer address may be broken on paper. */
const unbroken = 32

/**
 * An address in a list. On the screen it is one line, cut off with an ellipsis where it is longer than its column; on
 * paper it is whole, and a long one is broken behind the "@".
 */
export function EmailText({ children: address }: { children: string }) {
  if (address === '') return '–'
  const isShort = address.length <= unbroken
  return (
    <span
      title={address}
      className={cn(
        'md:block md:max-w-64 md:truncate print:inline print:overflow-visible',
        isShort ? 'print:whitespace-nowrap' : 'print:whitespace-normal',
      )}
    >
      {isShort
        ? address
        : address.split(/(?<=@)/).map((part, index) => (
            <Fragment key={part}>
              {index > 0 && <wbr />}
              {part}
            </Fragment>
          ))}
    </span>
  )
}
