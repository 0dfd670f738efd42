declare module 'subset-font' {
  /** An axis at one value, or between two. */
  export type VariationAxes = Record<string, number | { min: number; max: number }>
  type Options = { targetFormat: 'woff2'; variationAxes: VariationAxes; keepFeatures: string[] }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
