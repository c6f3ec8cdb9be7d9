/**
 * Audio relative to text for a model without a setting. Known for the realtime and audio models with OpenAI's names;
 * for other models audio costs the same as text.
 */
export function builtInAudioRatio(model: string): number {
  if (model.includes('-realtime')) {
    if (model.endsWith('gpt-4o-realtime-preview-2024-12-17')) return 8
    return model.includes('mini') ? 10 / 0.6 : 20
  }
  if (model.includes('-audio')) {
    if (model.endsWith('gpt-4o-audio-preview-2024-12-17')) return 16
    return model.includes('mini') ? 10 / 0.15 : 40
  }
  return 1
}

const builtInAudioCompletionRatio = 2

type PriceTable = Readonly<Record<string, number>>

/** Models with audio output only: their output is priced as audio. Not `tts-…`, which is priced by the character. */
const isSpeechModel = (model: string): boolean => /[^-]-tts\b/.test(model)

/** Default of output audio against input audio: for speech models, their `CompletionRatio`. */
export function audioCompletionRatioOf(
  model: string,
  { completion, audio }: { completion: number | undefined; audio: number | undefined },
): number {
  const isOutput = isSpeechModel(model) && audio === undefined && completion !== undefined
  return isOutput ? completion : builtInAudioCompletionRatio
}

/**
 * Whether the options price the audio output of a model, so that it is charged even where the upstream does not count
 * it.
 */
export function isSoundPriced(
  model: string,
  options: { AudioRatio?: PriceTable; AudioCompletionRatio?: PriceTable; CompletionRatio: PriceTable },
): boolean {
  const hasEntry = (table: PriceTable | undefined) => table !== undefined && Object.hasOwn(table, model)
  return (
    hasEntry(options.AudioRatio) ||
    hasEntry(options.AudioCompletionRatio) ||
    (isSpeechModel(model) && hasEntry(options.CompletionRatio))
  )
}
