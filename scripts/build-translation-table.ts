// Writes the tables of docs/translation.md: node scripts/with-bun.mjs scripts/build-translation-table.ts
import { join } from 'node:path'
import { GatewayError } from '../server/src/core/errors.ts'
import type { ClientTarget } from '../server/src/protocols/client-target.ts'
import type { ChatExtensions } from '../server/src/protocols/openai-chat/chat-rules.ts'
import type { ClientFormatId } from '../server/src/protocols/wire-format-id.ts'
import { providers } from '../server/src/providers/index.ts'
import { wireFormatOf } from '../server/src/relay/formats/index.ts'
import { translateRequest } from '../server/src/relay/passage/translate-request.ts'
import { buildOptionValues } from '../server/src/state/option-values.ts'
import { root } from './bun-path.mjs'
import { replacePart } from './replace-part.ts'
import { type AnswerFeature, answerFeatures } from './translation-answers.ts'
import { contentFeatures } from './translation-requests/content.ts'
import type { RequestFeature } from './translation-requests/feature.ts'
import { settingFeatures } from './translation-requests/setting.ts'
import { toolFeatures } from './translation-requests/tool.ts'

export const translationPage = join(root, 'docs/translation.md')

const requestFeatures: readonly RequestFeature[] = [...contentFeatures, ...toolFeatures, ...settingFeatures]

const options = buildOptionValues(new Map(), () => {})
const channel = { baseUrl: null, organization: null, other: '' }

const names: Record<ClientFormatId, string> = {
  openai: 'OpenAI',
  responses: 'Responses',
  anthropic: 'Anthropic',
  gemini: 'Gemini',
}
const models: Record<ClientFormatId, string> = {
  openai: 'gpt-4.1',
  responses: 'gpt-4.1',
  anthropic: 'claude-sonnet-4-5',
  gemini: 'gemini-2.5-flash',
}
const thinkingModels: Record<ClientFormatId, string> = {
  openai: 'gpt-5.1',
  responses: 'gpt-5.1',
  anthropic: 'claude-opus-4-6',
  gemini: 'gemini-3.1-pro',
}

interface Pair {
  client: ClientFormatId
  upstream: ClientFormatId
}

const formats: readonly ClientFormatId[] = ['openai', 'anthropic', 'gemini']
/** A call with one format on both sides passes without translation. */
const pairs: readonly Pair[] = formats.flatMap((client) =>
  formats.filter((upstream) => upstream !== client).map((upstream) => ({ client, upstream })),
)
/** Upstreams that speak Responses receive calls of other formats in another format that they also speak. */
const responsesPairs: readonly Pair[] = formats.map((upstream) => ({ client: 'responses', upstream }))

/** `page` with the current tables. Throws when the page lacks the marks around them. */
export const withTranslationTables = (page: string): string =>
  replacePart(page, { name: 'translation', script: 'scripts/build-translation-table.ts', text: buildTables() })

function buildTables(): string {
  const list = (table: Record<ClientFormatId, string>) => formats.map((format) => `\`${table[format]}\``).join(', ')
  return [
    '## Requests',
    wrapText(`To ${list(models)}; rows on thinking and reasoning to ${list(thinkingModels)}.`),
    buildTable('→', pairs, requestFeatures, buildRequestCell),
    '## Answers',
    'From the upstream to the client.',
    buildTable('←', pairs, answerFeatures, buildAnswerCell),
    '## OpenAI Responses',
    wrapText(responsesText),
    buildTable('→', responsesPairs, requestFeatures, buildRequestCell),
    buildTable('←', responsesPairs, answerFeatures, buildAnswerCell),
    '## Providers that take more',
    wrapText(extensionText),
    buildExtensionTable(),
  ].join('\n\n')
}

const lineWidth = 120

/** The words of a paragraph in lines of at most `lineWidth` characters. */
function wrapText(text: string): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= lineWidth) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}

const responsesText =
  'What a client of Responses sends to upstreams of the other formats, and what it gets back. Features that Responses ' +
  'cannot express have no row.'

const extensionText =
  'Some providers document extensions of their format, and only they get them. Differences from the table of requests:'

