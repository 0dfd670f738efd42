import { type ChangeEvent, type KeyboardEvent, useState } from 'react'
import { notADate, type TypedDay, unreadable } from '#web/lib/typed-day.ts'
import { type Day, germanDate, parseTypedDate } from '#worker/domain/dates.ts'

type TypedDate = {
  value: TypedDay
  readText: string | undefined
  onChange: (value: TypedDay) => void
  today: Day
  yearsAhead: number
}

const shown = (value: TypedDay) => (value && value !== unreadable ? germanDate(value) : '')

/** A date as text: what was typed stays, until it is left and turns out to be a date. */
export function useTypedDate({ value, readText, onChange, today, yearsAhead }: TypedDate) {
  const textOf = readText ?? shown(value)
  const [text, setText] = useState(textOf)
  const [seen, setSeen] = useState(value)
  const [reported, setReported] = useState(value)
  const [isJudged, setJudged] = useState(false)

  // A value from outside replaces the text, the echo of our own report does not.
  if (value !== seen) {
    setSeen(value)
    if (value !== reported) {
      setReported(value)
      setText(textOf)
      setJudged(false)
    }
  }

  const report = (typed: TypedDay) => {
    setReported(typed)
    if (typed !== value) onChange(typed)
  }
  const take = (day: Day) => {
    setText(shown(day))
    setJudged(false)
    report(day)
  }
  const judge = () => {
    const day = parseTypedDate(text, today, yearsAhead)
    if (day) take(day)
    // Emptied, but whoever owns the value keeps it.
    else if (text.trim() === '') setText(shown(value))
    else setJudged(true)
  }
  return {
    take,
    error: isJudged ? problemOf(text) : undefined,
    input: {
      value: text,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        const day = isComplete(target.value)
          ? parseTypedDate(target.value, today, yearsAhead)
          : null
        const isEmpty = target.value.trim() === ''
        setText(target.value)
        if (day || isEmpty) setJudged(false)
        report(day ?? (isEmpty ? null : unreadable))
      },
      onBlur: judge,
      onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && judge(),
    },
  }
}

/** While somebody types 1.2.1990 or 01021990 the text passes 1.2.19, which is not yet what they mean. */
function isComplete(text: string): boolean {
  return /\d{4}/.test(text) && !/^\d{1,7}$/.test(text.trim())
}

function problemOf(text: string): string {
  const year = /\b\d{4}$/.exec(text.trim())?.[0]
  const isOtherCentury = year !== undefined && (year < '1900' || year > '2099')
  return isOtherCentury ? 'Das Jahr muss zwischen 1900 und 2099 liegen.' : notADate
}
