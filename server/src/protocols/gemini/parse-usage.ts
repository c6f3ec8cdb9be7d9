import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { Usage } from '../../core/usage/usage.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { field, protoNumberOf } from './wire.ts'

/**
 * `usageMetadata` as disjoint parts; null when it reports no tokens. The wire's prompt count includes cached tokens but
 * not those of tool results (`toolUsePromptTokenCount`); its candidates count excludes thoughts. Video counts as image,
 * documents as text. A contradictory report gives negative parts, which `isPlausible` refuses.
 * https://ai.google.dev/api/generate-content#UsageMetadata, read 2026-11-20
 */
export function parseGeminiUsage(wire: unknown): Usage | null {
  const usage = recordOf(wire)
  const prompt = count(usage, 'promptTokenCount')
  const toolUse = count(usage, 'toolUsePromptTokenCount')
  const thoughts = count(usage, 'thoughtsTokenCount')
  const candidates = candidatesOf(usage, prompt + toolUse + thoughts)
  if (prompt + toolUse === 0 && candidates + thoughts === 0) return null
  const cached = count(usage, 'cachedContentTokenCount')
  const read = byModality(usage, 'cacheTokensDetails')
  const input = sum(byModality(usage, 'promptTokensDetails'), byModality(usage, 'toolUsePromptTokensDetails'))
  const output = byModality(usage, 'candidatesTokensDetails')
  // The details may be present only for the cached part of the prompt.
  const inputAudio = Math.max(input.audio, read.audio) - read.audio
  const inputImage = Math.max(input.image, read.image) - read.image
  return {
    ...noUsage,
    inputText: prompt + toolUse - cached - inputAudio - inputImage,
    inputAudio,
    inputImage,
    cacheReadText: cached - read.audio - read.image,
    cacheReadAudio: read.audio,
    cacheReadImage: read.image,
    outputText: candidates + thoughts - output.audio - output.image,
    outputAudio: output.audio,
    outputImage: output.image,
    reasoning: thoughts,
  }
}

const count = (usage: JsonRecord, name: string): number => protoNumberOf(field(usage, name)) ?? 0

/** Zero counts are omitted; if the count is missing and the total is larger, the difference is the count. */
function candidatesOf(usage: JsonRecord, others: number): number {
  const reported = protoNumberOf(field(usage, 'candidatesTokenCount'))
  return reported ?? Math.max(0, count(usage, 'totalTokenCount') - others)
}

interface Modalities {
  audio: number
  image: number
}

function byModality(usage: JsonRecord, name: string): Modalities {
  const counts: Modalities = { audio: 0, image: 0 }
  for (const detail of recordsOf(field(usage, name))) {
    const modality = textOf(detail.modality).toUpperCase()
    const tokens = count(detail, 'tokenCount')
    if (modality === 'AUDIO') counts.audio += tokens
    if (modality === 'IMAGE' || modality === 'VIDEO') counts.image += tokens
  }
  return counts
}

const sum = (a: Modalities, b: Modalities): Modalities => ({
  audio: a.audio + b.audio,
  image: a.image + b.image,
})
