import { type JsonRecord, recordOf } from '@sluice/contract/read-json'
import { isKeyOf } from '@sluice/contract/typed-keys'
import { makerOf, modelRulesOf } from '../../core/chat/model-rules-of.ts'
import { refusedSettings } from '../../core/chat/refused-settings.ts'
import { parseThinking } from './parse-request.ts'

const names = { temperature: 'temperature', topP: 'top_p' } as const

/** Fields that a model of OpenAI refuses in a Responses body, as undefined, to remove them. */
export function fitResponsesFields(body: JsonRecord, model: string): JsonRecord {
  const rules = makerOf(model) === 'openai' ? modelRulesOf(model) : null
  if (!rules) return {}
  const values = { temperature: body.temperature, topP: body.top_p }
  const refused = refusedSettings(values, parseThinking(recordOf(body.reasoning)), rules)
  return Object.fromEntries(
    refused.flatMap((setting) => (isKeyOf(names, setting) ? [[names[setting], undefined]] : [])),
  )
}
