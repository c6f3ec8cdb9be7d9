import { cacheReadTotal, inputTotal, outputTotal, type Usage } from '../../core/usage/usage.ts'

/** Usage as `usageMetadata`. Cache writes are not told apart from other input; zero counts are left out as Google does. */
export function buildGeminiUsage(usage: Usage): Record<string, unknown> {
  const metadata: Record<string, unknown> = { promptTokenCount: inputTotal(usage) }
  const cached = cacheReadTotal(usage)
  if (cached > 0) metadata.cachedContentTokenCount = cached
  const candidates = Math.max(0, outputTotal(usage) - usage.reasoning)
  metadata.candidatesTokenCount = candidates
  if (usage.reasoning > 0) metadata.thoughtsTokenCount = usage.reasoning
  metadata.totalTokenCount = inputTotal(usage) + candidates + usage.reasoning
  const audio = usage.inputAudio + usage.cacheReadAudio
  const image = usage.inputImage + usage.cacheReadImage
  const details = {
    promptTokensDetails: detailsOf(inputTotal(usage) - audio - image, audio, image),
    cacheTokensDetails: detailsOf(usage.cacheReadText, usage.cacheReadAudio, usage.cacheReadImage),
    candidatesTokensDetails: detailsOf(
      candidates - usage.outputAudio - usage.outputImage,
      usage.outputAudio,
      usage.outputImage,
    ),
  }
  for (const [name, list] of Object.entries(details)) if (list.length > 0) metadata[name] = list
  return metadata
}

function detailsOf(text: number, audio: number, image: number): { modality: string; tokenCount: number }[] {
  const details = [
    { modality: 'TEXT', tokenCount: text },
    { modality: 'AUDIO', tokenCount: audio },
    { modality: 'IMAGE', tokenCount: image },
  ]
  return details.filter(({ tokenCount }) => tokenCount > 0)
}
