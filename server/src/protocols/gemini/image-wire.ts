import { type JsonRecord, listOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { defined } from '../../core/json/defined.ts'
import { type ImageWire, type MadeImage, nearestRatio } from '../../core/media.ts'
import { parseGeminiUsage } from './parse-usage.ts'
import { field } from './wire.ts'

/** https://ai.google.dev/gemini-api/docs/imagen, as known on 2026-11-22 */
const imagenRatios = ['1:1', '3:4', '4:3', '9:16', '16:9']
/** https://ai.google.dev/gemini-api/docs/image-generation, as known on 2026-11-22 */
const geminiRatios = [...imagenRatios, '2:3', '3:2', '4:5', '5:4', '21:9']

/** `2K` and `4K` by the longer side; undefined = the model's default. */
function resolutionOf(size: string, names: readonly string[]): string | undefined {
  const longer = Math.max(...size.split('x').map(Number))
  const name = longer >= 3_000 ? '4K' : longer >= 1_900 ? '2K' : undefined
  return name !== undefined && names.includes(name) ? name : undefined
}

/** Imagen, by `:predict`. */
export const imagenWire: ImageWire = {
  kind: 'images',
  nMax: 4,
  inputMax: 0,
  ignores: ['quality', 'user'],
  build: ({ prompt, n, size }) => ({
    instances: [{ prompt }],
    parameters: defined({
      sampleCount: n,
      aspectRatio: nearestRatio(size, imagenRatios),
      sampleImageSize: resolutionOf(size, ['2K']),
    }),
  }),
  parse: (answer) => predictionsOf(answer),
  parseUsage: () => null,
  errorIn(answer) {
    const reasons = recordsOf(answer.predictions).map((one) => textOf(field(one, 'raiFilteredReason')))
    const reason = predictionsOf(answer).length > 0 ? undefined : reasons.find((text) => text !== '')
    return reason === undefined ? null : { message: reason, type: 'content_filter', code: 400 }
  },
}

/** The images of a `:predict` answer. Filtered ones have no bytes. */
export function predictionsOf(answer: JsonRecord): Extract<MadeImage, { kind: 'bytes' }>[] {
  return recordsOf(answer.predictions).flatMap((prediction) => {
    const data = textOf(field(prediction, 'bytesBase64Encoded'))
    return data === '' ? [] : [{ kind: 'bytes' as const, data }]
  })
}

/** Gemini models that answer with images, by `:generateContent`. */
export const geminiImageWire: ImageWire = {
  kind: 'images',
  nMax: 1,
  inputMax: 14,
  ignores: ['quality', 'user'],
  build({ prompt, size, images }) {
    const imageConfig = defined({
      aspectRatio: nearestRatio(size, geminiRatios),
      imageSize: resolutionOf(size, ['2K', '4K']),
    })
    const parts = images.flatMap((image) =>
      'data' in image ? [{ inlineData: { mimeType: image.mediaType, data: image.data } }] : [],
    )
    return {
      contents: [{ role: 'user', parts: [...parts, { text: prompt }] }],
      generationConfig: {
        responseModalities: ['TEXT', 'IMAGE'],
        ...(Object.keys(imageConfig).length > 0 && { imageConfig }),
      },
    }
  },
  parse: (answer) => inlineIn(answer, 'image/').map(({ data }) => ({ kind: 'bytes', data })),
  parseUsage: (answer) => parseGeminiUsage(field(answer, 'usageMetadata')),
  errorIn: refusalIn,
}

/** Media of one kind in the candidates of an answer. Thoughts hold drafts, which are not part of the answer. */
export function inlineIn(answer: JsonRecord, kind: string): { mimeType: string; data: string }[] {
  return recordsOf(answer.candidates)
    .flatMap(({ content }) => recordsOf(recordOf(content).parts))
    .filter(({ thought }) => thought !== true)
    .flatMap((part) => {
      const inline = recordOf(field(part, 'inlineData'))
      const [mimeType, data] = [textOf(field(inline, 'mimeType')), textOf(inline.data)]
      return data !== '' && mimeType.startsWith(kind) ? [{ mimeType, data }] : []
    })
}

/** Why an answer under status 200 holds nothing: a blocked prompt, or an answer that was withheld. */
export function refusalIn(answer: JsonRecord) {
  const blocked = textOf(field(recordOf(field(answer, 'promptFeedback')), 'blockReason'))
  const reasons = recordsOf(answer.candidates).map((candidate) => textOf(field(candidate, 'finishReason')))
  const hasContent = recordsOf(answer.candidates).some(({ content }) => listOf(recordOf(content).parts).length > 0)
  const withheld = hasContent
    ? undefined
    : reasons.find((reason) => /SAFETY|PROHIBITED|RECITATION|NO_IMAGE|BLOCKLIST|SPII/.test(reason))
  const reason = blocked || withheld
  return reason ? { message: `The answer was withheld: ${reason}`, type: 'content_filter', code: 400 } : null
}