function buildExtensionTable(): string {
  const rows = providers.flatMap(({ id, format, takes }) =>
    requestFeatures.flatMap((feature) => {
      const own = pairs.filter(({ upstream }) => upstream === format)
      const cells = own.map((pair) => ({ pair, cell: buildRequestCell(feature, pair, takes) }))
      return cells
        .filter(({ pair, cell }) => cell !== buildRequestCell(feature, pair))
        .map(({ pair, cell }) => [id, feature.name, names[pair.client], cell])
    }),
  )
  return [['provider', 'feature', 'client', 'arrives'], ['---', '---', '---', '---'], ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}

function buildTable<F extends { name: string }>(
  arrow: string,
  pairs: readonly Pair[],
  features: readonly F[],
  cell: (feature: F, pair: Pair) => string,
): string {
  const heads = pairs.map(({ client, upstream }) => `${names[client]} ${arrow} ${names[upstream]}`)
  const rows = features
    .map((feature) => [feature.name, ...pairs.map((pair) => cell(feature, pair))])
    .filter(([, ...cells]) => cells.some((text) => text !== '–'))
  return [['feature', ...heads], ['feature', ...heads].map(() => '---'), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}

/**
 * What becomes of the feature: its sample is parsed from the client's format, written for the upstream, and parsed
 * again.
 */
function buildRequestCell(
  { samples, describe, thinks, name }: RequestFeature,
  { client, upstream }: Pair,
  takes: ChatExtensions = {},
): string {
  const sample = client === 'responses' ? buildResponsesSample(samples, describe) : samples[client]
  if (!sample) return '–'
  const table = thinks ? thinkingModels : models
  const [from, to] = [wireFormatOf(client), wireFormatOf(upstream)]
  const target = (format: ClientFormatId): ClientTarget => ({
    format,
    operation: 'chat',
    isArrayStream: false,
    inPath: format === 'gemini' ? { model: table[upstream], isStream: false } : null,
  })
  const body = { ...plainRequest(client), ...sample, model: table[upstream] }
  const request = from.parseRequest(target(client), body)
  const settings = { client: from, body, upstream: to, given: request, options, takes, channel }
  const translated = nullIfRefused(() => translateRequest(structuredClone(request), settings))
  if (!translated) return '**refused**'
  const arrived = to.parseRequest(target(upstream), translated.wire)
  const cell = compare(`${name}, ${client}`, describe(request), describe(arrived))
  if (cell !== '**dropped**') return cell
  if (translated.dropped.length === 0) throw new Error(`dropped without a report: ${name}, ${client} to ${upstream}`)
  return cell
}

/** The result of `translate`; null if the caller is refused. */
function nullIfRefused<T>(translate: () => T): T | null {
  try {
    return translate()
  } catch (error) {
    if (error instanceof GatewayError) return null
    throw error
  }
}

/** A request with one question and nothing else. */
const plainRequest = (client: ClientFormatId) => ({
  model: models[client],
  ...(client === 'gemini'
    ? { contents: [{ role: 'user', parts: [{ text: 'Weather in Oslo?' }] }] }
    : { messages: [{ role: 'user', content: 'Weather in Oslo?' }] }),
  ...(client === 'anthropic' ? { max_tokens: 1_000 } : {}),
})

/** The sample of another format in the form of Responses; undefined if that is not possible. */
function buildResponsesSample(
  samples: RequestFeature['samples'],
  describe: RequestFeature['describe'],
): Record<string, unknown> | undefined {
  const responses = wireFormatOf('responses')
  for (const format of formats) {
    const sample = samples[format]
    if (!sample) continue
    const target = {
      format,
      operation: 'chat' as const,
      isArrayStream: false,
      inPath: buildPathParts(format),
    }
    const request = wireFormatOf(format).parseRequest(target, { ...plainRequest(format), ...sample })
    const wire = responses.buildRequest({ ...request, model: unruledModel }, { options, takes: {}, channel })
    if (describe(responses.parseRequest({ ...target, format: 'responses', inPath: null }, wire)) === describe(request))
      return wire
  }
  return undefined
}

/** A model that the table of models does not list, so that no rule changes the request. */
const unruledModel = 'a-model'

const buildPathParts = (format: ClientFormatId) =>
  format === 'gemini' ? { model: models.gemini, isStream: false } : null

/**
 * What becomes of the feature: its sample is parsed from the upstream's format, written for the client, and parsed
 * again.
 */
function buildAnswerCell({ samples, describe, name }: AnswerFeature, { client, upstream }: Pair): string {
  const sample = samples[upstream]
  if (!sample) return '–'
  const [to, from] = [wireFormatOf(client), wireFormatOf(upstream)]
  let ids = 0
  const newId = () => `id_${++ids}`
  const answer = from.parseAnswer(sample, newId)
  const wire = to.buildAnswer(structuredClone(answer), {
    requestId: 'request',
    model: answer.model,
    createdSeconds: 0,
    inputTokens: 0,
    wantsUsage: true,
    body: {},
    newId,
  })
  return compare(`${name}, ${upstream}`, describe(answer), describe(to.parseAnswer(wire, newId)))
}

/** The cell for the descriptions of a feature before and after the translation. */
function compare(sample: string, before: string | null, after: string | null): string {
  if (before === null) throw new Error(`the sample lacks the feature: ${sample}`)
  if (after === before) return 'kept'
  return after === null ? '**dropped**' : `→ ${after.replaceAll('|', '\\|')}`
}

if (import.meta.main) await Bun.write(translationPage, withTranslationTables(await Bun.file(translationPage).text()))
