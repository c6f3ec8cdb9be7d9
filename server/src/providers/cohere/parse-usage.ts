import { type JsonRecord, recordOf } from '@sluice/contract/read-json'
import { buildReport, CountReader, type ReportedUsage } from '../../core/usage/usage-report.ts'

/**
 * `usage` of a chat, `meta` of embeddings and rankings: the units that Cohere bills, or the tokens. Cohere bills fewer
 * tokens than it reads. Its cached tokens are among those that it reads, so they are no part of a smaller billed count.
 * Null when it reports neither.
 * https://docs.cohere.com/reference/chat, as known on 2026-11-20
 */
export function parseCohereUsage(wire: unknown): ReportedUsage | null {
  const usage = recordOf(wire)
  const reader = new CountReader()
  const [billed, read] = [readSides(reader, usage.billed_units), readSides(reader, usage.tokens)]
  const counted = [billed, read].find(({ input = 0, output = 0, image }) => input + output + image > 0)
  if (!counted) return null
  const input = counted.input ?? 0
  const cached = reader.tokens(usage.cached_tokens) ?? 0
  const cacheReadText = input < (read.input ?? 0) ? 0 : Math.min(cached, input)
  return buildReport({
    input: counted.input === undefined ? undefined : input + counted.image,
    output: counted.output,
    parts: { inputImage: counted.image, cacheReadText },
    isDoubtful: reader.isDoubtful,
  })
}

function readSides(reader: CountReader, wire: unknown) {
  const counts = recordOf(wire)
  const image = reader.tokens(counts.image_tokens) ?? 0
  return { input: inputIn(reader, counts), output: reader.tokens(counts.output_tokens), image }
}

/** Embeddings of images alone have no count of text. */
function inputIn(reader: CountReader, { input_tokens, image_tokens }: JsonRecord): number | undefined {
  return reader.tokens(input_tokens) ?? (reader.tokens(image_tokens) === undefined ? undefined : 0)
}
