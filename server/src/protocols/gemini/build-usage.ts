import { cacheReadTotal, inputTotal, outputTotal, type Usage } from '../../core/usage/usage.ts'
import type { AnswerTokens, AnswerUsage } from './wire.ts'

/** Usage as `usageMetadata`. Cache writes count as ordinary input; zero counts are omitted, like Google does. */
export function buildGeminiUsage(usage: Usage): AnswerUsage {
  const metadata: AnswerUsage = { promptTokenCount: inputTotal(usage) }
  const cached = cacheReadTotal(usage)
  if (cached > 0) metadata.cachedContentTokenCount = cached
  const candidates = Math.max(0, outputTotal(usage) - usage.reasoning)
  metadata.candidatesTokenCount = candidates
  if (usage.reasoning > 0) metadata.thoughtsTokenCount = usage.reasoning
  metadata.totalTokenCount = inputTotal(usage) + candidates + usage.reasoning
  const audio = usage.inputAudio + usage.cacheReadAudio
  const image = usage.inputImage + usage.cacheReadImage
  const details: Pick<AnswerUsage, 'promptTokensDetails' | 'cacheTokensDetails' | 'candidatesTokensDetails'> = {
    promptTokensDetails: detailsOf(inputTotal(usage) - audio - image, audio, image),
    cacheTokensDetails: detailsOf(usage.cacheReadText, usage.cacheReadAudio, usage.cacheReadImage),
    candidatesTokensDetails: detailsOf(
      candidates - usage.outputAudio - usage.outputImage,
      usage.outputAudio,
      usage.outputImage,
    ),
  }
  const known = Object.entries(details).filter(([, list]) => list.length > 0)
  return { ...metadata, ...Object.fromEntries(known) }
}

function detailsOf(text: number, audio: number, image: number): AnswerTokens[] {
  const details = [
    { modality: 'TEXT' as const, tokenCount: text },
    { modality: 'AUDIO' as const, tokenCount: audio },
    { modality: 'IMAGE' as const, tokenCount: image },
  ]
  return details.filter(({ tokenCount }) => tokenCount > 0)
}
