import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { lookUp } from '@sluice/contract/typed-keys'
import { camelNameOf } from '../../core/json/camel-name.ts'
import { geminiCounts } from '../../core/usage/known-counts.ts'
import { readServed } from '../../core/usage/served.ts'
import { unknownCounts } from '../../core/usage/unknown-counts.ts'
import { buildReport, CountReader, type ReportedUsage, reconcileSides } from '../../core/usage/usage-report.ts'
import { field } from './wire.ts'

/**
 * `usageMetadata` as disjoint parts; null when it reports no tokens. The wire's prompt count includes cached tokens but
 * not those of tool results (`toolUsePromptTokenCount`); its candidates count excludes thoughts. Zero counts are
 * omitted, so the total decides about a missing one. Video counts as image, documents as text.
 * https://ai.google.dev/api/generate-content#UsageMetadata, read 2026-11-20
 */
export function parseGeminiUsage(wire: unknown): ReportedUsage | null {
  const usage = recordOf(wire)
  const reader = new CountReader()
  const count = (name: string): number | undefined => reader.tokens(field(usage, name))
  const prompt = count('promptTokenCount')
  const toolUse = count('toolUsePromptTokenCount') ?? 0
  const thoughts = count('thoughtsTokenCount') ?? 0
  const candidates = count('candidatesTokenCount')
  const cached = count('cachedContentTokenCount') ?? 0
  const sides = reconcileSides({
    input: prompt === undefined && toolUse === 0 ? undefined : (prompt ?? 0) + toolUse,
    output: candidates === undefined ? undefined : candidates + thoughts,
    total: count('totalTokenCount'),
    cached,
    reasoning: thoughts,
  })
  const read = byModality(reader, usage, 'cacheTokensDetails')
  const input = sum(
    byModality(reader, usage, 'promptTokensDetails'),
    byModality(reader, usage, 'toolUsePromptTokensDetails'),
  )
  const output = byModality(reader, usage, 'candidatesTokensDetails')
  const report = buildReport({
    ...sides,
    parts: {
      // The details may be present only for the cached part of the prompt.
      inputAudio: Math.max(input.audio, read.audio) - read.audio,
      inputImage: Math.max(input.image, read.image) - read.image,
      cacheReadText: Math.max(0, cached - read.audio - read.image),
      cacheReadAudio: read.audio,
      cacheReadImage: read.image,
      outputText: sides.output === undefined ? thoughts : 0,
      outputAudio: output.audio,
      outputImage: output.image,
      reasoning: thoughts,
    },
    isDoubtful: reader.isDoubtful || sides.isDoubtful,
    served: readServed('tier', field(usage, 'serviceTier') ?? tierOfTraffic(field(usage, 'trafficType'))),
  })
  const unknown = report && unknownCounts(usage, geminiCounts, camelNameOf)
  return unknown ? { ...report, unknown } : report
}

const traffic = tableOf<string>({
  ON_DEMAND: 'default',
  ON_DEMAND_PRIORITY: 'priority',
  ON_DEMAND_FLEX: 'flex',
  ON_DEMAND_OFFPEAK: 'offpeak',
  PROVISIONED_THROUGHPUT: 'provisioned',
})

/** How Vertex AI served the call, which has no `serviceTier`: types of google-genai 3.6.1, read 2026-11-29 */
const tierOfTraffic = (type: unknown): string | undefined => lookUp(traffic, textOf(type).toUpperCase(), undefined)

interface Modalities {
  audio: number
  image: number
}

function byModality(reader: CountReader, usage: JsonRecord, name: string): Modalities {
  const counts: Modalities = { audio: 0, image: 0 }
  for (const detail of recordsOf(field(usage, name))) {
    const modality = textOf(detail.modality).toUpperCase()
    const tokens = reader.tokens(field(detail, 'tokenCount')) ?? 0
    if (modality === 'AUDIO') counts.audio += tokens
    if (modality === 'IMAGE' || modality === 'VIDEO') counts.image += tokens
  }
  return counts
}

const sum = (a: Modalities, b: Modalities): Modalities => ({
  audio: a.audio + b.audio,
  image: a.image + b.image,
})
