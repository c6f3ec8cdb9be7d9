import { recordOf } from '@sluice/contract/read-json'
import {
  type Body,
  type Dialect,
  type FittedBody,
  fitEffortNone,
  fitTo,
  joinFits,
  thinkingDisabled,
} from './fit-body.ts'

// What the makers' own APIs refuse in a body of Chat Completions, by family of models (`model-families.ts`).

/** Efforts of OpenAI that the model lacks → the nearest ones. */
const efforts = (map: Readonly<Record<string, string>>): NonNullable<Dialect['values']> => ({
  reasoning_effort: (effort) => map[String(effort)] ?? effort,
})
const lowHighMax = efforts({ minimal: 'low', medium: 'high', xhigh: 'max' })
const toHigh = { xhigh: 'high', max: 'high' }

const sampling = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'logprobs', 'top_logprobs']

/**
 * Models think unless `thinking` turns it off, and refuse sampling while they do.
 * https://api-docs.deepseek.com/guides/thinking_mode, as known on 2026-11-20
 */
export function fitDeepseek(body: Body): FittedBody {
  const isThinking = recordOf(body.thinking).type !== 'disabled' && body.reasoning_effort !== 'none'
  const dialect = { refuses: isThinking ? sampling : [], values: lowHighMax }
  return joinFits(fitTo(dialect, body), fitEffortNone(body, thinkingDisabled))
}

/**
 * The temperature is fixed, any other is refused. https://platform.moonshot.ai/docs/api/chat, as known on 2026-11-20
 */
export const fitKimi = (body: Body): FittedBody =>
  joinFits(fitTo({ refuses: ['temperature'], values: lowHighMax }, body), fitEffortNone(body, thinkingDisabled))

/** It does not think. */
export const fitUnthinking = (body: Body): FittedBody => fitEffortNone(body, {})

/** https://docs.z.ai/guides/capabilities/thinking-mode, as known on 2026-11-23 */
export const fitGlm = (body: Body): FittedBody => fitEffortNone(body, thinkingDisabled)

/** https://docs.x.ai/docs/guides/reasoning, as known on 2026-11-20 */
export const fitGrok = (body: Body): FittedBody =>
  fitTo(
    {
      refuses: ['stop', 'presence_penalty', 'frequency_penalty'],
      values: efforts({ minimal: 'low', ...toHigh }),
    },
    body,
  )

/** https://www.volcengine.com/docs/82379/1449737, as known on 2026-11-23 */
export const fitDoubao = (body: Body): FittedBody =>
  joinFits(fitTo({ values: efforts(toHigh) }, body), fitEffortNone(body, thinkingDisabled))
