import { type FitBody, fitTo, unchanged } from '../fit-body.ts'

const isReasoning = (model: string): boolean =>
  /^grok-(4|[5-9]|build)/.test(model) && !model.includes('non-reasoning')

/** https://docs.x.ai/docs/guides/reasoning and …/guides/image-generations, as known on 2026-11-20 */
export const fitBody: FitBody = (body, { operation, upstreamModel }) => {
  if (operation === 'image_generations') return fitTo({ refuses: ['size', 'quality', 'style'] }, body)
  if (operation !== 'chat' || !isReasoning(upstreamModel)) return unchanged
  return fitTo({ refuses: ['stop', 'presence_penalty', 'frequency_penalty'] }, body)
}
