import { type ImportGraph, isTest, isTestSupport, withoutComments } from './import-graph.ts'

/**
 * How a call travels, and what its operation means, is decided in `relay/passage`; what a format is, in `protocols` and
 * `relay/formats`; what a provider does for an operation, by the provider. Elsewhere code uses these values.
 */
const deciding = /^server\/src\/(protocols|providers|relay\/passage|relay\/formats)\//

/** The number of comparisons that a file elsewhere may have, because its passage cannot answer them. */
const allowed: Readonly<Record<string, number>> = {
  // Of the format that answered, which shows that the model is Claude.
  'server/src/relay/answer/answerer-price.ts': 1,
  // Batches are passed on in their own form, and have no passage.
  'server/src/batches/account.ts': 1,
  'server/src/batches/read-results.ts': 1,
  // The test of a channel is no call of a client.
  'server/src/upkeep/plan-channel-test.ts': 3,
}

const path = String.raw`(?:\w+\??\.)`
const format = String.raw`${path}*(?:\w*[fF]ormat(?:\.id)?|\w+\.id)`
const ownFormat = String.raw`${path}+format(?:\.id)?\b`
const operation = String.raw`${path}*\w*[oO]peration`
const formatId = `'(?:openai|responses|anthropic|gemini|own)'`
const operationId = String.raw`'(?:chat|completions|embeddings|moderations|rerank|count_tokens|image_\w+|speech|transcriptions|translations)'`
const compared = String.raw`\s*[!=]==?\s*`

const comparison = new RegExp(
  [
    `${format}${compared}${formatId}`,
    `${formatId}${compared}${format}`,
    `${operation}${compared}${operationId}`,
    `${operationId}${compared}${operation}`,
    `${ownFormat}${compared}(?!null|undefined|')`,
    `${compared}${ownFormat}`,
    String.raw`\bformat${compared}(?:\w+\??\.)*\w*[fF]ormat\b`,
    String.raw`\bswitch \((?:${format}|${operation})\)`,
  ].join('|'),
  'g',
)

/** The files that the rule reads. */
export const mustNotDecide = (graph: ImportGraph): string[] =>
  [...graph.keys()].filter(
    (file) => file.startsWith('server/src/') && !deciding.test(file) && !isTest(file) && !isTestSupport(file),
  )

/** One line for each file with comparisons of formats or operations that it may not make. `texts`: sources by file. */
export function findRepeatedDecisions(texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([file, text]) => {
    const code = withoutComments(text)
    const found = [...code.matchAll(comparison)].map(([text]) => text.trim())
    const most = allowed[file] ?? 0
    if (found.length > most) return [`${file} decides again, use relay/passage: ${found.join(', ')}`]
    return found.length < most
      ? [`${file} has ${found.length} comparisons: lower its number in check-decisions.ts`]
      : []
  })
}

/** The number of comparisons that are left. */
export const allowedComparisons = Object.values(allowed).reduce((sum, count) => sum + count, 0)
