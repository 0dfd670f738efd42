/** The types of what the app uses of the package "saxen", which has none. */
declare module 'saxen' {
  type Decode = (text: string) => string
  type Events = {
    openTag: (name: string, attributes: () => Record<string, string>) => void
    closeTag: (name: string) => void
    text: (text: string, decode: Decode) => void
    cdata: (text: string) => void
    error: (cause: Error) => void
  }
  export class Parser {
    on<Name extends keyof Events>(name: Name, handler: Events[Name]): this
    parse(xml: string): Error | null
    stop(): void
  }
}
