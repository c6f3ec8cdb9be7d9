import type { MediaWire } from '../../core/media.ts'
import { geminiImageWire, imagenWire } from './image-wire.ts'
import type { GeminiOperation } from './parse-path.ts'
import { geminiSpeechWire } from './speech-wire.ts'

/** Models that only generate images. */
const isImagen = (model: string): boolean => /^(models\/)?(imagen|imagegeneration)/.test(model)

/** The wire of a call for images or speech to Google's models; null for all other calls. */
export function geminiMediaWireOf(operation: string, model: string): MediaWire | null {
  if (operation === 'speech') return geminiSpeechWire
  if (operation !== 'image_generations' && operation !== 'image_edits') return null
  return isImagen(model) ? imagenWire : geminiImageWire
}

/** The method of a call for content or media. */
export function geminiOperationOf(operation: string, model: string, isStream: boolean): GeminiOperation {
  const isImages = operation === 'image_generations' || operation === 'image_edits'
  if (isImages && isImagen(model)) return 'predict'
  // Answers with media are read whole, even for a streaming client.
  const isWhole = isImages || operation === 'speech'
  return isStream && !isWhole ? 'streamGenerateContent' : 'generateContent'
}
