/**
 * Audio against text for a model whose operator set none. Known for the realtime and audio models named by
 * OpenAI's scheme; elsewhere audio costs what text costs.
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

export const builtInAudioCompletionRatio = 2
