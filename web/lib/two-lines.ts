/** Breaks a name at the blank nearest its middle: "Narrenzunft", "Schellental". */
export function inTwoLines(name: string): [string, string] {
  const middle = name.length / 2
  const blanks = [...name.matchAll(/ /g)].map((match) => match.index)
  const [nearest] = blanks.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  return nearest === undefined ? [name, ''] : [name.slice(0, nearest), name.slice(nearest + 1)]
}
