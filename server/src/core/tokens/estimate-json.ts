import { createOutputCounter } from './output-counter.ts'

/** An embedded image or file of unknown size: four tiles and the base. */
const perEmbedded = 765
const embeddedStart = ';base64,'

/**
 * Estimate of the prompt in an unparsed request: the text of its JSON, with escapes decoded and a flat number for each
 * embedded file. A little high, because field names count too.
 */
export function estimateJsonTokens(json: string): number {
  const counter = createOutputCounter()
  let embedded = 0
  let from = 0
  for (;;) {
    const at = json.indexOf(embeddedStart, from)
    counter.add(readEscapes(at < 0 ? json.slice(from) : json.slice(from, at)))
    if (at < 0) return counter.tokens() + embedded * perEmbedded
    embedded++
    const end = json.indexOf('"', at)
    if (end < 0) return counter.tokens() + embedded * perEmbedded
    from = end
  }
}

/** Clients that write only ASCII send a Chinese character as six letters and digits. */
const readEscapes = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\(?:u([0-9a-fA-F]{4})|([nrt]))/g, (_, hex: string | undefined) =>
        hex === undefined ? '\n' : String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text
